import { type Point, type Quad, type RgbaImage, rectify } from '@vendor/vision';

/** Side of a chip in pixels; the descriptor network was trained on images of this size. */
export const chipPx = 150;

/** Margin on each side of the square in which the landmarks are given, as a share of its side. */
const MARGIN = 0.25;

/**
 * Landmarks by their index in MediaPipe's mesh, and their positions in dlib's five-point alignment, in a square around the
 * face: corners of the eyes, and below the nose. The network was trained on faces aligned this way.
 */
const landmarks: readonly { readonly index: number; readonly at: Point }[] = [
  { index: 263, at: { x: 0.8596, y: 0.2135 } },
  { index: 362, at: { x: 0.6461, y: 0.229 } },
  { index: 33, at: { x: 0.1206, y: 0.2137 } },
  { index: 133, at: { x: 0.3341, y: 0.2291 } },
  { index: 2, at: { x: 0.4901, y: 0.6278 } },
];

/** Cuts out a face upright, with eyes and nose in standard positions. Beyond the picture its border pixels are repeated. */
export function cutFaceChip(image: RgbaImage, mesh: readonly Point[]): RgbaImage {
  return rectify(image, chipCorners(mesh), { widthPx: chipPx, heightPx: chipPx });
}

/**
 * Returns the corners of the chip in the picture, from the least-squares similarity transform (translation, rotation, scale) of
 * the landmarks.
 */
function chipCorners(mesh: readonly Point[]): Quad {
  const from = landmarks.map(({ at }) => at);
  const to = landmarks.map(({ index }) => mesh[index]!);
  const [fromMiddle, toMiddle] = [middleOf(from), middleOf(to)];
  let [along, across, spread] = [0, 0, 0];
  for (const [index, point] of from.entries()) {
    const [x, y] = [point.x - fromMiddle.x, point.y - fromMiddle.y];
    const [u, v] = [to[index]!.x - toMiddle.x, to[index]!.y - toMiddle.y];
    along += x * u + y * v;
    across += x * v - y * u;
    spread += x * x + y * y;
  }
  const [cos, sin] = [along / spread, across / spread];
  const toPicture = (x: number, y: number): Point => ({
    x: toMiddle.x + cos * (x - fromMiddle.x) - sin * (y - fromMiddle.y),
    y: toMiddle.y + sin * (x - fromMiddle.x) + cos * (y - fromMiddle.y),
  });
  const [low, high] = [-MARGIN, 1 + MARGIN];
  return [toPicture(low, low), toPicture(high, low), toPicture(high, high), toPicture(low, high)];
}

function middleOf(points: readonly Point[]): Point {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}
