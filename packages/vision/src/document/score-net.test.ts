import { describe, expect, it } from 'vitest';
import { FINDER_NETS } from './finder-weights.ts';
import { REFINED_FEATURES } from './refine.ts';
import { createScore, LARGEST_DIGIT, packDigits, probability } from './score-net.ts';
import { FIT_FEATURES } from './search.ts';

describe('createScore', () => {
  it('computes the output of one hidden layer', () => {
    // Steps of 2^(3 / 3) = 2 and 2^0 = 1: weights 2 and −3 for the first unit, 0 and 5 for the second.
    const score = createScore({
      steps: packDigits([3, 0]),
      weights: packDigits([1, -3, 0, 5]),
      biases: [0.5, -1],
      outputs: [3, 0.25, -1],
    });
    expect(score([0.5, 0.25])).toBeCloseTo(3 * Math.tanh(0.75) + 0.25 * Math.tanh(0.25) - 1, 6);
  });

  it('stores numbers as characters that need no escaping', () => {
    const every = Array.from({ length: 2 * LARGEST_DIGIT + 1 }, (_, k) => k - LARGEST_DIGIT);
    const digits = packDigits(every);
    expect(digits).not.toMatch(/["'`\\$]/);
    every.forEach((number, k) => {
      const score = createScore({ steps: 'A', weights: digits[k]!, biases: [0], outputs: [1, 0] });
      expect(Math.atanh(score([0.01]))).toBeCloseTo(number / 100, 6);
    });
  });

  it('returns a probability of one half for even odds', () => {
    expect(probability(0)).toBe(0.5);
    expect(probability(50)).toBeCloseTo(1, 9);
  });
});

describe('FINDER_NETS', () => {
  it.each([
    ['search', FIT_FEATURES],
    ['track', REFINED_FEATURES],
  ] as const)('provides a net "%s" for exactly its number of features', (name, count) => {
    const features = new Array(count).fill(0.5);
    const score = FINDER_NETS[name](features);
    expect(score).toBeTypeOf('number');
    expect(score).not.toBeNaN();
    expect(FINDER_NETS[name](features.slice(1))).toBeNaN();
    expect(FINDER_NETS[name]([...features, 7])).toBe(score);
  });
});
