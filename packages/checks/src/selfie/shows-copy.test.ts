import type { SelfiePose } from '@vendor/contract';
import type { Point, RgbaImage } from '@vendor/vision';
import { describe, expect, it } from 'vitest';
import type { Face } from './face.ts';
import { cutFacePatch, type MeshPatch } from './face-patch.ts';
import { showsCopy } from './shows-copy.ts';

const sizePx = 240;
/** Mirrored pairs of landmarks in the mesh, and those on the midline: index → position in the face, from −1 to 1. */
const places: Readonly<Record<number, readonly [number, number]>> = {
  33: [-0.5, -0.3],
  263: [0.5, -0.3],
  133: [-0.2, -0.3],
  362: [0.2, -0.3],
  61: [-0.3, 0.5],
  291: [0.3, 0.5],
  172: [-0.7, 0.6],
  397: [0.7, 0.6],
  10: [0, -1],
  168: [0, -0.3],
  1: [0, 0.1],
  152: [0, 1],
};

/** Maps a position in the picture to the face, each coordinate from −1 to 1. */
type Look = (x: number, y: number) => readonly [number, number];

/** Returns the luma of the face, without symmetry between its halves. */
const featureAt = (x: number, y: number) =>
  128 + 50 * Math.sin(7 * x + 2 * y) + 40 * Math.cos(9 * y - 3 * x) + 20 * Math.sin(15 * x * y + 4 * x);

/**
 * Draws a picture of the face.
 *
 * @param at - maps positions in the picture to the face, both from −1 to 1; its inverse places the landmarks.
 */
function seen(at: Look, inverse: Look, { gain = 1, isMirrored = false } = {}): MeshPatch {
  const data = new Uint8ClampedArray(4 * sizePx ** 2).fill(255);
  const scale = 0.7;
  for (let row = 0; row < sizePx; row++) {
    for (let column = 0; column < sizePx; column++) {
      const [x, y] = at(
        (2 * (column + 0.5)) / sizePx / scale - 1 / scale,
        (2 * (row + 0.5)) / sizePx / scale - 1 / scale,
      );
      data.fill(gain * featureAt(x, y), 4 * (row * sizePx + column), 4 * (row * sizePx + column) + 3);
    }
  }
  const image: RgbaImage = { data, width: sizePx, height: sizePx };
  const mesh: Point[] = Array.from({ length: 468 }, (_, index) => {
    const [x, y] = places[index] ?? [0, 0];
    const [toX, toY] = inverse(isMirrored ? -x : x, y);
    return { x: ((toX * scale + 1) * sizePx) / 2, y: ((toY * scale + 1) * sizePx) / 2 };
  });
  const box = { left: 0.15 * sizePx, top: 0.15 * sizePx, sidePx: 0.7 * sizePx };
  const face: Face = { box, score: 1, yawLeft: 0, mesh, descriptor: [] };
  return cutFacePatch(image, face);
}

const posed = (...faces: readonly (readonly [SelfiePose, MeshPatch])[]) =>
  faces.map(([pose, patch]) => ({ pose, patch }));

const first = seen(
  (x, y) => [x, y],
  (x, y) => [x, y],
);
const [cos, sin] = [Math.cos(0.1), Math.sin(0.1)];

describe('showsCopy', () => {
  it.each([
    ['unchanged', first],
    [
      'cropped and scaled',
      seen(
        (x, y) => [x / 1.1, y / 1.1 + 0.05],
        (x, y) => [1.1 * x, 1.1 * (y - 0.05)],
      ),
    ],
    [
      'rotated in its plane, with less light',
      seen(
        (x, y) => [cos * x + sin * y, cos * y - sin * x],
        (x, y) => [cos * x - sin * y, cos * y + sin * x],
        { gain: 0.8 },
      ),
    ],
    [
      'mirrored',
      seen(
        (x, y) => [-x, y],
        (x, y) => [-x, y],
        { isMirrored: true },
      ),
    ],
  ])('recognizes a copy that is the other face %s', (_, other) => {
    expect(showsCopy(posed(['left', first], ['right', other]))).toBe(true);
    expect(showsCopy(posed(['straight', other], ['left', bent(0.2)], ['right', first]))).toBe(true);
    // A person who sits still looks the same in equal poses.
    expect(showsCopy(posed(['straight', first], ['straight', other], ['closer', first]))).toBe(false);
    expect(showsCopy(posed(['left', first], ['left', other]))).toBe(false);
  });

  it('finds no copy if parts of the face moved relative to each other', () => {
    expect(showsCopy(posed(['straight', first], ['left', bent(0.1)]))).toBe(false);
    expect(showsCopy(posed(['straight', first], ['left', bent(0.1)], ['right', bent(-0.1)]))).toBe(false);
    expect(showsCopy(posed(['left', first]))).toBe(false);
  });
});

/** Shifts the middle of the face relative to its outline, as in a head that turns. */
function bent(by: number): MeshPatch {
  const aside = (x: number, y: number) => by * Math.max(0, 1 - x * x - y * y);
  return seen(
    (x, y) => [x - aside(x, y), y],
    (x, y) => [x + aside(x, y), y],
  );
}
