import { describe, expect, it } from 'vitest';
import { CANDIDATE_FEATURES, type Candidate } from './candidates.ts';
import { createEdgeMapper } from './edge-map.ts';
import { rankCandidates } from './rank.ts';

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
  it('puts the highest score first and keeps a bounded number', () => {
    const map = createEdgeMapper(frame.width, frame.height)(frame);
    const candidates = Array.from({ length: 300 }, (_, k) => candidate((k * 7) % 300));
    const ranked = rankCandidates(
      candidates,
      map,
      (features) => features[0]!,
      (features) => features[0]!,
    );
    expect(ranked.slice(0, 3).map(({ score }) => score)).toEqual([299, 298, 297]);
    expect(ranked.length).toBeLessThan(100);
  });

  it('looks at the contrast of those only that lines speak for', () => {
    const map = createEdgeMapper(frame.width, frame.height)(frame);
    const candidates = Array.from({ length: 300 }, (_, k) => candidate(k));
    const ranked = rankCandidates(
      candidates,
      map,
      (features) => -features[0]!,
      (features) => features[0]!,
    );
    expect(ranked[0]!.score).toBeLessThan(100);
    expect(ranked[0]!.score).toBe(ranked.length - 1);
  });
});
