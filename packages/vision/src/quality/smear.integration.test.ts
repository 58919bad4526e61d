import { renderIdentityCardFront, utopianCard } from '@vendor/specimens';
import { beforeAll, describe, expect, it } from 'vitest';
import { type GrayImage, toGray } from '../image.ts';
import { isSmeared, measureDetail } from './smear.ts';

// One card; more sides, movements and lenses are tested in ../../slow.

let card: GrayImage;
beforeAll(async () => {
  const front = await renderIdentityCardFront(utopianCard(new Date('2031-03-01T10:00:00Z')), {
    widthPx: 1000,
  });
  card = toGray(front.picture);
});

/** Simulates a page that moves to the right by `lengthPx` while the shutter is open. */
function simulateMovement({ data, width, height }: GrayImage, lengthPx: number): GrayImage {
  const smeared = new Uint8ClampedArray(data.length);
  for (let row = 0; row < data.length; row += width) {
    let sum = 0;
    for (let x = 0; x < width; x++) {
      sum += data[row + x]! - (x < lengthPx ? 0 : data[row + x - lengthPx]!);
      smeared[row + x] = sum / Math.min(x + 1, lengthPx);
    }
  }
  return { data: smeared, width, height };
}

describe('isSmeared', () => {
  it('finds smear on a card that moved by 24 px, and none when it stood still', () => {
    expect(isSmeared(card)).toBe(false);
    expect(isSmeared(simulateMovement(card, 24))).toBe(true);
  });

  it('finds no smear in a picture too small for a piece of print', () => {
    expect(isSmeared({ data: new Uint8Array(0), width: 0, height: 0 })).toBe(false);
    expect(isSmeared({ data: new Uint8Array(9900), width: 110, height: 90 })).toBe(false);
  });
});

describe('measureDetail', () => {
  it('returns Infinity for a page that is too small to measure', () => {
    expect(measureDetail({ data: new Uint8Array(0), width: 0, height: 0 }).least).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});
