import type { RgbaImage } from '@vendor/vision';
import type { Area } from '../src/capture/area-around.ts';
import type { FramePixels } from '../src/session/ports.ts';

/** Returns a part of a picture, as a canvas would. */
export function cutOut({ data, width }: RgbaImage, area: Area): FramePixels {
  const pixels = new Uint8ClampedArray(area.width * area.height * 4);
  for (let y = 0; y < area.height; y++) {
    const start = ((area.y + y) * width + area.x) * 4;
    pixels.set(data.subarray(start, start + area.width * 4), y * area.width * 4);
  }
  return { data: pixels, width: area.width, height: area.height };
}
