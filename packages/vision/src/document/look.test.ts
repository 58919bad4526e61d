import { describe, expect, it } from 'vitest';
import type { RgbaImage } from '../image.ts';
import { isConvexQuad, mapCorners, pictureCorners, type Quad } from '../quad.ts';
import type { CornerNet } from './corner-net.ts';
import { projectPoint, unitSquareToQuad } from './homography.ts';
import { createLook } from './look.ts';

type Colour = readonly [red: number, green: number, blue: number];

/** Size of the net's picture in this test: one field of eight by eight pixels; each net reads one pixel of it. */
const size = { width: 8, height: 8 };

/** Kernel taps around the first pixel of eight, with a dilation of seven pixels. */
const PIXELS = { 'top left': 4, 'top right': 5, 'bottom left': 7, 'bottom right': 8 } as const;
type Pixel = keyof typeof PIXELS;

/** Kernel weights: 1 at one tap. */
const onlyAt = (place: number): number[] => Array.from({ length: 9 }, (_, k) => (k === place ? 1 : 0));

/**
 * Creates a net whose presence is the value of a plane at one pixel, and whose corners are constant. Because of ReLU, one plane
 * carries the positive part and another the negative one.
 */
function probe(plane: number, pixel: Pixel, corners: Quad = pictureCorners(size)): CornerNet {
  const halving = { stride: 2, adds: false, biases: new Float32Array(4) } as const;
  const passOn = {
    ...halving,
    dilation: 1,
    kernels: Float32Array.from([0, 1, 2, 3].flatMap(() => onlyAt(4))),
    weights: Float32Array.from([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
  };
  const weights = new Float32Array(4 * 12);
  weights[plane * 4] = 1;
  weights[12 + plane * 4] = -1;
  const place = onlyAt(PIXELS[pixel]);
  const offsets = corners.flatMap(({ x, y }) => [(x - 0.5) / 8, (y - 0.5) / 8]);
  return {
    convolutions: [
      {
        ...halving,
        dilation: 7,
        kernels: Float32Array.from(Array.from({ length: 12 }, () => place).flat()),
        weights,
      },
      passOn,
      passOn,
    ],
    // Presence, the last output, is the positive part minus the negative one.
    weights: Float32Array.from({ length: 13 * 4 }, (_, k) => (k === 48 ? 1 : k === 49 ? -1 : 0)),
    biases: Float32Array.from([0, 0, 0, 0, ...offsets, 0]),
  };
}

function painted(width: number, height: number, colour: (x: number, y: number) => Colour): RgbaImage {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let k = 0; k < width * height; k++) data.set(colour(k % width, Math.floor(k / width)), k * 4);
  return { data, width, height };
}

/** Reads the net's planes at a pixel for a piece of the frame. */
function planesAt(frame: RgbaImage, piece: Quad, pixel: Pixel, around = 0): number[] {
  return [0, 1, 2].map((plane) => createLook(probe(plane, pixel), size, around)(frame, piece)!.presence);
}

/** Brightness, red–green and blue–yellow, before the mean is subtracted. */
function planesOf([red, green, blue]: Colour): number[] {
  const [r, g, b] = [red, green, blue].map((value) => Math.floor(Math.sqrt(value + 12) * 40)) as [
    number,
    number,
    number,
  ];
  return [(r + 2 * g + b) / 4 / 100, (r - g) / 2 / 25, (2 * b - r - g) / 4 / 25];
}

const apart = (colour: Colour, other: Colour, share: number): number[] =>
  planesOf(colour).map((value, plane) => (value - planesOf(other)[plane]!) * share);

function expectPlanes(planes: readonly number[], expected: readonly number[]): void {
  planes.forEach((value, plane) => {
    expect(value, `plane ${plane}`).toBeCloseTo(expected[plane]!, 3);
  });
}

const table: Colour = [40, 50, 45];
const card: Colour = [200, 120, 220];
const grey = (level: number): Colour => [level, level, level];

const upright = (left: number, top: number, right: number, bottom: number): Quad => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
];

