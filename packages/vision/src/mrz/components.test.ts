import { describe, expect, it } from 'vitest';
import type { GrayImage } from '../image.ts';
import { findComponents } from './components.ts';

/** Draws dark boxes on light paper, lit from one side. */
function paper(
  boxes: readonly (readonly [x: number, y: number, width: number, height: number])[],
): GrayImage {
  const [width, height] = [200, 120];
  const data = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const dark = boxes.some(([left, top, w, h]) => x >= left && x < left + w && y >= top && y < top + h);
    return (dark ? 90 : 200) * (0.5 + x / (2 * width));
  });
  return { data, width, height };
}

describe('findComponents', () => {
  it('finds strokes of characters under uneven light', () => {
    const found = findComponents(
      paper([
        [20, 40, 3, 12],
        [100, 40, 3, 12],
        [180, 60, 3, 10],
      ]),
    );
    expect(found.map(({ x, y, height }) => [x, y, height])).toEqual([
      [21, 45.5, 12],
      [101, 45.5, 12],
      [181, 64.5, 10],
    ]);
  });

  it('joins strokes that touch at a corner', () => {
    const found = findComponents(
      paper([
        [50, 40, 2, 6],
        [52, 46, 2, 6],
      ]),
    );
    expect(found).toEqual([{ x: 51.5, y: 45.5, width: 4, height: 12 }]);
  });

  it('ignores components that cannot be characters', () => {
    expect(
      findComponents(
        paper([
          [10, 10, 80, 3],
          [100, 10, 2, 80],
          [150, 50, 1, 1],
        ]),
      ),
    ).toEqual([]);
  });
});
