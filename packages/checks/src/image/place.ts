import type { Quad, RgbaImage } from '@vendor/vision';

/**
 * Position of something in a picture: four corners, clockwise from its own top left, as shares of the picture's width and
 * height.
 */
export type Place = readonly (readonly [x: number, y: number])[];

/** Converts corners in pixels to a place, clipped to the picture. */
export function toPlace(quad: Quad, { width, height }: Pick<RgbaImage, 'width' | 'height'>): Place {
  const share = (value: number, whole: number) =>
    Math.round(Math.min(Math.max(value / whole, 0), 1) * 10_000) / 10_000;
  return quad.map(({ x, y }) => [share(x, width), share(y, height)] as const);
}
