import { expect, it } from 'vitest';
import { chipPx, cutFaceChip } from './face-chip.ts';

/** Corners of the eyes and below the nose, by MediaPipe's indices, in dlib's alignment within a unit square. */
const places: Readonly<Record<number, readonly [x: number, y: number]>> = {
  263: [0.8596, 0.2135],
  362: [0.6461, 0.229],
  33: [0.1206, 0.2137],
  133: [0.3341, 0.2291],
  2: [0.4901, 0.6278],
};

it.each([
  ['upright and small', { degrees: 0, scale: 60 }],
  ['rotated and large', { degrees: 30, scale: 160 }],
  ['upside down', { degrees: 180, scale: 100 }],
])('cuts out a face that is %s with eyes and nose in standard positions', (_, { degrees, scale }) => {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const place = ([x, y]: readonly [number, number]) => ({
    x: 200 + scale * (cos * (x - 0.5) - sin * (y - 0.5)),
    y: 200 + scale * (sin * (x - 0.5) + cos * (y - 0.5)),
  });
  const mesh = Array.from({ length: 468 }, (_, index) => place(places[index] ?? [0.5, 0.5]));
  for (const [index, [x, y]] of Object.entries(places)) {
    const { x: column, y: row } = mesh[Number(index)]!;
    const data = new Uint8ClampedArray(4 * 400 * 400);
    for (let pixel = 0; pixel < 400 * 400; pixel++) {
      const distance = Math.hypot((pixel % 400) + 0.5 - column, Math.floor(pixel / 400) + 0.5 - row);
      data[4 * pixel] = Math.max(0, 255 - (255 * 20 * distance) / scale);
    }
    const chip = cutFaceChip({ data, width: 400, height: 400 }, mesh);
    let brightest = 0;
    for (let pixel = 0; pixel < chipPx * chipPx; pixel++)
      if (chip.data[4 * pixel]! > chip.data[4 * brightest]!) brightest = pixel;
    expect(Math.abs((brightest % chipPx) - (chipPx * (0.25 + x)) / 1.5)).toBeLessThan(3);
    expect(Math.abs(Math.floor(brightest / chipPx) - (chipPx * (0.25 + y)) / 1.5)).toBeLessThan(3);
  }
});
