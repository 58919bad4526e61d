import { describe, expect, it } from 'vitest';
import { CORNER_NET } from './corner-weights.ts';
import { unpackCornerNet } from './packed-corner-net.ts';
import { LARGEST_DIGIT, packDigits } from './score-net.ts';

/** Every number that a digit can stand for. */
const every = Array.from({ length: 2 * LARGEST_DIGIT + 1 }, (_, k) => k - LARGEST_DIGIT);

const rows = (steps: number[], size: number, biases: number[], unit: number, weights: number[]) => ({
  steps: packDigits(steps),
  size,
  biases: packDigits(biases),
  unit,
  weights: packDigits(weights),
});

describe('unpackCornerNet', () => {
  it('unpacks each row with its own step, and all biases of a layer with one unit', () => {
    const { weights, biases } = unpackCornerNet({
      // Steps of 0.1 · 2^(8 / 8) = 0.2 and 0.1 · 2^(−16 / 8) = 0.025.
      ...rows([8, -16], 0.1, [3, -25], 0.04, [1, -2, 25, 4, 0, -25]),
      convolutions: [],
    });
    [0.2, -0.4, 5, 0.1, 0, -0.625].forEach((weight, k) => {
      expect(weights[k]).toBeCloseTo(weight, 6);
    });
    expect(biases[0]).toBeCloseTo(0.12, 6);
    expect(biases[1]).toBeCloseTo(-1, 6);
  });

  it('decodes every digit', () => {
    const last = rows([0], 1, every, 1, every);
    const convolution = {
      stride: 2,
      dilation: 1,
      kernels: packDigits(new Array(9 * every.length).fill(1)),
      kernelSteps: packDigits(every),
      ...rows(every, 1, [], 1, every),
    } as const;
    const net = unpackCornerNet({ ...last, convolutions: [convolution] });
    expect([...net.weights]).toEqual(every);
    expect([...net.biases]).toEqual(every);
    every.forEach((digit, k) => {
      for (const place of net.convolutions[0]!.kernels.subarray(9 * k, 9 * k + 9))
        expect(place / 2 ** (digit / 8)).toBeCloseTo(1, 6);
      expect(net.convolutions[0]!.weights[k]! / (digit * 2 ** (digit / 8) || 1)).toBeCloseTo(
        digit === 0 ? 0 : 1,
        6,
      );
    });
  });

  it('adds the input to convolutions with stride 1', () => {
    const numbers = rows([0], 1, [0], 1, [1, 1, 1, 1]);
    const kernels = packDigits(new Array(36).fill(2));
    const kernelSteps = packDigits([0, 0, 0, 0]);
    const net = unpackCornerNet({
      ...numbers,
      convolutions: [
        { stride: 2, dilation: 1, kernels, kernelSteps, ...numbers },
        { stride: 1, dilation: 4, kernels, kernelSteps, ...numbers },
      ],
    });
    expect(net.convolutions.map(({ stride, dilation, adds }) => [stride, dilation, adds])).toEqual([
      [2, 1, false],
      [1, 4, true],
    ]);
  });
});

describe('CORNER_NET', () => {
  const net = unpackCornerNet(CORNER_NET);

  it('contains all numbers that its layers need, and kernels in multiples of four', () => {
    let planes = 3;
    for (const { kernels, weights, biases, adds } of net.convolutions) {
      const count = kernels.length / 9;
      expect(count % planes).toBe(0);
      expect(count % 4).toBe(0);
      expect(weights.length).toBe(biases.length * count);
      if (adds) expect(biases.length).toBe(planes);
      planes = biases.length;
    }
    expect(net.biases.length).toBe(13);
    expect(net.weights.length).toBe(13 * planes);
  });

  it('halves three times, so that a field is eight pixels', () => {
    expect(net.convolutions.filter(({ stride }) => stride === 2).length).toBe(3);
  });
});
