/** Red, green and blue, 0 to 255 each. */
export type Colour = readonly [red: number, green: number, blue: number];

/** A picture being painted: three floats per pixel, row by row, so that light may exceed 255 until the camera clips it. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** A rectangle of pixels to paint; parts outside the canvas are skipped. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function createCanvas(width: number, height: number): Canvas {
  return { width, height, data: new Float32Array(width * height * 3) };
}

/**
 * Paints a shape over the canvas.
 *
 * @param coverage - returns 0 to 1 for the pixel with the given centre.
 * @param colour - called only for covered pixels.
 */
export function paint(
  canvas: Canvas,
  box: Box,
  coverage: (x: number, y: number) => number,
  colour: (x: number, y: number) => Colour,
): void {
  const right = Math.min(canvas.width, Math.ceil(box.right));
  const bottom = Math.min(canvas.height, Math.ceil(box.bottom));
  const left = Math.max(0, Math.floor(box.left));
  for (let row = Math.max(0, Math.floor(box.top)); row < bottom; row++) {
    for (let column = left; column < right; column++) {
      const share = coverage(column + 0.5, row + 0.5);
      if (share <= 0) continue;
      const paintColour = colour(column + 0.5, row + 0.5);
      const at = (row * canvas.width + column) * 3;
      for (let channel = 0; channel < 3; channel++) {
        const under = canvas.data[at + channel]!;
        canvas.data[at + channel] = under + (paintColour[channel]! - under) * Math.min(1, share);
      }
    }
  }
}

/** Returns the box of the whole canvas. */
export function wholeOf(canvas: Canvas): Box {
  return { left: 0, top: 0, right: canvas.width, bottom: canvas.height };
}

/** Returns the share of a pixel inside a shape, from the distance of its centre to the shape's border (negative inside). */
export function coverageAt(distancePx: number): number {
  return Math.min(1, Math.max(0, 0.5 - distancePx));
}

/** Mixes two colours: 0 gives the first, 1 the second. */
export function mix(from: Colour, to: Colour, share: number): Colour {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}

/** Converts hue (degrees), saturation and lightness (0 to 1 each) to a colour. */
export function hsl(hue: number, saturation: number, lightness: number): Colour {
  const channel = (offset: number): number => {
    const k = (offset + (((hue % 360) + 360) % 360) / 30) % 12;
    const reach = saturation * Math.min(lightness, 1 - lightness);
    return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

/** Makes a colour lighter or darker. */
export function shade(colour: Colour, factor: number): Colour {
  return [colour[0] * factor, colour[1] * factor, colour[2] * factor];
}
