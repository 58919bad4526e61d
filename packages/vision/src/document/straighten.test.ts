import { describe, expect, it } from 'vitest';
import type { RgbaImage } from '../image.ts';
import { pictureCorners, type Quad } from '../quad.ts';
import { projectPoint } from './homography.ts';
import { straighten, straightenedToFrame } from './straighten.ts';

/** Draws a picture in which every pixel has its own colour: red is its column, green its row. */
function chart(width: number, height: number): RgbaImage {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let k = 0; k < width * height; k++) data.set([k % width, Math.floor(k / width), 7], k * 4);
  return { data, width, height };
}

function straightened(image: RgbaImage, piece: Quad, size: { width: number; height: number }): number[] {
  const to = new Uint8Array(size.width * size.height * 3);
  straighten(image, straightenedToFrame(piece, size, 0)!, size, to);
  return [...to];
}

const tilted: Quad = [
  { x: 12, y: 9 },
  { x: 50, y: 14 },
  { x: 46, y: 40 },
  { x: 8, y: 33 },
];

describe('straightenedToFrame', () => {
  it.each([0, 0.17, 0.25])(
    'maps to the corners of the piece, with a margin of %d of the picture',
    (around) => {
      const size = { width: 112, height: 80 };
      const map = straightenedToFrame(tilted, size, around)!;
      const [near, far] = [around, 1 - around];
      [
        [near, near],
        [far, near],
        [far, far],
        [near, far],
      ].forEach(([x, y], corner) => {
        const seen = projectPoint(map, { x: x! * size.width, y: y! * size.height });
        expect(seen.x).toBeCloseTo(tilted[corner]!.x, 9);
        expect(seen.y).toBeCloseTo(tilted[corner]!.y, 9);
      });
    },
  );

  it('returns null for invalid corners', () => {
    const point = { x: 3, y: 4 };
    expect(straightenedToFrame([point, point, point, point], { width: 8, height: 8 }, 0)).toBeNull();
  });
});

describe('straighten', () => {
  it('copies a whole picture exactly at its own size', () => {
    const image = chart(9, 5);
    const colours = [...image.data].filter((_, byte) => byte % 4 < 3);
    expect(straightened(image, pictureCorners(image), { width: 9, height: 5 })).toEqual(colours);
  });

  it('averages four pixels at half the size', () => {
    const image = chart(8, 4);
    const half = straightened(image, pictureCorners(image), { width: 4, height: 2 });
    // Truncated means of columns 0 and 1, 2 and 3, and so on; likewise for rows.
    expect(half.filter((_, byte) => byte % 3 === 0)).toEqual([0, 2, 4, 6, 0, 2, 4, 6]);
    expect(half.filter((_, byte) => byte % 3 === 1)).toEqual([0, 0, 0, 0, 2, 2, 2, 2]);
  });

  it.each([0, 1, 2, 3])('weighs each of four pixels equally: number %i', (lit) => {
    const image = chart(2, 2);
    image.data.fill(0).fill(100, lit * 4, lit * 4 + 3);
    expect(straightened(image, pictureCorners(image), { width: 1, height: 1 })).toEqual([25, 25, 25]);
  });

  it('rotates a piece that starts at another corner', () => {
    const [a, b, c, d] = pictureCorners({ width: 2, height: 2 });
    const turned = straightened(chart(2, 2), [b, c, d, a], { width: 2, height: 2 });
    expect(turned.filter((_, byte) => byte % 3 < 2)).toEqual([1, 0, 1, 1, 0, 0, 0, 1]);
  });

  it('repeats the border outside the picture', () => {
    const beyond: Quad = [
      { x: 20, y: -30 },
      { x: 40, y: -30 },
      { x: 40, y: -10 },
      { x: 20, y: -10 },
    ];
    expect(straightened(chart(6, 4), beyond, { width: 1, height: 1 })).toEqual([5, 0, 7]);
  });
});
