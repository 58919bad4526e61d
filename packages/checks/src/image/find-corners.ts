import {
  CORNER_NET,
  createDocumentFinder,
  downscale,
  fitCorners,
  type Quad,
  type RgbaImage,
  scaleQuad,
} from '@vendor/vision';

/** The finder is made for frames of about this size and finds no more in larger ones. */
const FINDER_SIDE_PX = 320;

/** Size for refining corners: reading off a document needs them nearer than the finder's frame has them. */
const FIT_SIDE_PX = 640;

/** The finder's own figure for guidance: of hard drawn frames one in eighty has a wrong quad that is likelier than this. */
const LEAST_CONFIDENCE = 0.5;

/** The corners of the document in a picture, in its pixels; null when none is found for certain. */
export function findCorners(image: RgbaImage): Quad | null {
  const frame = scaled(image, FINDER_SIDE_PX);
  const size = { widthPx: frame.width, heightPx: frame.height };
  const found = createDocumentFinder(size, CORNER_NET).find(frame);
  if (found === null || found.confidence < LEAST_CONFIDENCE) return null;
  const larger = scaled(image, FIT_SIDE_PX);
  const quad = fitCorners(larger, scaleQuad(found.quad, larger.width / frame.width));
  return scaleQuad(quad, image.width / larger.width);
}

/** The picture with its longer side of a length. */
function scaled(image: RgbaImage, sidePx: number): RgbaImage {
  const scale = sidePx / Math.max(image.width, image.height);
  const size = { widthPx: Math.round(image.width * scale), heightPx: Math.round(image.height * scale) };
  return downscale(image, size);
}
