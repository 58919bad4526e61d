import { describe, expect, it } from 'vitest';
import type { RgbaImage } from '../image.ts';
import { type Quad, quadArea } from '../quad.ts';
import { invertHomography, projectPoint, unitSquareToQuad } from './homography.ts';
import { createRefiner, REFINED_FEATURES } from './refine.ts';

const truth: Quad = [
  { x: 61.3, y: 30.8 },
  { x: 258.6, y: 38.2 },
  { x: 250.1, y: 158.4 },
  { x: 66.7, y: 150.9 },
];

/** Draws a card with a few dark bars on a mid-grey table, with 3 × 3 samples per pixel. */
function photo(): RgbaImage {
  const inverse = invertHomography(unitSquareToQuad(truth)!)!;
  const data = new Uint8ClampedArray(320 * 180 * 4).fill(255);
  for (let pixel = 0; pixel < 320 * 180; pixel++) {
    let sum = 0;
    for (let sample = 0; sample < 9; sample++) {
      const x = (pixel % 320) + ((sample % 3) + 0.5) / 3;
      const y = Math.floor(pixel / 320) + (Math.floor(sample / 3) + 0.5) / 3;
      const { x: u, y: v } = projectPoint(inverse, { x, y });
      const inside = u > 0 && u < 1 && v > 0 && v < 1;
      const bar = u > 0.3 && u < 0.8 && v > 0.2 && v < 0.9 && Math.floor(v * 16) % 3 === 0;
      sum += inside ? (bar ? 70 : 215) : 110;
    }
    data.fill(sum / 9, pixel * 4, pixel * 4 + 3);
  }
  return { data, width: 320, height: 180 };
}

const shifted = (dx: number, dy: number): Quad =>
  truth.map(({ x, y }) => ({ x: x + dx, y: y + dy })) as unknown as Quad;

function worstCorner(quad: Quad): number {
  return Math.max(...quad.map(({ x, y }, corner) => Math.hypot(x - truth[corner]!.x, y - truth[corner]!.y)));
}

describe('createRefiner', () => {
  const refine = createRefiner(photo());

  it('moves a quad to its edges, to a fraction of a pixel', () => {
    const refined = refine(shifted(2, -1.5), [4, 2])!;
    expect(worstCorner(refined.quad)).toBeLessThan(0.3);
    expect(refined.features.length).toBe(REFINED_FEATURES);
  });

  it('reaches as far as a hand moves between frames', () => {
    expect(worstCorner(refine(shifted(9, -8), [12, 4])!.quad)).toBeLessThan(0.3);
  });

  it('returns features of the completeness and contrast of the sides, and of the shape', () => {
    const [minShare, nextShare, meanShare, minContrast, , , skew, size, lighter] = refine(
      truth,
      [4, 2],
    )!.features;
    expect(minShare).toBeGreaterThan(0.9);
    expect(nextShare).toBeGreaterThanOrEqual(minShare!);
    expect(meanShare).toBeGreaterThan(0.95);
    // The card is 105 brighter than the table.
    expect(Math.exp(minContrast!)).toBeGreaterThan(80);
    expect(skew).toBeLessThan(0.2);
    expect(size).toBeCloseTo(Math.sqrt(quadArea(truth) / (320 * 180)), 2);
    expect(lighter).toBe(1);
  });

  it('rejects quads that cannot be a document', () => {
    const point = { x: 100, y: 100 };
    expect(refine([point, point, point, point], [4, 2])).toBeNull();
    expect(refine(shifted(5000, 0), [4, 2])).toBeNull();
  });
});
