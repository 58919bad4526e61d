import { describe, expect, it } from 'vitest';
import { quadOverlap } from './quad-overlap.ts';

const box = (left: number, top: number, width: number, height: number) => [
  { x: left, y: top },
  { x: left + width, y: top },
  { x: left + width, y: top + height },
  { x: left, y: top + height },
];

describe('quadOverlap', () => {
  it('returns 1 for the same quad from any starting corner', () => {
    const [a, b, c, d] = box(3, 4, 50, 30);
    expect(quadOverlap([a!, b!, c!, d!], [c!, d!, a!, b!])).toBeCloseTo(1, 9);
  });

  it('returns 0 for separate quads', () => {
    expect(quadOverlap(box(0, 0, 10, 10), box(20, 0, 10, 10))).toBe(0);
  });

  it('returns the ratio of shared to covered area', () => {
    expect(quadOverlap(box(0, 0, 20, 10), box(10, 0, 20, 10))).toBeCloseTo(1 / 3, 9);
    expect(quadOverlap(box(0, 0, 20, 20), box(5, 5, 10, 10))).toBeCloseTo(0.25, 9);
  });

  it('handles slanted sides', () => {
    const diamond = [
      { x: 10, y: 0 },
      { x: 20, y: 10 },
      { x: 10, y: 20 },
      { x: 0, y: 10 },
    ];
    expect(quadOverlap(diamond, box(0, 0, 20, 20))).toBeCloseTo(0.5, 9);
  });
});
