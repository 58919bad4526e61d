import { describe, expect, it } from 'vitest';
import { type Convolution, locatePlane } from './convolution.ts';
import { type CornerNet, createCornerNet, type RunnableCornerNet } from './corner-net.ts';

/** Outputs for each field: a weight for each of four corners, then x and y of each, then presence. */
const ANSWERS = 13;
const TRUST = [0, 1, 2, 3] as const;
const PRESENCE = 12;

/** Number of planes after the convolutions, including the three colour planes. */
const PLANES = 4;

/** Keeps every other pixel of each plane in both directions, or nothing. */
function halving(planes: number, kernels: number, isKept: boolean): Convolution {
  const each = kernels / planes;
  const weights = new Float32Array(PLANES * kernels);
  for (let plane = 0; plane < planes; plane++) weights[plane * kernels + plane * each] = isKept ? 1 : 0;
  return {
    stride: 2,
    dilation: 1,
    adds: false,
    kernels: Float32Array.from({ length: kernels * 9 }, (_, k) => (k % 9 === 4 ? 1 : 0)),
    weights,
    biases: new Float32Array(PLANES),
  };
}

/** Creates a net that sees the first pixel of each 8 × 8 field, or nothing, and feeds the first plane into some outputs. */
function netOf({
  biases = {},
  weights = {},
}: {
  biases?: Record<number, number>;
  weights?: Record<number, number>;
}): CornerNet {
  const sees = Object.keys(weights).length > 0;
  return {
    convolutions: [halving(3, 12, sees), halving(PLANES, PLANES, sees), halving(PLANES, PLANES, sees)],
    weights: Float32Array.from({ length: ANSWERS * PLANES }, (_, k) =>
      k % PLANES === 0 ? (weights[k / PLANES] ?? 0) : 0,
    ),
    biases: Float32Array.from({ length: ANSWERS }, (_, answer) => biases[answer] ?? 0),
  };
}

/** Writes a number into the first plane, at the pixel of a field. */
function light({ input }: RunnableCornerNet, column: number, line: number, value: number): void {
  const { start, row } = locatePlane(input, 0);
  input.data[start + line * 8 * row + column * 8] = value;
}

describe('createCornerNet', () => {
  it('returns corners in pixels, relative to the fields that point to them', () => {
    const biases = { 4: 0.25, 5: 0.5, 6: 2, 7: -1, 8: 3, 9: 3, 10: -0.5, 11: 1.5 };
    const { quad } = createCornerNet(netOf({ biases }), { width: 8, height: 8 }).run();
    expect(quad).toEqual([
      { x: 2.5, y: 4.5 },
      { x: 16.5, y: -7.5 },
      { x: 24.5, y: 24.5 },
      { x: -3.5, y: 12.5 },
    ]);
  });

  it.each([
    [24, 16, 1, 0.5],
    // Halved three times, rounding up: fields are at 0 and 8, and at 0.
    [9, 7, 0.5, 0],
    [17, 25, 1, 1.5],
  ])('averages fields with equal weights, for %i × %i pixels', (width, height, column, line) => {
    const { quad } = createCornerNet(netOf({}), { width, height }).run();
    for (const corner of quad) {
      expect(corner.x).toBeCloseTo(column * 8 + 0.5, 5);
      expect(corner.y).toBeCloseTo(line * 8 + 0.5, 5);
    }
  });

  it('weighs each field by its trust in a corner', () => {
    const net = createCornerNet(netOf({ weights: { [TRUST[2]]: 1 } }), { width: 16, height: 16 });
    light(net, 1, 0, Math.log(9));
    const { quad } = net.run();
    // One field of four has weight nine: 10 of 12 shares are on the right, 2 below.
    expect(quad[2].x).toBeCloseTo((10 / 12) * 8 + 0.5, 4);
    expect(quad[2].y).toBeCloseTo((2 / 12) * 8 + 0.5, 4);
    for (const other of [quad[0], quad[1], quad[3]]) {
      expect(other.x).toBeCloseTo(4.5, 4);
      expect(other.y).toBeCloseTo(4.5, 4);
    }
  });

  it('returns presence as the logarithm of the mean odds of all fields', () => {
    const even = createCornerNet(netOf({ biases: { [PRESENCE]: -1.5 } }), { width: 112, height: 80 });
    expect(even.run().presence).toBeCloseTo(-1.5, 5);
    const net = createCornerNet(netOf({ biases: { [PRESENCE]: -2 }, weights: { [PRESENCE]: 3 } }), {
      width: 32,
      height: 8,
    });
    light(net, 2, 0, 2);
    expect(net.run().presence).toBeCloseTo(Math.log((Math.exp(4) + 3 * Math.exp(-2)) / 4), 5);
  });

  it('depends only on the current picture, not on earlier ones', () => {
    const net = createCornerNet(netOf({ weights: { [PRESENCE]: 1, [TRUST[0]]: 1 } }), {
      width: 24,
      height: 16,
    });
    const dark = net.run();
    light(net, 2, 1, 5);
    const lit = net.run();
    expect(lit.presence).toBeGreaterThan(dark.presence);
    expect(net.run()).toEqual(lit);
    light(net, 2, 1, 0);
    expect(net.run()).toEqual(dark);
  });
});
