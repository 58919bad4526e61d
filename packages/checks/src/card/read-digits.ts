import { type RgbaImage, rectify } from '@vendor/vision';
import type { OcrEngine } from '../ocr/ocr-engine.ts';
import type { DigitBox, DigitRow } from './find-digits.ts';
import { normalisePrint, type Rows } from './normalise-print.ts';

/** One reading of a row, with one digit per box. */
export interface DigitReading {
  readonly digits: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/** Height and spacing at which digits are laid out again for OCR, which expects running text rather than wide spacing. */
const HEIGHT_PX = 34;
const GAP_PX = 9;
/** Minimum width of a digit; without it, consecutive ones merge. */
const MIN_WIDTH_PX = 20;
const MARGIN_PX = 16;
/** Distance around a digit that is cut out with it, as a share of its height. */
const SLACK = 0.08;

/**
 * Reads the digits of a row.
 *
 * @returns null if OCR does not find exactly one digit per box.
 */
export async function readDigits(
  card: RgbaImage,
  row: DigitRow,
  ocr: OcrEngine,
  gain: number,
): Promise<DigitReading | null> {
  const even = normalisePrint(card, row.polarity, row.heightPx, gain, rowsOf(row));
  const lines = await ocr.read(layOutDigits(even, row), {
    language: 'en',
    layout: 'line',
    characters: '0123456789',
  });
  const words = lines.flatMap((line) => line.words);
  const digits = words.map(({ text }) => text).join('');
  if (!/^\d+$/.test(digits) || digits.length !== row.boxes.length) return null;
  return { digits, confidence: Math.min(...words.map(({ confidence }) => confidence)) };
}

/** Returns the rows of pixels from which the digits are cut, with one more on each side for the interpolation. */
function rowsOf({ boxes, heightPx }: DigitRow): Rows {
  const middles = boxes.map(({ top, bottom }) => (top + bottom) / 2);
  const half = (0.5 + SLACK) * heightPx;
  return {
    from: Math.floor(Math.min(...middles) - half) - 1,
    to: Math.ceil(Math.max(...middles) + half) + 1,
  };
}

/** Lays out the digits side by side on white, at equal height. */
function layOutDigits(even: RgbaImage, { boxes, heightPx }: DigitRow): RgbaImage {
  const scale = HEIGHT_PX / heightPx;
  const slack = SLACK * heightPx;
  const tops = Math.round(HEIGHT_PX + 2 * slack * scale);
  const glyphs = boxes.map((box) => cutDigit(even, widen(box, MIN_WIDTH_PX / scale), slack, scale, heightPx));
  const width = glyphs.reduce((sum, glyph) => sum + glyph.width + GAP_PX, 2 * MARGIN_PX);
  const height = tops + 2 * MARGIN_PX;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  let left = MARGIN_PX;
  for (const glyph of glyphs) {
    for (let y = 0; y < glyph.height; y++) {
      const from = y * glyph.width * 4;
      data.set(glyph.data.subarray(from, from + glyph.width * 4), ((MARGIN_PX + y) * width + left) * 4);
    }
    left += glyph.width + GAP_PX;
  }
  return { data, width, height };
}

function widen(box: DigitBox, minPx: number): DigitBox {
  const more = Math.max(0, minPx - (box.right - box.left)) / 2;
  return { ...box, left: box.left - more, right: box.right + more };
}

function cutDigit(even: RgbaImage, box: DigitBox, slack: number, scale: number, heightPx: number): RgbaImage {
  const [left, right] = [box.left - slack, box.right + slack];
  // Cuts every digit at the same height, because deviations come from the boxes rather than the digits.
  const middle = (box.top + box.bottom) / 2;
  const [top, bottom] = [middle - heightPx / 2 - slack, middle + heightPx / 2 + slack];
  return rectify(
    even,
    [
      { x: left, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: left, y: bottom },
    ],
    { widthPx: (right - left) * scale, heightPx: (bottom - top) * scale },
  );
}
