import type { SelfiePose } from '@vendor/contract';
import type { Point, RgbaImage } from '@vendor/vision';
import { describe, expect, it } from 'vitest';
import type { Face } from './face.ts';
import { cutFacePatch, type MeshPatch } from './face-patch.ts';
import { showsCopy } from './shows-copy.ts';

const sizePx = 240;
/** The two sides of a face in the mesh, and its middle: index → place in the face, from −1 to 1. */
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

/** Brightness of a place of the face in the picture, each coordinate from −1 to 1. */
type Look = (x: number, y: number) => readonly [number, number];

/** Draws a place of the face: features that no half of it shares with the other. */
const featureAt = (x: number, y: number) =>
  128 + 50 * Math.sin(7 * x + 2 * y) + 40 * Math.cos(9 * y - 3 * x) + 20 * Math.sin(15 * x * y + 4 * x);

/**
 * A picture of the face.
 *
 * @param at - what is seen at a place of the picture, both from −1 to 1; its inverse tells where the landmarks are.
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

describe('two faces', () => {
  it.each([
    ['the same again', first],
    [
      'cut out and scaled',
      seen(
        (x, y) => [x / 1.1, y / 1.1 + 0.05],
        (x, y) => [1.1 * x, 1.1 * (y - 0.05)],
      ),
    ],
    [
      'turned in its plane, with less light',
      seen(
        (x, y) => [cos * x + sin * y, cos * y - sin * x],
        (x, y) => [cos * x - sin * y, cos * y + sin * x],
        { gain: 0.8 },
      ),
    ],
    [
      'in a mirror',
      seen(
        (x, y) => [-x, y],
        (x, y) => [-x, y],
        { isMirrored: true },
      ),
    ],
  ])('of which one is the other %s are copies', (_, other) => {
    expect(showsCopy(posed(['left', first], ['right', other]))).toBe(true);
    expect(showsCopy(posed(['straight', other], ['left', bent(0.2)], ['right', first]))).toBe(true);
    // Asked for the same again, who sits still looks the same again.
    expect(showsCopy(posed(['straight', first], ['straight', other], ['closer', first]))).toBe(false);
    expect(showsCopy(posed(['left', first], ['left', other]))).toBe(false);
  });

  it('finds none where something in the face moved against something else', () => {
    expect(showsCopy(posed(['straight', first], ['left', bent(0.1)]))).toBe(false);
    expect(showsCopy(posed(['straight', first], ['left', bent(0.1)], ['right', bent(-0.1)]))).toBe(false);
    expect(showsCopy(posed(['left', first]))).toBe(false);
  });
});

/** The face with its middle moved aside against its outline, as that of a head that turns. */
function bent(by: number): MeshPatch {
  const aside = (x: number, y: number) => by * Math.max(0, 1 - x * x - y * y);
  return seen(
    (x, y) => [x - aside(x, y), y],
    (x, y) => [x + aside(x, y), y],
  );
}
