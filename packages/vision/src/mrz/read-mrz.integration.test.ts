import { drawMrzFrame, mrzLines, renderIdentityCardBack, renderScene, utopianCard } from '@vendor/specimens';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GrayImage, toGray } from '../image.ts';
import { readMrz } from './read-mrz.ts';

// Two frames with a zone, and frames without; accuracy on hard frames is measured in ../../slow.

function picture(width: number, height: number, value: (x: number, y: number) => number): GrayImage {
  return {
    data: Uint8Array.from({ length: width * height }, (_, i) => value(i % width, Math.floor(i / width))),
    width,
    height,
  };
}

/** Pseudo-random luma without a pattern. */
function noise(x: number, y: number): number {
  return Math.imul(Math.imul(x + 1, 0x9e3779b1) ^ (y + 7), 0x85ebca6b) >>> 24;
}

describe('readMrz', () => {
  it('reads the lines of a card, and returns their outline and pitch', async () => {
    const frame = await drawMrzFrame({ seed: 31, format: 'TD1', framing: 'close', pitchPx: 16 });
    const reading = readMrz(frame.image);
    expect(reading).toMatchObject({ format: 'TD1', lines: frame.lines, accepted: true });
    expect(reading!.pitchPx).toBeCloseTo(16, 0);
    for (const [corner, { x, y }] of frame.outline.entries()) {
      expect(Math.hypot(reading!.outline[corner]!.x - x, reading!.outline[corner]!.y - y)).toBeLessThan(16);
    }
  });

  it('reads the lines of a card on a cloth whose weave is more regular than print', async () => {
    const card = utopianCard(new Date(0));
    const { picture } = await renderScene({
      page: await renderIdentityCardBack(card),
      size: { width: 953, height: 668 },
      table: 'linen',
      pose: { pxPerMm: 8.7 },
    });
    expect(readMrz(toGray(picture))).toMatchObject({ lines: mrzLines(card), accepted: true });
  });
});

describe('readMrz without a document', () => {
  it.each([
    ['nothing', picture(0, 0, () => 0)],
    ['one pixel', picture(1, 1, () => 0)],
    ['a line of pixels', picture(900, 3, noise)],
    ['a blank picture', picture(640, 360, () => 200)],
    ['noise', picture(640, 360, noise)],
    ['stripes', picture(640, 360, (x) => ((x >> 2) & 1) * 200)],
    ['a chessboard', picture(640, 360, (x, y) => (((x >> 3) + (y >> 3)) & 1) * 255)],
    ['rows of boxes', picture(640, 360, (x, y) => (x % 12 < 7 && y % 24 < 11 ? 20 : 220))],
    ['a black picture with one white pixel', picture(640, 360, (x, y) => (x === 300 && y === 200 ? 255 : 0))],
  ])('accepts nothing in %s', (_, image) => {
    expect(readMrz(image)?.accepted ?? false).toBe(false);
  });

  it('accepts nothing in any small picture, and never throws', () => {
    const pixels = fc.uint8Array({ minLength: 48 * 32, maxLength: 48 * 32 });
    fc.assert(
      fc.property(pixels, (data) => {
        expect(readMrz({ data, width: 48, height: 32 })?.accepted ?? false).toBe(false);
      }),
      { numRuns: 40, seed: 1 },
    );
  });
});
