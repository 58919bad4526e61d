import { describe, expect, it } from 'vitest';
import { downscale } from './downscale.ts';

const gradient = (width: number, height: number) => {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel++) {
    data.set([pixel % width, Math.floor(pixel / width), 77, 255], pixel * 4);
  }
  return { data, width, height };
};

describe('downscale', () => {
  it('averages the pixels under each new one', () => {
    const small = downscale(gradient(200, 100), { widthPx: 50, heightPx: 25 });
    expect([small.width, small.height]).toEqual([50, 25]);
    expect(small.data[(3 * 50 + 10) * 4]).toBeCloseTo(41.5, -0.5);
    expect(small.data[(3 * 50 + 10) * 4 + 1]).toBeCloseTo(13.5, -0.5);
    expect(small.data[(3 * 50 + 10) * 4 + 2]).toBe(77);
  });

  it('weighs pixels on a border by the share that is covered', () => {
    const stripes = gradient(3, 1);
    stripes.data.set([0, 0, 0, 255, 120, 0, 0, 255, 240, 0, 0, 255]);
    const small = downscale(stripes, { widthPx: 2, heightPx: 1 });
    expect([small.data[0], small.data[4]]).toEqual([40, 200]);
  });

  it('keeps a picture of the same size', () => {
    const image = gradient(31, 17);
    expect(downscale(image, { widthPx: 31, heightPx: 17 }).data).toEqual(image.data);
  });

  it('returns black without pixels, and one pixel for a smaller size', () => {
    const nothing = { data: new Uint8ClampedArray(0), width: 0, height: 0 };
    expect(downscale(nothing, { widthPx: 4, heightPx: 4 }).data.length).toBe(64);
    expect(downscale(gradient(9, 9), { widthPx: 0, heightPx: 0 }).width).toBe(1);
  });
});
