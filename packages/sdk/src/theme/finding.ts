/** A problem of a theme that the integrator should know of. */
export type ThemeFinding =
  /** The value does not have the form that the property requires, and is ignored. */
  | { readonly kind: 'unusable'; readonly property: string }
  /** The measured contrast is too low; `replacement` is used instead. */
  | {
      readonly kind: 'low-contrast';
      readonly property: string;
      /** Places where the text is hard to read: on the flow's own backgrounds, or only over a bright camera picture. */
      readonly where: 'flow' | 'camera';
      readonly ratio: number;
      readonly needed: number;
      readonly replacement: string;
    }
  /** The accent has too little contrast with its background; its shapes get an outline of the colour `outline`. */
  | {
      readonly kind: 'faint-accent';
      readonly property: string;
      readonly ratio: number;
      readonly needed: number;
      readonly outline: string;
    };
