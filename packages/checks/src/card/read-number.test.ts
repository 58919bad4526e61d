import type { RgbaImage } from '@vendor/vision';
import { expect, it } from 'vitest';
import type { OcrEngine } from '../ocr/ocr-engine.ts';
import { findDigitRows } from './find-digits.ts';
import { showsOtherNumber } from './read-number.ts';

/** Draws a white card with rows of sixteen bars like zeros, each 25 pixels high. */
function cardWith(...tops: number[]): RgbaImage {
  const [width, height] = [642, 405];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  const paint = (x: number, y: number) => data.fill(20, (y * width + x) * 4, (y * width + x) * 4 + 3);
  for (const top of tops)
    for (let digit = 0; digit < 16; digit++)
      for (let y = 0; y < 25; y++)
        for (let x = 0; x < 17; x++)
          if (x < 4 || x >= 13 || y < 4 || y >= 21) paint(75 + digit * 29 + x, top + y);
  return { data, width, height };
}

/** Creates an OCR engine that reads a digit for each bar in the given readings, counted from one, and letters in all others. */
function readerOf(...looks: number[]): OcrEngine & { count: number } {
  return {
    count: 0,
    async read() {
      this.count += 1;
      const text = looks.includes(this.count) ? '4'.repeat(16) : 'X';
      const box = { left: 0, top: 0, widthPx: 1, heightPx: 1 };
      return [{ words: [{ text, confidence: 0.2, box }], box, block: 1 }];
    },
  };
}
const paintedAt = (card: RgbaImage, top: number) =>
  findDigitRows(card).find(({ boxes }) => Math.abs(boxes[0]!.top - top) < 10)!;

it('finds a number outside the painted row, whichever row is likelier and whichever reading finds it', {
  tags: ['S1-13'],
}, async () => {
  const card = cardWith(100, 225);
  const painted = paintedAt(card, 225);
  for (const look of [1, 3])
    expect(await showsOtherNumber(card, painted, readerOf(look)), `look ${look}`).toBe(true);
  const blind = readerOf();
  expect(await showsOtherNumber(card, painted, blind)).toBe(false);
  expect(blind.count).toBe(3);
});

it('does not count the painted row as another number', async () => {
  const card = cardWith(225);
  const reader = readerOf(1, 2, 3);
  expect(await showsOtherNumber(card, paintedAt(card, 225), reader)).toBe(false);
  expect(reader.count).toBe(0);
});
