import { hslToRgb, type Rgb, rgbToHsl } from './colour.ts';

/** Minimum contrast of text (WCAG 2.1, success criterion 1.4.3 AA). */
export const TEXT_CONTRAST = 4.5;

/** Minimum contrast of shapes that carry meaning (WCAG 2.1, success criterion 1.4.11 AA). */
export const SHAPE_CONTRAST = 3;

const BLACK: Rgb = { r: 0, g: 0, b: 0 };
export const WHITE: Rgb = { r: 255, g: 255, b: 255 };

/** Computes the relative luminance 0..1 of a colour (WCAG 2.1, definitions). */
export function luminance({ r, g, b }: Rgb): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** Computes the contrast ratio 1..21 of two colours (WCAG 2.1, definitions). */
export function contrastRatio(one: Rgb, other: Rgb): number {
  const a = luminance(one);
  const b = luminance(other);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Returns the minimum contrast between a colour and several others. */
export function leastContrast(colour: Rgb, others: readonly Rgb[]): number {
  return Math.min(...others.map((other) => contrastRatio(colour, other)));
}

/**
 * Returns the shade of a colour, with the same hue and saturation and the nearest lightness, whose contrast with each of
 * `others` is at least `minContrast`. Returns a passing colour unchanged. If no shade passes, because the others lie on both
 * sides, returns black or white, whichever has more contrast.
 */
export function nearestPassingShade(colour: Rgb, others: readonly Rgb[], minContrast: number): Rgb {
  if (leastContrast(colour, others) >= minContrast) return colour;
  const { h, s, l } = rgbToHsl(colour);
  for (let step = 1; step <= SHADES; step++) {
    for (const lightness of [l - step / SHADES, l + step / SHADES]) {
      if (lightness < 0 || lightness > 1) continue;
      const shade = hslToRgb({ h, s, l: lightness });
      if (leastContrast(shade, others) >= minContrast) return shade;
    }
  }
  return leastContrast(BLACK, others) >= leastContrast(WHITE, others) ? BLACK : WHITE;
}

/** Number of steps of lightness from black to white. */
const SHADES = 400;

function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
