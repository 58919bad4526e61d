/** Something about a theme that the integrator should know. */
export type ThemeFinding =
  /** The value is not of the form the property asks for, and was left out. */
  | { readonly kind: 'unusable'; readonly property: string }
  /** The contrast measured is less than needed; `replacement` is used instead. */
  | {
      readonly kind: 'low-contrast';
      readonly property: string;
      /** Place at which it is hard to read: on the flow's own grounds, or only over a bright camera picture. */
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
