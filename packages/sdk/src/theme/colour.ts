/** An opaque sRGB colour; each part 0..255, not rounded. */
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

const HEX = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i;
const NUMBER = '([+-]?(?:\\d{1,4}(?:\\.\\d{1,6})?|\\.\\d{1,6}))';
const RGB = new RegExp(
  `^rgb\\(\\s*${NUMBER}(?:\\s*,\\s*|\\s+)${NUMBER}(?:\\s*,\\s*|\\s+)${NUMBER}\\s*\\)$`,
  'i',
);
const HSL = new RegExp(
  `^hsl\\(\\s*${NUMBER}(?:deg)?(?:\\s*,\\s*|\\s+)${NUMBER}%(?:\\s*,\\s*|\\s+)${NUMBER}%\\s*\\)$`,
  'i',
);

/**
 * Reads a colour written as `#rgb`, `#rrggbb`, `rgb(r, g, b)` or `hsl(h, s%, l%)` (commas or spaces). Anything else,
 * transparency included, gives null: a see-through colour has no contrast of its own to be checked.
 */
export function parseColour(text: string): Rgb | null {
  const trimmed = text.trim();
  const hex = HEX.exec(trimmed);
  if (hex) return parseHex(hex[1]?.replace(/./g, '$&$&') ?? hex[2] ?? '');
  const rgb = RGB.exec(trimmed);
  if (rgb) return { r: clamp(rgb[1], 255), g: clamp(rgb[2], 255), b: clamp(rgb[3], 255) };
  const hsl = HSL.exec(trimmed);
  if (!hsl) return null;
  return hslToRgb({
    h: ((Number(hsl[1]) % 360) + 360) % 360,
    s: clamp(hsl[2], 100) / 100,
    l: clamp(hsl[3], 100) / 100,
  });
}

/** Writes a colour as `#rrggbb`. */
export function formatColour({ r, g, b }: Rgb): string {
  return `#${[r, g, b].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Rounds a colour to what `#rrggbb` can say, so that the contrast computed is the contrast shown. */
export function asWritten({ r, g, b }: Rgb): Rgb {
  return { r: Math.round(r), g: Math.round(g), b: Math.round(b) };
}

/** Blends two colours in sRGB; `share` 0 gives the first, 1 the second. */
export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const blend = (a: number, b: number) => a + (b - a) * share;
  return { r: blend(from.r, to.r), g: blend(from.g, to.g), b: blend(from.b, to.b) };
}

/** sRGB to HSL (CSS Color 4, section 7.2). */
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

/** HSL to sRGB (CSS Color 4, section 7.1). */
export function hslToRgb({ h, s, l }: Hsl): Rgb {
  const amplitude = s * Math.min(l, 1 - l);
  const part = (offset: number) => {
    const k = (offset + h / 30) % 12;
    return 255 * (l - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return { r: part(0), g: part(8), b: part(4) };
}

function parseHex(digits: string): Rgb {
  const value = Number.parseInt(digits, 16);
  return { r: value >> 16, g: (value >> 8) & 255, b: value & 255 };
}

function clamp(text: string | undefined, max: number): number {
  return Math.min(max, Math.max(0, Number(text)));
}
