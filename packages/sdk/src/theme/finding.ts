/** Something about a theme that the integrator should know. */
export type ThemeFinding =
  /** The value is not of the form the property asks for, and was left out. */
  | { readonly kind: 'unusable'; readonly property: string }
  /** The value is of the right form, but this version does nothing with it. */
  | { readonly kind: 'unsupported'; readonly property: string }
  /** The contrast measured is less than needed; `replacement` is used instead. */
  | {
      readonly kind: 'low-contrast';
      readonly property: string;
      readonly ratio: number;
      readonly needed: number;
      readonly replacement: string;
    }
  /** The accent hardly stands out from the surface; its shapes get an outline. */
  | {
      readonly kind: 'faint-accent';
      readonly property: string;
      readonly ratio: number;
      readonly needed: number;
    };

/** The finding as one line for a developer's console. */
export function describeFinding(finding: ThemeFinding): string {
  const property = `theme.${finding.property}`;
  if (finding.kind === 'unusable') return `${property} cannot be used and is ignored.`;
  if (finding.kind === 'unsupported')
    return `${property} has no effect yet: load the font in your page and name it in theme.fontFamily.`;
  const measured = `${property}: contrast ${finding.ratio.toFixed(2)} is less than ${finding.needed}`;
  return finding.kind === 'low-contrast'
    ? `${measured}; ${finding.replacement} is used instead.`
    : `${measured}; its shapes get an outline.`;
}