describe('createLook', () => {
  it('passes brightness and two colour planes to the net, each minus its mean', () => {
    const frame = painted(80, 60, (x) => (x < 40 ? card : table));
    for (const pixel of ['top left', 'bottom left'] as const)
      expectPlanes(planesAt(frame, pictureCorners(frame), pixel), apart(card, table, 0.5));
    for (const pixel of ['top right', 'bottom right'] as const)
      expectPlanes(planesAt(frame, pictureCorners(frame), pixel), apart(table, card, 0.5));
  });

  it('passes only zeros for a uniform frame', () => {
    const frame = painted(33, 21, () => card);
    expectPlanes(planesAt(frame, pictureCorners(frame), 'bottom right'), [0, 0, 0]);
  });

  it('averages four samples per pixel before applying the curve', () => {
    const frame = painted(16, 16, (x) => grey(x >= 8 ? 100 : x % 2 ? 200 : 0));
    expectPlanes(planesAt(frame, pictureCorners(frame), 'top left'), [0, 0, 0]);
  });

  it('straightens the piece, starting at its first corner', () => {
    const frame = painted(64, 64, (x, y) => (x < 32 && y < 32 ? card : table));
    const whole = pictureCorners(frame);
    const places = ['top left', 'bottom left', 'bottom right', 'top right'] as const;
    places.forEach((lit, turn) => {
      const turned = mapCorners(whole, (_, index) => whole[(index + turn) % 4]!);
      for (const pixel of places)
        expectPlanes(planesAt(frame, turned, pixel), apart(card, table, pixel === lit ? 0.75 : -0.25));
    });
  });

  it('includes the given margin around the piece', () => {
    const piece = upright(20, 16, 40, 32);
    const frame = painted(60, 48, (x, y) => (x >= 20 && x < 40 && y >= 16 && y < 32 ? card : table));
    expectPlanes(planesAt(frame, piece, 'top left'), [0, 0, 0]);
    // The piece is four pixels of eight in each direction.
    for (const pixel of ['top left', 'bottom right'] as const)
      expectPlanes(planesAt(frame, piece, pixel, 0.25), apart(table, card, 0.25));
  });

  it('repeats the border pixels outside the frame', () => {
    const frame = painted(40, 40, (x) => (x < 20 ? card : table));
    expectPlanes(planesAt(frame, upright(-500, -300, 20, 90), 'top left'), [0, 0, 0]);
    expectPlanes(planesAt(frame, upright(-20, -20, 60, 60), 'top left'), apart(card, table, 0.5));
    expectPlanes(planesAt(frame, upright(-20, -20, 60, 60), 'bottom right'), apart(table, card, 0.5));
  });

  it('returns corners in pixels of the frame', () => {
    const frame = painted(64, 48, () => table);
    const tilted: Quad = [
      { x: 12, y: 9 },
      { x: 50, y: 14 },
      { x: 46, y: 40 },
      { x: 8, y: 33 },
    ];
    // With a margin of a quarter, the piece covers the third to the sixth pixel.
    const same = createLook(probe(0, 'top left', upright(2, 2, 6, 6)), size, 0.25)(frame, tilted)!;
    const inner = createLook(probe(0, 'top left', upright(3, 3, 5, 4)), size, 0.25)(frame, tilted)!;
    const outer = createLook(probe(0, 'top left'), size, 0)(frame, tilted)!;
    const map = unitSquareToQuad(tilted)!;
    same.quad.concat(outer.quad).forEach(({ x, y }, index) => {
      expect(x).toBeCloseTo(tilted[index % 4]!.x, 4);
      expect(y).toBeCloseTo(tilted[index % 4]!.y, 4);
    });
    upright(0.25, 0.25, 0.75, 0.5).forEach((place, index) => {
      const { x, y } = projectPoint(map, place);
      expect(inner.quad[index]!.x).toBeCloseTo(x, 4);
      expect(inner.quad[index]!.y).toBeCloseTo(y, 4);
    });
  });

  it('returns null for an invalid piece', () => {
    const frame = painted(40, 40, () => table);
    const look = createLook(probe(0, 'top left'), size, 0.17);
    const point = { x: 10, y: 10 };
    expect(look(frame, [point, point, point, point])).toBeNull();
    expect(look(frame, [point, { x: 20, y: 10 }, { x: 30, y: 10 }, { x: 40, y: 10 }])).toBeNull();
    expect(
      look(
        frame,
        mapCorners(pictureCorners(frame), () => ({ x: Infinity, y: Infinity })),
      ),
    ).toBeNull();
  });

  it.each([0, 1, 2, 3])('returns no valid quad if corner %i is NaN', (broken) => {
    const frame = painted(40, 40, () => table);
    const piece = mapCorners(pictureCorners(frame), (corner, index) =>
      index === broken ? { x: Number.NaN, y: 10 } : corner,
    );
    const guess = createLook(probe(0, 'top left'), size, 0.17)(frame, piece);
    expect(guess !== null && isConvexQuad(guess.quad)).toBe(false);
  });

  it('never throws, for pieces that cross themselves and frames without pixels', () => {
    const frame = painted(40, 40, (x) => grey(x * 5));
    const look = createLook(probe(0, 'top left'), size, 0.17);
    const crossed: Quad = [
      { x: 5, y: 5 },
      { x: 30, y: 30 },
      { x: 30, y: 5 },
      { x: 5, y: 31 },
    ];
    expect(look(frame, crossed)!.presence).not.toBeNaN();
    expect(look({ data: new Uint8Array(0), width: 0, height: 0 }, crossed)!.presence).toBe(0);
  });
});
