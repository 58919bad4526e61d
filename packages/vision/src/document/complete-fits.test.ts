import { describe, expect, it } from 'vitest';
import { farthestCorner, type Quad, turnTowards } from '../quad.ts';
import { CANDIDATE_FEATURES, LINE_FEATURES } from './candidates.ts';
import { completeFits } from './complete-fits.ts';
import { createEdgeMapper } from './edge-map.ts';
import type { RefinedCandidate } from './refine-best.ts';

const size = { width: 320, height: 180 };
const map = createEdgeMapper(
  size.width,
  size.height,
)({ ...size, data: new Uint8ClampedArray(size.width * size.height * 4) });

/** A fit to a card seen from above, whose right side was taken for further left by some px. */
function fitShortBy(px: number, left = 60): RefinedCandidate {
  const quad: Quad = [
    { x: left, y: 50 },
    { x: left + 158.6 - px, y: 50 },
    { x: left + 158.6 - px, y: 150 },
    { x: left, y: 150 },
  ];
  return {
    refined: { quad, features: [] },
    candidate: {
      quad,
      features: Float32Array.from({ length: CANDIDATE_FEATURES }, () => 0.25),
      score: 1,
    },
    features: [],
    logit: -1,
  };
}

describe('completeFits', () => {
  it('offers the document that three sides of a fit make, in pixels of the edge map', () => {
    const truth: Quad = [
      { x: 30, y: 25 },
      { x: 109.3, y: 25 },
      { x: 109.3, y: 75 },
      { x: 30, y: 75 },
    ];
    const nearest = (list: readonly { quad: Quad }[]): number =>
      Math.min(...list.map(({ quad }) => farthestCorner(turnTowards(quad, truth), truth)));
    expect(nearest(completeFits([fitShortBy(30)], map))).toBeLessThan(0.1);
    expect(nearest(completeFits([], map))).toBe(Number.POSITIVE_INFINITY);
  });

  it('tells their own shape of them, and of the rest what lines said of the fit', () => {
    for (const { features } of completeFits([fitShortBy(30)], map)) {
      const [aspect, skew, area] = features.slice(5, 8);
      expect(aspect).toBeCloseTo(0, 6);
      expect(skew).toBeCloseTo(0, 6);
      expect(area).not.toBe(0.25);
      expect([...features.slice(0, 5), features[8], ...features.slice(LINE_FEATURES)]).toEqual(
        Array.from({ length: CANDIDATE_FEATURES - 3 }, () => 0.25),
      );
    }
  });

  it('leaves out what reaches out of the frame, where no side can be seen', () => {
    const list = completeFits([fitShortBy(30, 180)], map);
    expect(list.length).toBeGreaterThan(0);
    for (const { quad } of list) {
      for (const { x, y } of quad) {
        expect(Math.min(x, y, 160 - x, 90 - y)).toBeGreaterThan(1);
      }
    }
  });
});
