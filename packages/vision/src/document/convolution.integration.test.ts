import { createSeededRandom } from '@vendor/specimens';
import { describe, expect, it } from 'vitest';
import {
  type Convolution,
  convolve,
  createPlanes,
  locatePlane,
  type Planes,
  scratchSize,
} from './convolution.ts';

interface Sizes {
  readonly planes: number;
  readonly kernels: number;
  readonly outputs: number;
  readonly stride?: 1 | 2;
  readonly dilation?: number;
  readonly adds?: boolean;
}

const randomly = (seed: number, count: number): Float32Array => {
  const random = createSeededRandom(seed);
  return Float32Array.from({ length: count }, () => random.normal());
};

function convolutionOf({ kernels, outputs, stride = 1, dilation = 1, adds = false }: Sizes): Convolution {
  return {
    stride,
    dilation,
    adds,
    kernels: randomly(1, kernels * 9),
    weights: randomly(2, outputs * kernels),
    biases: randomly(3, outputs),
  };
}

/** Creates planes of random numbers, with a border of zeros. */
function planesOf(count: number, width: number, height: number, border: number): Planes {
  const planes = createPlanes(count, width, height, border);
  const numbers = randomly(4, count * width * height);
  for (let k = 0; k < numbers.length; k++) {
    const plane = Math.floor(k / (width * height));
    const { start, row } = locatePlane(planes, plane);
    planes.data[start + (Math.floor(k / width) % height) * row + (k % width)] = numbers[k]!;
  }
  return planes;
}

/** Reads a plane at a position; outside the plane, zero. */
function numberAt(planes: Planes, plane: number, x: number, y: number): number {
  const { start, row } = locatePlane(planes, plane);
  const isInside = x >= 0 && y >= 0 && x < planes.width && y < planes.height;
  return isInside ? planes.data[start + y * row + x]! : 0;
}

/** Returns all numbers of the planes, without their borders. */
function numbersIn(planes: Planes): number[] {
  const size = planes.width * planes.height;
  return Array.from({ length: planes.count * size }, (_, k) =>
    numberAt(planes, Math.floor(k / size), k % planes.width, Math.floor((k % size) / planes.width)),
  );
}

/** Computes a convolution by its definition, one output at a time. */
function convolveByDefinition(convolution: Convolution, from: Planes): number[] {
  const { stride, dilation, adds, kernels, weights, biases } = convolution;
  const count = kernels.length / 9;
  const width = Math.ceil(from.width / stride);
  const height = Math.ceil(from.height / stride);
  return Array.from({ length: biases.length * width * height }, (_, k) => {
    const plane = Math.floor(k / (width * height));
    const x = k % width;
    const y = Math.floor(k / width) % height;
    let sum = biases[plane]! + (adds ? numberAt(from, plane, x, y) : 0);
    for (let n = 0; n < count * 9; n++) {
      const kernel = Math.floor(n / 9);
      const right = ((n % 3) - 1) * dilation;
      const down = (Math.floor((n % 9) / 3) - 1) * dilation;
      const seen = numberAt(
        from,
        Math.floor(kernel / (count / from.count)),
        x * stride + right,
        y * stride + down,
      );
      sum += weights[plane * count + kernel]! * kernels[n]! * seen;
    }
    return Math.max(0, sum);
  });
}

/** Scratch memory that still contains results of another convolution. */
const usedRoom = (numbers: number): Float64Array => new Float64Array(numbers).fill(Number.NaN);

function expectClose(numbers: readonly number[], expected: readonly number[]): void {
  expect(numbers.length).toBe(expected.length);
  const apart = numbers.map((number, k) => Math.abs(number - expected[k]!));
  expect(Math.max(...apart)).toBeLessThan(1e-4);
  // Expects outputs of both kinds: if ReLU had clipped none or all of them, little would be compared.
  const kept = expected.filter((number) => number > 0).length / expected.length;
  expect(kept).toBeGreaterThan(0.1);
  expect(kept).toBeLessThan(0.9);
}

describe('convolve', () => {
  it.each<[string, Sizes, [width: number, height: number, border: number]]>([
    ['of an even size', { planes: 4, kernels: 4, outputs: 8 }, [12, 8, 1]],
    ['of an odd size', { planes: 4, kernels: 4, outputs: 6 }, [13, 7, 1]],
    ['with dilation 2', { planes: 4, kernels: 4, outputs: 4, dilation: 2 }, [11, 6, 2]],
    ['with dilation 4', { planes: 8, kernels: 8, outputs: 4, dilation: 4 }, [14, 10, 4]],
    ['smaller than a kernel', { planes: 4, kernels: 4, outputs: 4, dilation: 4 }, [2, 3, 4]],
    ['with a border wider than a kernel', { planes: 4, kernels: 4, outputs: 4 }, [9, 9, 4]],
    ['with stride 2', { planes: 4, kernels: 4, outputs: 8, stride: 2 }, [12, 8, 1]],
    ['of an odd size with stride 2', { planes: 4, kernels: 4, outputs: 8, stride: 2 }, [13, 7, 1]],
    ['with four kernels each and stride 2', { planes: 3, kernels: 12, outputs: 8, stride: 2 }, [11, 8, 4]],
    ['with two kernels each and dilation 2', { planes: 4, kernels: 8, outputs: 4, dilation: 2 }, [7, 6, 2]],
  ])('matches the definition for planes %s', (_, sizes, [width, height, border]) => {
    const convolution = convolutionOf(sizes);
    const stride = convolution.stride;
    const from = planesOf(sizes.planes, width, height, border);
    const to = createPlanes(sizes.outputs, Math.ceil(width / stride), Math.ceil(height / stride), border);
    convolve(convolution, from, to, usedRoom(scratchSize(convolution, to)));
    expectClose(numbersIn(to), convolveByDefinition(convolution, from));
  });

  it.each([1, 2, 4])('adds the result to the input in place, with dilation %i', (dilation) => {
    const convolution = convolutionOf({ planes: 8, kernels: 8, outputs: 8, dilation, adds: true });
    const planes = planesOf(8, 13, 9, 4);
    const expected = convolveByDefinition(convolution, planes);
    convolve(convolution, planes, planes, usedRoom(scratchSize(convolution, planes)));
    expectClose(numbersIn(planes), expected);
  });

  it('keeps zeros around the planes, whatever they contained before', () => {
    const convolution = convolutionOf({ planes: 4, kernels: 4, outputs: 4, dilation: 2, adds: true });
    const planes = planesOf(4, 9, 5, 2);
    const room = usedRoom(scratchSize(convolution, planes));
    for (let time = 0; time < 3; time++) convolve(convolution, planes, planes, room);
    const all = planes.data.reduce((sum, number) => sum + Math.abs(number), 0);
    const inside = numbersIn(planes).reduce((sum, number) => sum + Math.abs(number), 0);
    expect(inside).toBeGreaterThan(0);
    expect(all).toBeCloseTo(inside, 6);
  });

  it('needs no more scratch memory than `scratchSize` returns, and accepts more', () => {
    const convolution = convolutionOf({ planes: 4, kernels: 4, outputs: 8, stride: 2 });
    const from = planesOf(4, 10, 6, 1);
    const [exact, ample] = [0, 100].map((more) => {
      const to = createPlanes(8, 5, 3, 1);
      convolve(convolution, from, to, usedRoom(scratchSize(convolution, to) + more));
      return numbersIn(to);
    });
    expect(ample).toEqual(exact);
    expect(scratchSize(convolution, createPlanes(8, 5, 3, 1))).toBe(6 * 5 * 3);
  });
});
