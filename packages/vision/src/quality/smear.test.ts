import { renderIdentityCardFront, renderPassport, utopianCard, utopianPassport } from '@vendor/specimens';
import { beforeAll, describe, expect, it } from 'vitest';
import { type GrayImage, toGray } from '../image.ts';
import { measureDetail, SMEARED_DETAIL } from './smear.ts';

const now = new Date('2031-03-01T10:00:00Z');
const pages: Record<string, GrayImage> = {};

beforeAll(async () => {
  const [card, widthPx] = [utopianCard(now), 1000];
  const drawn = {
    'a card': await renderIdentityCardFront(card, { widthPx }),
    'a passport': await renderPassport(utopianPassport(now), { widthPx }),
  };
  for (const [name, { picture }] of Object.entries(drawn)) pages[name] = toGray(picture);
});

/** What a shutter sees that stays open while the page moves by so many pixels. */
function moved({ data, width, height }: GrayImage, lengthPx: number, degrees: number): GrayImage {
  const sums = new Float32Array(data.length);
  for (let step = 0; step < lengthPx; step++) {
    const distance = step - (lengthPx - 1) / 2;
    const across = Math.round(distance * Math.cos((degrees * Math.PI) / 180));
    const down = Math.round(distance * Math.sin((degrees * Math.PI) / 180));
    for (let pixel = 0; pixel < data.length; pixel++) {
      const x = Math.min(width - 1, Math.max(0, (pixel % width) + across));
      const y = Math.min(height - 1, Math.max(0, Math.floor(pixel / width) + down));
      sums[pixel] = sums[pixel]! + data[y * width + x]!;
    }
  }
  return { data: Uint8ClampedArray.from(sums, (sum) => sum / lengthPx), width, height };
}

describe('measureDetail', () => {
  describe.each(['a card', 'a passport'])('of %s', (name) => {
    it('finds it in each direction when it stood still, or nearly', () => {
      expect(measureDetail(pages[name]!).least).toBeGreaterThan(SMEARED_DETAIL);
      expect(measureDetail(moved(pages[name]!, 4, 90)).least).toBeGreaterThan(SMEARED_DETAIL);
    });

    it.each([
      [24, 0],
      [24, 90],
      [40, 135],
    ])('misses it along a movement over %d px at %d°', (lengthPx, degrees) => {
      expect(measureDetail(moved(pages[name]!, lengthPx, degrees)).least).toBeLessThan(SMEARED_DETAIL);
    });
  });

  it('says nothing about a picture with no room for a piece of print', () => {
    expect(measureDetail({ data: new Uint8Array(0), width: 0, height: 0 }).least).toBe(
      Number.POSITIVE_INFINITY,
    );
    expect(measureDetail({ data: new Uint8Array(9900), width: 110, height: 90 }).least).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});
