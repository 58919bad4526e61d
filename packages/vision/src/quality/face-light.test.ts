import { describe, expect, it } from 'vitest';
import { toGray } from '../image.ts';
import { measureExposure } from './exposure.ts';
import { innerFace, isFaceTooDark, measureFaceLight } from './face-light.ts';

const side = 240;
const face = { left: 60, top: 60, sidePx: 120 };

/** Returns an even distribution between -√3 and √3, whose standard deviation is 1. */
function randomOf(pixel: number): number {
  const once = Math.imul(pixel ^ (pixel >>> 15), 0x2c1b3c6d);
  const twice = Math.imul(once ^ (once >>> 12), 0x297a2d39);
  return Math.sqrt(3) * (((twice ^ (twice >>> 15)) >>> 0) / 2 ** 31 - 1);
}

/** Draws a face of skin, shadow and the whites of two eyes before a wall, with the noise of a camera. */
function picture({ skin, shadow, eyes, wall, noise = 0 }: Readonly<Record<string, number>>) {
  const data = new Uint8Array(4 * side * side);
  for (let pixel = 0; pixel < side * side; pixel++) {
    const [x, y] = [(pixel % side) - face.left, Math.floor(pixel / side) - face.top];
    const isEye = y > 41 && y < 46 && (Math.abs(x - 38) < 6 || Math.abs(x - 82) < 6);
    const isShadow = x > 75;
    const isFace = Math.min(x, y) >= 0 && Math.max(x, y) < face.sidePx;
    const luma = isFace ? (isEye ? eyes! : isShadow ? shadow! : skin!) : wall!;
    data.fill(Math.max(0, luma + noise * randomOf(pixel)), 4 * pixel, 4 * pixel + 4);
  }
  return { data, width: side, height: side };
}

describe('light on a face', () => {
  it.each([
    ['light skin, well lit', { skin: 150, shadow: 100, eyes: 210, wall: 200 }, false],
    ['light skin, underexposed', { skin: 48, shadow: 30, eyes: 68, wall: 66 }, true],
    ['light skin, before a window', { skin: 12, shadow: 6, eyes: 18, wall: 255 }, true],
    ['dark skin, well lit', { skin: 42, shadow: 24, eyes: 160, wall: 200 }, false],
    ['dark skin, well lit, in dark surroundings', { skin: 42, shadow: 24, eyes: 160, wall: 30 }, false],
    ['dark skin, well lit, with closed eyes', { skin: 42, shadow: 24, eyes: 42, wall: 200 }, false],
    ['dark skin, underexposed', { skin: 12, shadow: 6, eyes: 50, wall: 66 }, true],
    ['dark skin, before a window', { skin: 12, shadow: 6, eyes: 50, wall: 255 }, true],
  ])('judges by contrast and highlights: %s', (_, shades, isDark) => {
    expect(isFaceTooDark(measureFaceLight(picture(shades), face))).toBe(isDark);
  });

  it('does not take noise for the contrast of a face', () => {
    const noisy = picture({ skin: 30, shadow: 30, eyes: 30, wall: 255, noise: 6 });
    expect(measureExposure(toGray(noisy), innerFace(face, noisy)).contrast).toBeGreaterThan(15);
    const light = measureFaceLight(noisy, face);
    expect(light.contrast).toBeLessThan(10);
    expect(isFaceTooDark(light)).toBe(true);
  });

  it('measures the part of a face that the picture shows', () => {
    const square = { left: -60, top: 200, sidePx: 120 };
    const [start, , end] = innerFace(square, { data: new Uint8Array(), width: side, height: side });
    expect([start, end]).toEqual([
      { x: 0, y: 224 },
      { x: 36, y: 240 },
    ]);
  });
});
