import {
  createSeededRandom,
  renderIdentityCardFront,
  renderPassport,
  utopianCard,
  utopianPassport,
} from '@vendor/specimens';
import { beforeAll, describe, expect, it } from 'vitest';
import { type GrayImage, toGray } from '../src/image.ts';
import { smooth } from '../src/quality/edge-blur.ts';
import { isSmeared, measureDetail } from '../src/quality/smear.ts';

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

/** Simulates a page that moves by `lengthPx` while the shutter is open. */
function simulateMovement({ data, width, height }: GrayImage, lengthPx: number, degrees: number): GrayImage {
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

/** Applies the blur of a lens and the noise of a sensor. */
function blurByCamera(
  plane: Float32Array,
  [width, height]: readonly [number, number],
  lensPx: number,
): GrayImage {
  const random = createSeededRandom(1);
  const data = Uint8ClampedArray.from(smooth(plane, width, lensPx), (luma) => luma + 1.5 * random.normal());
  return { data, width, height };
}

/** Draws a side of a card, 1,000 px wide, with the given luma. */
function drawSide(lumaAt: (x: number, y: number) => number): GrayImage {
  const data = new Uint8ClampedArray(1000 * 631);
  for (let pixel = 0; pixel < data.length; pixel++)
    data[pixel] = lumaAt(pixel % 1000, Math.floor(pixel / 1000));
  return { data, width: 1000, height: 631 };
}

function photographed({ data, width, height }: GrayImage, lensPx: number): GrayImage {
  return blurByCamera(Float32Array.from(data), [width, height], lensPx);
}

/** Draws a side of a card that is dark where `isDark` returns true. */
function drawDarkSide(isDark: (x: number, y: number) => boolean): GrayImage {
  return photographed(
    drawSide((x, y) => (isDark(x, y) ? 50 : 235)),
    0.8,
  );
}

const isEmblem = (x: number, y: number) => Math.abs(Math.hypot(x - 250, y - 300) - 125) < 35;
const isBox = (x: number, y: number) => x > 175 && x < 755 && y > 145 && y < 455;
const isStripe = (_x: number, y: number) => y > 60 && y < 190;
const isPanel = (x: number, y: number) => x > 60 && x < 660 && y > 250 && y < 342;
const isBar = (x: number) => x % 14 < 4 + ((7 * Math.floor(x / 14)) % 8);

const lensesPx = [0.6, 1, 1.3];

/**
 * Backs of cards without small print, with nearly all edges in one direction; lenses (σ in px) through which they lack detail
 * in the other; and their luma at a point.
 */
const backs: [string, number[], (x: number, y: number) => number][] = [
  ['a stripe and a white panel', lensesPx, (x, y) => (isStripe(x, y) ? 30 : isPanel(x, y) ? 240 : 180)],
  [
    'a stripe and a hatched panel',
    lensesPx,
    (x, y) => (isStripe(x, y) ? 30 : isPanel(x, y) && (x + y) % 16 > 3 ? 245 : 185),
  ],
  ['ruled lines', lensesPx, (x, y) => (x > 70 && x < 720 && y % 90 < 3 ? 60 : 235)],
  [
    'three thin rules',
    lensesPx,
    (x, y) => (x > 100 && x < 650 && y > 150 && y < 450 && y % 100 < 4 ? 60 : 235),
  ],
  ['a bar code', [1.3, 1.6], (x, y) => (x > 60 && x < 930 && y > 370 && y < 560 && isBar(x) ? 35 : 238)],
];

describe('isSmeared', () => {
  describe.each(['a card', 'a passport'])('page of %s', (name) => {
    it('finds no smear on a page that stood still or nearly still', () => {
      expect(isSmeared(pages[name]!)).toBe(false);
      expect(isSmeared(simulateMovement(pages[name]!, 4, 90))).toBe(false);
    });

    it.each([
      [24, 0],
      [24, 90],
      [40, 135],
      [60, 30],
    ])('finds smear after a movement over %d px at %d°', (lengthPx, degrees) => {
      expect(isSmeared(simulateMovement(pages[name]!, lengthPx, degrees))).toBe(true);
    });

    it('finds no smear on a pale page that is soft in every direction', () => {
      const { data, width, height } = pages[name]!;
      const pale = Float32Array.from(data, (luma) => 160 + 0.3 * luma);
      const page = blurByCamera(pale, [width, height], 3);
      expect(measureDetail(page).least).toBeLessThan(4.3);
      expect(isSmeared(page)).toBe(false);
    });
  });

  it.each<[string, (x: number, y: number) => boolean]>([
    ['an emblem', isEmblem],
    ['a box', isBox],
    ['nothing', () => false],
    ['a magnetic stripe', isStripe],
  ])('finds no smear on a sharp side with only %s, which has little detail', (_, isDark) => {
    const side = drawDarkSide(isDark);
    expect(measureDetail(side).least).toBeLessThan(4.3);
    expect(isSmeared(side)).toBe(false);
  });

  describe.each(backs)('back with %s, which lacks detail in one direction', (_, lenses, lumaAt) => {
    it.each(lenses)('finds no smear on a sharp back through a lens of σ %d px', (lensPx) => {
      const side = photographed(drawSide(lumaAt), lensPx);
      const { least, most, printed } = measureDetail(side);
      expect(least).toBeLessThan(4.3);
      expect(most).toBeGreaterThan(2.2 * least);
      expect(printed).toBeGreaterThan(0.02);
      expect(isSmeared(side)).toBe(false);
    });
  });

  it('finds smear on a stripe and a panel that moved along themselves, by their soft ends', () => {
    const [, , lumaAt] = backs[0]!;
    expect(isSmeared(photographed(simulateMovement(drawSide(lumaAt), 40, 0), 0.8))).toBe(true);
  });
});
