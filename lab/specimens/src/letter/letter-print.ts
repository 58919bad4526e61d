import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The part of `opentype.js` used here, which declares no types. */
interface Font {
  getPath(text: string, x: number, y: number, size: number): { readonly commands: readonly Stroke[] };
}
interface Stroke {
  readonly type: string;
  readonly x?: number;
  readonly y?: number;
  readonly x1?: number;
  readonly y1?: number;
  readonly x2?: number;
  readonly y2?: number;
}
interface FontReader {
  parse(bytes: ArrayBuffer): Font;
}

/** Font weights of letters. */
export type LetterWeight = 'Regular' | 'Bold';

/** Position and style of a printed line, in the units of the drawing. */
export interface LinePlace {
  readonly x: number;
  readonly baseline: number;
  readonly size: number;
  readonly weight?: LetterWeight;
}

const require = createRequire(import.meta.url);
const fonts = new Map<LetterWeight, Font>();

/**
 * Arimo, similar to Liberation Sans and free to redistribute, from an installed package, so that no system fonts are needed.
 */
const files = {
  Regular: () => require.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'),
  Bold: () => require.resolve('@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf'),
} as const;

function fontOf(weight: LetterWeight): Font {
  const known = fonts.get(weight);
  if (known) return known;
  const { parse } = require('opentype.js') as FontReader;
  const bytes = readFileSync(files[weight]());
  const font = parse(new Uint8Array(bytes).buffer);
  fonts.set(weight, font);
  return font;
}

/** Draws a line of text as SVG outlines. */
export function printLine(text: string, { x, baseline, size, weight = 'Regular' }: LinePlace): string {
  const { commands } = fontOf(weight).getPath(text, x, baseline, size);
  return `<path d="${commands.map(writeStroke).join('')}"/>`;
}

/** Writes path data, because the library's own output has numbers near zero in a form that SVG does not allow. */
function writeStroke({ type, x1, y1, x2, y2, x, y }: Stroke): string {
  const places = [x1, y1, x2, y2, x, y].filter((place) => place !== undefined);
  return type + places.map((place) => place.toFixed(2)).join(' ');
}
