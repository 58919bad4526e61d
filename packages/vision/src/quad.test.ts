import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clockwise,
  farthestCorner,
  isConvexQuad,
  isInsideQuad,
  orderLandscapeQuad,
  type Quad,
  quadArea,
  quadBounds,
  scaleQuad,
  sideLengths,
  turnTowards,
} from './quad.ts';

const card: Quad = [
  { x: 10, y: 20 },
  { x: 90, y: 20 },
  { x: 90, y: 70 },
  { x: 10, y: 70 },
];

function turned(quad: Quad, degrees: number): Quad {
  const angle = (degrees * Math.PI) / 180;
  return quad.map(({ x, y }) => ({
    x: 50 + (x - 50) * Math.cos(angle) - (y - 45) * Math.sin(angle),
    y: 45 + (x - 50) * Math.sin(angle) + (y - 45) * Math.cos(angle),
  })) as unknown as Quad;
}

describe('quad', () => {
  it('computes area, sides and bounding box', () => {
    expect(quadArea(card)).toBe(4000);
    expect(sideLengths(card)).toEqual([80, 50, 80, 50]);
    expect(quadBounds(turned(card, 90)).right).toBeCloseTo(75);
  });

  it('computes the same area at any rotation', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 360 }),
        (degrees) => Math.abs(quadArea(turned(card, degrees)) - 4000) < 1e-6,
      ),
    );
  });

  it('scales every corner', () => {
    expect(quadArea(scaleQuad(card, 3))).toBe(36_000);
  });

  it('reorders corners clockwise from either direction', () => {
    const [a, b, c, d] = card;
    expect(clockwise(card)).toEqual(card);
    expect(clockwise([b, a, d, c])).toEqual([b, c, d, a]);
  });

  it('starts at the corner of another quad, and measures the distance to it', () => {
    const [a, b, c, d] = card;
    for (const begun of [card, [b, c, d, a], [c, d, a, b], [d, a, b, c]] as const) {
      expect(turnTowards(begun, card)).toEqual(card);
    }
    const moved: Quad = [c, { x: d.x - 3, y: d.y + 4 }, a, b];
    expect(farthestCorner(turnTowards(moved, card), card)).toBe(5);
  });

  it('distinguishes points inside from points outside', () => {
    expect(isInsideQuad({ x: 50, y: 45 }, card)).toBe(true);
    expect(isInsideQuad({ x: 10, y: 20 }, card)).toBe(true);
    expect(isInsideQuad({ x: 9, y: 45 }, card)).toBe(false);
  });

  it('accepts as convex only quads without reflex corners and crossing sides', () => {
    expect(isConvexQuad(card)).toBe(true);
    expect(isConvexQuad([card[0], card[2], card[1], card[3]])).toBe(false);
    expect(isConvexQuad([card[0], card[1], { x: 30, y: 30 }, card[3]])).toBe(false);
    expect(isConvexQuad([card[0], card[0], card[2], card[3]])).toBe(false);
  });
});

describe('orderLandscapeQuad', () => {
  it('starts at the top left corner, whichever corner came first in either direction', () => {
    for (let start = 0; start < 4; start++) {
      const from = (index: number) => card[(start + index) % 4]!;
      expect(orderLandscapeQuad([from(0), from(1), from(2), from(3)])).toEqual(card);
      expect(orderLandscapeQuad([from(3), from(2), from(1), from(0)])).toEqual(card);
    }
  });

  it('takes the upper long side as the top up to a quarter turn', () => {
    for (const degrees of [-80, -30, 30, 80]) {
      expect(orderLandscapeQuad(turned(card, degrees))[0].x).toBeCloseTo(turned(card, degrees)[0].x);
    }
  });

  it('takes the right side as the top of a document on its side', () => {
    const [topLeft] = orderLandscapeQuad(turned(card, 90));
    expect(topLeft.x).toBeCloseTo(75);
    expect(topLeft.y).toBeCloseTo(5);
  });
});
