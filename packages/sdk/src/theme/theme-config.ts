/** The look of the flow in one colour scheme. Colours: `#rgb`, `#rrggbb`, `rgb(…)` or `hsl(…)`. */
export interface SchemeConfig {
  /** Text on light surfaces. */
  readonly baseTextOnLight?: string;
  /** Text on dark surfaces and over the camera picture. */
  readonly baseTextOnDark?: string;
  /** Primary colour: buttons, progress, the outline around the document. */
  readonly baseAccent?: string;
  /** Text on the primary colour. */
  readonly baseOnAccent?: string;
  /** Logo in the header: https, http on localhost, or a `data:image/` address. SVG is best; PNG and JPEG work. */
  readonly logoUrl?: string;
}

/**
 * The integrator's look (section 4.5 of the specification): up to 13 values, each of them data and never CSS text. What
 * is missing or cannot be used falls back to the default of its scheme.
 */
export interface ThemeConfig {
  /** For users whose browser prefers light surfaces, and those who prefer nothing. */
  readonly light?: SchemeConfig;
  /** For users whose browser prefers dark surfaces. */
  readonly dark?: SchemeConfig;
  /** Name of a font family. */
  readonly fontFamily?: string;
  /** Where the font comes from: an https address on fonts.googleapis.com or fonts.gstatic.com. */
  readonly fontUrl?: string;
  /** Weight of running text, 100 to 900. */
  readonly fontWeight?: string | number;
}
