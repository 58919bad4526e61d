import { quadOverlap, renderDocumentFrame } from '@vendor/specimens';
import { describe, expect, it } from 'vitest';
import type { RgbaImage } from '../image.ts';
import {
  clockwise,
  farthestCorner,
  isConvexQuad,
  mapCorners,
  pictureCorners,
  type Quad,
  quadArea,
  turnTowards,
} from '../quad.ts';
import type { CornerNet } from './corner-net.ts';
import { CORNER_NET } from './corner-weights.ts';
import { createLook } from './look.ts';
import { unpackCornerNet } from './packed-corner-net.ts';
import { REFINED_FEATURES } from './refine.ts';
import {
  AROUND,
  CLOSE,
  createSearch,
  FIT_FEATURES,
  type Fit,
  fromLongSide,
  glanceSize,
  LOOKS,
} from './search.ts';

const NET = unpackCornerNet(CORNER_NET);

const filled = (width: number, height: number, value: (byte: number) => number): RgbaImage => ({
  data: Uint8ClampedArray.from({ length: width * height * 4 }, (_, byte) => value(byte)),
  width,
  height,
});

function expectLooks(looks: Iterable<readonly Fit[]>): Fit[] {
  const fits: Fit[] = [];
  let count = 0;
  for (const found of looks) {
    count++;
    expect(found.length).toBeLessThanOrEqual(3);
    fits.push(...found);
  }
  // Four views, with two closer looks each.
  expect(count).toBeLessThanOrEqual(4 * LOOKS);
  for (const { quad, features } of fits) {
    expect(isConvexQuad(quad)).toBe(true);
    expect(features.length).toBe(FIT_FEATURES);
    expect(features.every(Number.isFinite)).toBe(true);
  }
  return fits;
}

/** Creates a net with constant outputs. */
const constantNet = (bias: number): CornerNet => ({
  ...NET,
  weights: new Float32Array(NET.weights.length),
  biases: new Float32Array(NET.biases.length).fill(bias),
});

describe('createSearch', () => {
  it('finds the document in a drawn frame', () => {
    const { picture, quad } = renderDocumentFrame(20_001);
    const fits = expectLooks(createSearch(NET, { widthPx: 320, heightPx: 180 }).whole(picture));
    const best = Math.max(...fits.map((fit) => quadOverlap(fit.quad, quad!)));
    expect(best).toBeGreaterThan(0.9);
  });

  it.each([
    [427, 241],
    [180, 320],
    [64, 64],
    [96, 64],
    [64, 200],
  ])('searches frames of %i × %i', (widthPx, heightPx) => {
    const { picture } = renderDocumentFrame(20_003, { widthPx, heightPx });
    expectLooks(createSearch(NET, { widthPx, heightPx }).whole(picture));
  });

  it.each([
    ['black', () => 0],
    ['white', () => 255],
    ['striped', (byte: number) => (byte % 48 < 24 ? 255 : 0)],
    ['noisy', (byte: number) => (byte * 7919) % 256],
  ] as const)('never throws for a %s frame', (_, value) => {
    expectLooks(createSearch(NET, { widthPx: 96, heightPx: 64 }).whole(filled(96, 64, value)));
  });

  it('never throws for a frame without pixels', () => {
    const empty = { data: new Uint8Array(0), width: 96, height: 64 };
    expectLooks(createSearch(NET, { widthPx: 96, heightPx: 64 }).whole(empty));
  });

  it.each([
    ['all corners at one point', 0],
    ['very large numbers', 1e30],
    ['NaN', Number.NaN],
  ])('returns no fits if the net returns %s', (_, bias) => {
    const { picture } = renderDocumentFrame(20_001, { widthPx: 96, heightPx: 64 });
    expect(
      expectLooks(createSearch(constantNet(bias), { widthPx: 96, heightPx: 64 }).whole(picture)),
    ).toEqual([]);
  });
});

