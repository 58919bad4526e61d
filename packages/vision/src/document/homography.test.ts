import { describe, expect, it } from 'vitest';
import type { Quad } from '../quad.ts';
import { invertHomography, projectPoint, unitSquareToQuad } from './homography.ts';

const quad: Quad = [
  { x: 12, y: 9 },
  { x: 210, y: 31 },
  { x: 190, y: 160 },
  { x: 30, y: 140 },
];
const unitSquare = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

describe('homography', () => {
  it('maps the corners of the unit square to those of the quad', () => {
    const map = unitSquareToQuad(quad)!;
    unitSquare.forEach((corner, index) => {
      const projected = projectPoint(map, corner);
      expect(projected.x).toBeCloseTo(quad[index]!.x, 9);
      expect(projected.y).toBeCloseTo(quad[index]!.y, 9);
    });
  });

  it('keeps straight lines straight: the diagonals meet at the projected centre', () => {
    const centre = projectPoint(unitSquareToQuad(quad)!, { x: 0.5, y: 0.5 });
    const [a, b, c, d] = quad;
    const side = (p: typeof a, q: typeof a) =>
      (q.x - p.x) * (centre.y - p.y) - (q.y - p.y) * (centre.x - p.x);
    expect(side(a, c)).toBeCloseTo(0, 6);
    expect(side(b, d)).toBeCloseTo(0, 6);
  });

  it('can be inverted', () => {
    const map = unitSquareToQuad(quad)!;
    const back = projectPoint(invertHomography(map)!, projectPoint(map, { x: 0.3, y: 0.8 }));
    expect(back.x).toBeCloseTo(0.3, 9);
    expect(back.y).toBeCloseTo(0.8, 9);
  });

  it('returns null for collinear corners', () => {
    const flat = { x: 5, y: 5 };
    expect(unitSquareToQuad([flat, flat, flat, flat])).toBeNull();
    expect(unitSquareToQuad([flat, { x: 6, y: 6 }, { x: 7, y: 7 }, { x: 8, y: 8 }])).toBeNull();
    expect(invertHomography([1, 1, 1, 1, 1, 1, 1, 1, 1])).toBeNull();
  });
});
