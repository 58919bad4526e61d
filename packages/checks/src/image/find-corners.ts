import {
  CORNER_NET,
  createDocumentFinder,
  downscale,
  type Quad,
  type RgbaImage,
  scaleQuad,
} from '@vendor/vision';

/** The finder is made for frames of about this size and finds no more in larger ones. */
const FINDER_SIDE_PX = 320;

/** The finder's own figure for guidance: of hard drawn frames one in eighty has a wrong quad that is likelier than this. */
const LEAST_CONFIDENCE = 0.5;

/** The corners of the document in a picture, in its pixels; null when none is found for certain. */
export function findCorners(image: RgbaImage): Quad | null {
  const scale = FINDER_SIDE_PX / Math.max(image.width, image.height);
  const size = { widthPx: Math.round(image.width * scale), heightPx: Math.round(image.height * scale) };
  const found = createDocumentFinder(size, CORNER_NET).find(downscale(image, size));
  const isSure = found !== null && found.confidence >= LEAST_CONFIDENCE;
  return isSure ? scaleQuad(found.quad, 1 / scale) : null;
}
