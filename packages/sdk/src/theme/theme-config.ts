/** Look of the flow in one colour scheme. Colours: `#rgb`, `#rrggbb`, `rgb(…)` or `hsl(…)`, without transparency. */
export interface SchemeConfig {
  /** Text on light surfaces. */
  readonly baseTextOnLight?: string | undefined;
  /** Text on dark surfaces and over the camera picture. */
  readonly baseTextOnDark?: string | undefined;
  /** Primary colour: buttons, progress, the outline around the document. */
  readonly baseAccent?: string | undefined;
  /** Text on the primary colour. */
  readonly baseOnAccent?: string | undefined;
  /** Logo in the header: https, http on localhost, or a `data:image/` address. SVG is best; PNG and JPEG work. */
  readonly logoUrl?: string | undefined;
}

/**
 * Look of the flow (section 4.5 of the specification): up to 13 values, each of them data and never CSS text. Missing and
 * unusable values fall back to the default of their scheme.
 */
export interface ThemeConfig {
  /** For users whose browser prefers a light colour scheme or has no preference. */
  readonly light?: SchemeConfig | undefined;
  /** For users whose browser prefers a dark colour scheme. */
  readonly dark?: SchemeConfig | undefined;
  /** Name of a font family: of the page, of the system, or at `fontUrl`. */
  readonly fontFamily?: string | undefined;
  /**
   * Address of the font: a style sheet on https://fonts.googleapis.com, or a font file (WOFF2) on https://fonts.gstatic.com.
   * Until it has loaded, the system's font is shown. Headings and buttons are 200 heavier than body text and at least 600:
   * request both weights, as in `…/css2?family=Inter:wght@400;600`.
   */
  readonly fontUrl?: string | undefined;
  /** Weight of body text, 100 to 900; 400 if missing. */
  readonly fontWeight?: string | number | undefined;
}
