import { type Picture, renderIdentityCardFront, utopianCard } from '@vendor/specimens';
import type { Quad } from '@vendor/vision';
import { beforeAll, describe, expect, it } from 'vitest';
import { measurePrintSlopes } from './printed-lines.ts';

let front: Picture;
beforeAll(async () => {
  const page = await renderIdentityCardFront(utopianCard(new Date('2031-03-01')), { widthPx: 640 });
  front = page.picture;
});

/** Returns the median slope of a card's print, straightened with its upper left corner moved down. */
function medianSlope(movedPx: number): number {
  const { width, height } = front;
  const corners: Quad = [
    { x: 0, y: movedPx },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
  const slopes = measurePrintSlopes(front, corners)
    .map(Math.abs)
    .sort((a, b) => a - b);
  return slopes[slopes.length >> 1]!;
}

describe('measurePrintSlopes', () => {
  it('returns slopes near zero for correct corners of a card, and larger ones if a corner is displaced', () => {
    expect(medianSlope(0)).toBeLessThan(0.01);
    expect(medianSlope(80)).toBeGreaterThan(0.025);
  });
});
