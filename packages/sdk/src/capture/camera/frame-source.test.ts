import { expect, test } from 'vitest';
import { detailArea } from './frame-source.ts';

test('places the detail on the machine-readable lines of a document', () => {
  const upright = [0.1, 0.1, 0.9, 0.1, 0.9, 0.9, 0.1, 0.9] as const;
  const area = detailArea(upright, 1920, 1080);
  expect(area).toEqual({
    x: 960 - 96,
    y: Math.round((0.1 + 0.8 * 0.82) * 1080 - 96),
    width: 192,
    height: 192,
  });
});

test('places the detail in the middle of a sheet, in any orientation', () => {
  const onItsSide = [0.8, 0.1, 0.8, 0.9, 0.2, 0.9, 0.2, 0.1] as const;
  const area = detailArea(onItsSide, 1080, 1920, 0.5);
  expect(area).toEqual({ x: 540 - 96, y: 960 - 96, width: 192, height: 192 });
});

test('keeps the detail inside the picture', () => {
  const outside = [0.9, 0.9, 1.4, 0.9, 1.4, 1.4, 0.9, 1.4] as const;
  expect(detailArea(outside, 640, 480)).toEqual({ x: 640 - 192, y: 480 - 192, width: 192, height: 192 });
  expect(detailArea(outside, 100, 80)).toEqual({ x: 0, y: 0, width: 100, height: 80 });
});