describe('look near a position', () => {
  const size = { widthPx: 320, heightPx: 180 };
  const { picture, quad } = renderDocumentFrame(20_001);
  const { near } = createSearch(NET, size);
  const moved = (by: number) => mapCorners(quad!, ({ x, y }) => ({ x: x + by, y: y + by }));
  const best = (fits: readonly Fit[]) => Math.max(0, ...fits.map((fit) => quadOverlap(fit.quad, quad!)));

  it('finds a document near the position, whichever corner comes first', () => {
    const start = moved(5);
    expect(quadOverlap(start, quad!)).toBeLessThan(0.9);
    const [a, b, c, d] = start;
    for (const corners of [start, [b, c, d, a], [d, c, b, a]] as const) {
      const fits = near(picture, corners);
      expect(best(fits)).toBeGreaterThan(0.9);
      for (const { features } of fits) {
        expect(features.length).toBe(FIT_FEATURES);
        expect(features.every(Number.isFinite)).toBe(true);
      }
    }
  });

  it('reports how far it moved the given position', () => {
    const movedBy = (start: Quad) => near(picture, start)[0]!.features[REFINED_FEATURES + 2]!;
    expect(movedBy(moved(5))).toBeGreaterThan(movedBy(quad!));
  });

  it.each([
    ['a line', [0, 0, 10, 10, 20, 20, 30, 30]],
    ['a point', [5, 5, 5, 5, 5, 5, 5, 5]],
    ['far away', [1e6, 1e6, 1e6 + 80, 1e6, 1e6 + 80, 1e6 + 50, 1e6, 1e6 + 50]],
    ['NaN', Array(8).fill(Number.NaN)],
  ])('never throws if the position is %s', (_, [ax, ay, bx, by, cx, cy, dx, dy]) => {
    const place = [
      { x: ax, y: ay },
      { x: bx, y: by },
      { x: cx, y: cy },
      { x: dx, y: dy },
    ] as unknown as Quad;
    for (const fit of near(picture, place)) expect(isConvexQuad(fit.quad)).toBe(true);
  });
});

/** Reverses the columns of a picture, its rows, or both. */
function flipped({ data, width, height }: RgbaImage, across: boolean, down: boolean): RgbaImage {
  const pixels = new Uint8ClampedArray(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = ((down ? height - 1 - y : y) * width + (across ? width - 1 - x : x)) * 4;
      pixels.set(data.subarray(from, from + 4), (y * width + x) * 4);
    }
  return { data: pixels, width, height };
}

describe('features of a fit', () => {
  const size = { widthPx: 320, heightPx: 180 };
  const { picture } = renderDocumentFrame(20_001);
  const looksAt = (frame: RgbaImage) => [...createSearch(NET, size).whole(frame)];
  const firstPresence = (fits: readonly Fit[] | undefined) => fits![0]!.features[REFINED_FEATURES]!;

  it.each([
    ['mirrored', 1, true, false],
    ['rotated', 2, true, true],
    ['mirrored and rotated', 3, false, true],
  ])('give a %s picture the presence of the original in the view that undoes it', (_, view, across, down) => {
    const plain = firstPresence(looksAt(picture)[0]);
    const looks = looksAt(flipped(picture, across, down));
    expect(firstPresence(looks[view * LOOKS])).toBeCloseTo(plain, 2);
    // In the unchanged view, the net sees a different picture.
    expect(Math.abs(firstPresence(looks[0]) - plain)).toBeGreaterThan(0.05);
  });

  it('include presence in both looks, and how far the look and then the edges moved the guess', () => {
    const first = createLook(NET, glanceSize(size), 0)(picture, pictureCorners(picture))!;
    const start = fromLongSide(clockwise(first.quad));
    const again = createLook(NET, CLOSE, AROUND)(picture, start)!;
    const quad = clockwise(again.quad);
    const apart = (other: Quad) =>
      Math.log(0.02 + farthestCorner(turnTowards(other, quad), quad) / Math.sqrt(quadArea(quad)));
    const [[fit]] = looksAt(picture) as [[Fit]];
    const expected = [first.presence, again.presence, apart(start), apart(fit.quad)];
    fit.features.slice(REFINED_FEATURES).forEach((value, index) => {
      expect(value).toBeCloseTo(expected[index]!, 9);
    });
    expect(new Set(expected.map((value) => value.toFixed(2))).size).toBe(expected.length);
  });
});

it('looks again only when the caller asks for more', () => {
  const { picture } = renderDocumentFrame(20_001);
  let reads = 0;
  const watched = {
    ...picture,
    get data() {
      reads++;
      return picture.data;
    },
  };
  const looks = createSearch(NET, { widthPx: 320, heightPx: 180 }).whole(watched)[Symbol.iterator]();
  const first = looks.next().value as readonly Fit[];
  expect(first.length).toBeGreaterThan(0);
  const readByThen = reads;
  looks.next();
  expect(reads).toBeGreaterThan(readByThen);
});

describe('glanceSize', () => {
  it.each([
    [320, 180, 160, 90],
    [180, 320, 90, 160],
    [427, 241, 160, 90],
    [64, 64, 160, 160],
  ])('scales %i × %i to %i × %i', (widthPx, heightPx, width, height) => {
    expect(glanceSize({ widthPx, heightPx })).toEqual({ width, height });
  });
});

describe('fromLongSide', () => {
  it('keeps a quad that is wider than high, and starts another at its next side', () => {
    const across = pictureCorners({ width: 30, height: 20 });
    const [a, b, c, d]: Quad = pictureCorners({ width: 20, height: 30 });
    expect(fromLongSide(across)).toEqual(across);
    expect(fromLongSide([a, b, c, d])).toEqual([b, c, d, a]);
  });
});
