import type { RgbaImage } from '../image.ts';
import { mapCorners, type Quad } from '../quad.ts';
import { locatePlane, type Planes } from './convolution.ts';
import { type CornerGuess, type CornerNet, createCornerNet } from './corner-net.ts';
import { projectPoint } from './homography.ts';
import { straighten, straightenedToFrame } from './straighten.ts';

/**
 * Estimates corners in a piece of a frame, given by its own corners clockwise; null if these form no quad. The result is in
 * frame pixels.
 */
export type Look = (frame: RgbaImage, piece: Quad) => CornerGuess | null;

/** Square root curve, which makes dark edges, as on dark tables, as strong as bright ones. */
const CURVE = Float32Array.from({ length: 256 }, (_, value) => Math.floor(Math.sqrt(value + 12) * 40));

/** Usual standard deviations of brightness and of the two colour planes in a frame, in units of the curve. */
const SPREADS = [100, 25, 25] as const;

/**
 * Prepares a net for pieces of frames. Each piece is straightened to one size, so a document that fills its piece looks flat to
 * the net, whatever its position, size and rotation.
 *
 * @param around - the share of the picture, on each side, that shows the surroundings of the piece.
 */
export function createLook(net: CornerNet, size: { width: number; height: number }, around: number): Look {
  const { input, run } = createCornerNet(net, size);
  const colours = new Uint8Array(size.width * size.height * 3);
  return (frame, piece) => {
    const map = straightenedToFrame(piece, size, around);
    if (!map) return null;
    straighten(frame, map, size, colours);
    fillOpponentPlanes(colours, input);
    SPREADS.forEach((spread, plane) => {
      normalisePlane(input, plane, spread);
    });
    const { quad, presence } = run();
    return { quad: mapCorners(quad, (corner) => projectPoint(map, corner)), presence };
  };
}

/**
 * Fills the planes with brightness, red–green and blue–yellow. Colour has planes of its own, because a dark red booklet on a
 * dark green cloth has no edge in luma.
 *
 * @param colours - red, green and blue of each pixel.
 */
function fillOpponentPlanes(colours: Uint8Array, to: Planes): void {
  const { start, row } = locatePlane(to, 0);
  const plane = locatePlane(to, 1).start - start;
  for (let y = 0, byte = 0; y < to.height; y++) {
    for (let x = 0, at = start + y * row; x < to.width; x++, at++, byte += 3) {
      const red = CURVE[colours[byte]!]!;
      const green = CURVE[colours[byte + 1]!]!;
      const blue = CURVE[colours[byte + 2]!]!;
      to.data[at] = (red + 2 * green + blue) / 4;
      to.data[at + plane] = (red - green) / 2;
      to.data[at + 2 * plane] = (2 * blue - red - green) / 4;
    }
  }
}

/** Subtracts a plane's mean, and divides it by its usual spread. */
function normalisePlane(planes: Planes, plane: number, spread: number): void {
  const { data, width, height } = planes;
  const { start, row } = locatePlane(planes, plane);
  let mean = 0;
  for (let y = 0; y < height; y++)
    for (let at = start + y * row, end = at + width; at < end; at++) mean += data[at]! / (width * height);
  for (let y = 0; y < height; y++)
    for (let at = start + y * row, end = at + width; at < end; at++) data[at] = (data[at]! - mean) / spread;
}
