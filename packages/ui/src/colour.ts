/** An opaque sRGB colour. Parts are integers 0..255, so that the computed contrast is the displayed one. */
export interface Rgb {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

/** Hue in degrees 0..360, saturation and lightness 0..1 (CSS Color 4, section 7). */
export interface Hsl {
  readonly h: number;
  readonly s: number;
  readonly l: number;
}

const HEX = /^#(?:([\da-f]{3})f?|([\da-f]{6})(?:ff)?)$/;
const PART = '([+-]?\\d*\\.?\\d+)(%?)';
const BETWEEN = '(?:\\s*,\\s*|\\s+)';
const FUNCTION = new RegExp(
  `^(rgb|hsl)a?\\(\\s*${PART}(?:deg)?${BETWEEN}${PART}${BETWEEN}${PART}(?:\\s*[,/]\\s*(?:1|100%))?\\s*\\)$`,
);

/**
 * Parses a colour written as `#rgb`, `#rrggbb`, `rgb(r, g, b)` or `hsl(h, s%, l%)`, with commas or spaces, and parts as numbers
 * or percentages. An opacity is allowed if it is 1 (`#rgbf`, `rgb(r g b / 100%)`). Returns null for anything else, including
 * translucent colours, which have no contrast of their own.
 */
export function parseColour(text: string): Rgb | null {
  const written = text.trim().toLowerCase();
  const hex = HEX.exec(written);
  if (hex) return parseHex((hex[1] ?? '').replace(/./g, '$&$&') || (hex[2] ?? ''));
  const [, name, first, unit, second, secondUnit, third, thirdUnit] = FUNCTION.exec(written) ?? [];
  if (!name || secondUnit !== thirdUnit || (name === 'rgb') !== (unit === secondUnit)) return null;
  if (name === 'rgb') {
    const part = (figure: string | undefined) =>
      unit ? (clamp(figure, 100) * 255) / 100 : clamp(figure, 255);
    return rounded(part(first), part(second), part(third));
  }
  const h = ((Number(first) % 360) + 360) % 360;
  return hslToRgb({ h, s: clamp(second, 100) / 100, l: clamp(third, 100) / 100 });
}

/** Writes a colour as `#rrggbb`. */
export function formatColour({ r, g, b }: Rgb): string {
  return `#${((1 << 24) | (r << 16) | (g << 8) | b).toString(16).slice(1)}`;
}

/** Blends two colours in sRGB; `share` 0 gives the first, 1 the second. */
export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const blend = (a: number, b: number) => a + (b - a) * share;
  return rounded(blend(from.r, to.r), blend(from.g, to.g), blend(from.b, to.b));
}

/** Converts sRGB to HSL (CSS Color 4, section 7.2). */
export function rgbToHsl({ r, g, b }: Rgb): Hsl {
  const [red, green, blue] = [r / 255, g / 255, b / 255];
  const max = Math.max(red, green, blue);
  const min = Math.min(red, green, blue);
  const range = max - min;
  const l = (max + min) / 2;
  if (range === 0) return { h: 0, s: 0, l };
  const s = range / (1 - Math.abs(2 * l - 1));
  const sector =
    max === red
      ? (green - blue) / range
      : max === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  return { h: (sector * 60 + 360) % 360, s, l };
}

/** Converts HSL to sRGB (CSS Color 4, section 7.1). */
export function hslToRgb({ h, s, l }: Hsl): Rgb {
  const amplitude = s * Math.min(l, 1 - l);
  const part = (offset: number) => {
    const k = (offset + h / 30) % 12;
    return 255 * (l - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return rounded(part(0), part(8), part(4));
}

function rounded(r: number, g: number, b: number): Rgb {
  return { r: Math.round(r), g: Math.round(g), b: Math.round(b) };
}

function parseHex(digits: string): Rgb {
  const value = Number.parseInt(digits, 16);
  return { r: value >> 16, g: (value >> 8) & 255, b: value & 255 };
}

function clamp(text: string | undefined, max: number): number {
  return Math.min(max, Math.max(0, Number(text)));
}
