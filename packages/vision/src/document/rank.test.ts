import { describe, expect, it } from 'vitest';
import { acceptLogit, probability } from './accept-net.ts';
import { CANDIDATE_FEATURES, type Candidate, LINE_FEATURES } from './candidates.ts';
import { createEdgeMapper } from './edge-map.ts';
import { FINDER_WEIGHTS } from './finder-weights.ts';
import { rankCandidates } from './rank.ts';
import { REFINED_FEATURES } from './refine.ts';

const frame = { data: new Uint8ClampedArray(128 * 80 * 4).fill(90), width: 128, height: 80 };

function candidate(first: number): Candidate {
  const features = new Float32Array(CANDIDATE_FEATURES);
  features[0] = first;
  const quad = [
    { x: 10, y: 10 },
    { x: 50, y: 10 },
    { x: 50, y: 35 },
    { x: 10, y: 35 },
  ] as const;
  return { quad, features, score: 0 };
}

describe('rankCandidates', () => {
  it('puts the highest weighted sum first and keeps a bounded number', () => {
    const map = createEdgeMapper(frame.width, frame.height)(frame);
    const candidates = Array.from({ length: 300 }, (_, k) => candidate((k * 7) % 300));
    const ranked = rankCandidates(candidates, map, { lines: [1], all: [1] });
    expect(ranked.slice(0, 3).map(({ score }) => score)).toEqual([299, 298, 297]);
    expect(ranked.length).toBeLessThan(100);
  });
});

describe('acceptLogit', () => {
  const net = { mean: [1, 2], scale: [1, 0.5], hidden: [[2, 0, 0.5]], output: [3, -1] };

  it('is the output of one hidden layer over normalised features', () => {
    expect(acceptLogit(net, [1.25, 2])).toBeCloseTo(3 * Math.tanh(1) - 1, 9);
    expect(probability(0)).toBe(0.5);
  });

  it('is not moved by how far out an outlier is', () => {
    expect(acceptLogit(net, [1e9, 2])).toBe(acceptLogit(net, [9, 2]));
  });
});

describe('FINDER_WEIGHTS', () => {
  it('fit the features that they are used for', () => {
    const { rank, searchNet, trackNet } = FINDER_WEIGHTS;
    expect(rank.lines.length).toBe(LINE_FEATURES);
    expect(rank.all.length).toBe(CANDIDATE_FEATURES);
    for (const [net, features] of [
      [searchNet, REFINED_FEATURES + CANDIDATE_FEATURES],
      [trackNet, REFINED_FEATURES],
    ] as const) {
      expect(net.mean.length).toBe(features);
      expect(net.scale.length).toBe(features);
      expect(net.hidden.every((weights) => weights.length === features + 1)).toBe(true);
      expect(net.output.length).toBe(net.hidden.length + 1);
    }
  });
});
