import { describe, expect, test } from 'vitest';
import type { Outline } from '../session/view.ts';
import { areaAround } from './area-around.ts';

const fullHd = { width: 1920, height: 1080 };
/** Returns the outline of a document between these shares of a frame. */
const outlined = (
  left: number,
  top: number,
  right: number,
  bottom: number,
  { width, height } = fullHd,
): Outline => [
  left / width,
  top / height,
  right / width,
  top / height,
  right / width,
  bottom / height,
  left / width,
  bottom / height,
];

describe('the area that is cropped', () => {
  test('contains the document and a margin of 12 % of its longer side', () => {
    expect(areaAround(outlined(500, 200, 1_500, 830), fullHd)).toEqual({
      x: 380,
      y: 80,
      width: 1_240,
      height: 870,
    });
  });

  test('contains every corner of a rotated document', () => {
    const askew: Outline = [0.3, 0.35, 0.68, 0.2, 0.75, 0.7, 0.35, 0.8];
    const { x, y, width, height } = areaAround(askew, fullHd);
    for (const corner of [0, 2, 4, 6]) {
      expect(askew[corner]! * 1920 - x).toBeGreaterThan(80);
      expect(x + width - askew[corner]! * 1920).toBeGreaterThan(80);
      expect(askew[corner + 1]! * 1080 - y).toBeGreaterThan(80);
      expect(y + height - askew[corner + 1]! * 1080).toBeGreaterThan(80);
    }
  });

  test.each([
    ['at a corner', outlined(20, 10, 900, 600), { x: 0, y: 0, width: 1_006, height: 706 }],
    ['larger than the frame', outlined(-40, -40, 2_000, 1_200), { x: 0, y: 0, width: 1920, height: 1080 }],
    ['outside the frame', outlined(2_000, 1_200, 2_100, 1_260), { x: 1280, y: 600, width: 640, height: 480 }],
  ] as const)('keeps the area inside the frame: a document %s', (_, outline, area) => {
    expect(areaAround(outline, fullHd)).toEqual(area);
  });

  test('enlarges an area that is too small for the service', () => {
    expect(areaAround(outlined(900, 500, 1_000, 560), fullHd)).toEqual({
      x: 630,
      y: 290,
      width: 640,
      height: 480,
    });
    const small = { width: 320, height: 240 };
    expect(areaAround(outlined(100, 100, 200, 160, small), small)).toEqual({ x: 0, y: 0, ...small });
  });
});
