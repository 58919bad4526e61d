import { type RgbaImage, rectify } from '@vendor/vision';
import type { OcrEngine } from '../ocr/ocr-engine.ts';
import { evenPrint } from './even-print.ts';
import type { DigitBox, DigitRow } from './find-digits.ts';

/** One reading of a row: a digit for each box. */
export interface DigitReading {
  readonly digits: string;
  /** 0..1. */
  readonly confidence: number;
}

/** Digits are set anew at this height, at the distance of running text: the reader does not know wide spacing. */
const HEIGHT_PX = 34;
const GAP_PX = 9;
/** A one is given as much room as the others: several in a row run together otherwise. */
const LEAST_WIDTH_PX = 20;
const MARGIN_PX = 16;

/**
 * Reads the digits of a row.
 *
 * @returns null when the reader does not see one digit in each box.
 */
export async function readDigits(
  card: RgbaImage,
  row: DigitRow,
  ocr: OcrEngine,
  gain: number,
): Promise<DigitReading | null> {
  const even = evenPrint(card, row.polarity, row.heightPx, gain);
  const lines = await ocr.read(setAnew(even, row), {
    language: 'en',
    layout: 'line',
    characters: '0123456789',
  });
  const words = lines.flatMap((line) => line.words);
  const digits = words.map(({ text }) => text).join('');
  if (!/^\d+$/.test(digits) || digits.length !== row.boxes.length) return null;
  return { digits, confidence: Math.min(...words.map(({ confidence }) => confidence)) };
}

/** The digits side by side on white, all of one height. */
function setAnew(even: RgbaImage, { boxes, heightPx }: DigitRow): RgbaImage {
  const scale = HEIGHT_PX / heightPx;
  const slack = 0.08 * heightPx;
  const tops = Math.round(HEIGHT_PX + 2 * slack * scale);
  const glyphs = boxes.map((box) => cut(even, widened(box, LEAST_WIDTH_PX / scale), slack, scale, heightPx));
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

function widened(box: DigitBox, leastPx: number): DigitBox {
  const more = Math.max(0, leastPx - (box.right - box.left)) / 2;
  return { ...box, left: box.left - more, right: box.right + more };
}

function cut(even: RgbaImage, box: DigitBox, slack: number, scale: number, heightPx: number): RgbaImage {
  const [left, right] = [box.left - slack, box.right + slack];
  // All of one height: what is a little off is the box, not the digit.
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
