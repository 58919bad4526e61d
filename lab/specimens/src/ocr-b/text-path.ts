import { glyphPath, OCRB_ADVANCE, type OcrbCut } from './glyph.ts';

/** Position and size of a line of OCR-B. Lengths are in the units of the picture. */
export interface OcrbTextOptions {
  readonly cut: OcrbCut;
  /** Distance between two characters; capitals are 0.98 times as high. */
  readonly pitch: number;
  /** Left edge of the first character's advance. */
  readonly x: number;
  readonly baseline: number;
}

/**
 * Returns one line of text as SVG path data, to be filled with the non-zero rule.
 *
 * @throws RangeError if the text contains anything but printable ASCII.
 *
 * @example
 * const d = ocrbTextPath('P<UTOERIKSSON', { cut: 'OCRBS', pitch: 20, x: 40, baseline: 120 });
 * const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="340" height="160"><path d="${d}"/></svg>`;
 */
export function ocrbTextPath(text: string, { cut, pitch, x, baseline }: OcrbTextOptions): string {
  const scale = pitch / OCRB_ADVANCE;
  return Array.from(text, (char, column) =>
    place(glyphPath(char, cut).path, scale, x + column * pitch, baseline),
  ).join('');
}

/**
 * Scales and moves an outline. Outlines contain only M, L, C and Z, whose numbers are pairs: even positions are x, odd ones y.
 */
function place(path: string, scale: number, left: number, baseline: number): string {
  let isX = false;
  return path.replace(/-?\d+/g, (number) => {
    isX = !isX;
    return String(round(Number(number) * scale + (isX ? left : baseline)));
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
