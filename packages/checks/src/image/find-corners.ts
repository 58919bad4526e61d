import {
  CORNER_NET,
  createDocumentFinder,
  downscale,
  fitCorners,
  type Quad,
  type RgbaImage,
  scaleQuad,
} from '@vendor/vision';

/** Longer side of the frame that the finder is made for; it finds no more in larger frames. */
const FINDER_SIDE_PX = 320;

/** Size for refining corners, because reading a document needs them more exactly than the finder's frame provides. */
const FIT_SIDE_PX = 640;

/**
 * Minimum confidence, the finder's own threshold for guidance. Among difficult drawn frames, the finder returns a wrong quad
 * above it for one in eighty.
 */
const MIN_CONFIDENCE = 0.5;

/** Returns the corners of the document in pixels of the picture; null if none is found with certainty. */
export function findCorners(image: RgbaImage): Quad | null {
  const frame = scaleTo(image, FINDER_SIDE_PX);
  const size = { widthPx: frame.width, heightPx: frame.height };
  const found = createDocumentFinder(size, CORNER_NET).find(frame);
  if (found === null || found.confidence < MIN_CONFIDENCE) return null;
  const larger = scaleTo(image, FIT_SIDE_PX);
  const quad = fitCorners(larger, scaleQuad(found.quad, larger.width / frame.width));
  return scaleQuad(quad, image.width / larger.width);
}

/** Scales the picture to a longer side of `sidePx`. */
function scaleTo(image: RgbaImage, sidePx: number): RgbaImage {
  const scale = sidePx / Math.max(image.width, image.height);
  const size = { widthPx: Math.round(image.width * scale), heightPx: Math.round(image.height * scale) };
  return downscale(image, size);
}
