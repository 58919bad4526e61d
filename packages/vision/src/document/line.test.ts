import { describe, expect, it } from 'vitest';
import { intersectLines, type StraightLine } from './line.ts';

/** Creates the line through a point, with its normal rotated by `degrees`. */
function lineThrough(x: number, y: number, degrees: number): StraightLine {
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  return { cos, sin, offset: x * cos + y * sin };
}

describe('intersectLines', () => {
  it.each([
    [0, 90],
    [12, 95],
    [-40, 20],
    [170, 250],
  ])('finds the intersection of lines of %d° and %d°', (first, second) => {
    const place = intersectLines(lineThrough(31, -7, first), lineThrough(31, -7, second), 0.4)!;
    expect(place.x).toBeCloseTo(31, 9);
    expect(place.y).toBeCloseTo(-7, 9);
  });

  it('returns null for nearly parallel lines', () => {
    expect(intersectLines(lineThrough(0, 0, 0), lineThrough(5, 5, 23), 0.4)).toBeNull();
    expect(intersectLines(lineThrough(0, 0, 0), lineThrough(5, 5, 25), 0.4)).not.toBeNull();
    expect(intersectLines(lineThrough(0, 0, 0), lineThrough(5, 5, 180), 0.4)).toBeNull();
  });
});
