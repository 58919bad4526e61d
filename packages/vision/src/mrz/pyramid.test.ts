import { describe, expect, it } from 'vitest';
import { createPyramid, fromLevel, toLevel } from './pyramid.ts';

describe('createPyramid', () => {
  it('averages 2 × 2 pixels and drops an odd edge', () => {
    const data = Uint8Array.of(0, 4, 100, 100, 9, 8, 0, 100, 104, 9, 7, 7, 7, 7, 7);
    expect(createPyramid({ data, width: 5, height: 3 }).level(1)).toEqual({
      data: Uint8Array.of(3, 101),
      width: 2,
      height: 1,
    });
  });

  it('creates no level smaller than one pixel', () => {
    const { data, width, height } = createPyramid({ data: Uint8Array.of(5), width: 1, height: 1 }).level(2);
    expect([data.length, width, height]).toEqual([0, 0, 0]);
  });
});

describe('coordinates of levels', () => {
  it('places the centre of a coarse pixel between the fine ones that it averages', () => {
    expect(fromLevel(0, 1)).toBe(0.5);
    expect(fromLevel(3, 2)).toBe(13.5);
  });

  it('converts coordinates to another level and back', () => {
    expect(toLevel(fromLevel(17.25, 3), 3)).toBeCloseTo(17.25);
  });
});
