import { expect, it } from 'vitest';
import { drawMrzFrame } from '../src/mrz/mrz-frame.ts';

it('keeps the whole zone inside a camera frame', async () => {
  const { image, outline } = await drawMrzFrame({ seed: 5, difficulty: 'tilt', format: 'TD3', pitchPx: 18 });
  expect([image.width, image.height]).toEqual([1280, 720]);
  for (const { x, y } of outline) {
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(image.width);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(image.height);
  }
});
