import { projectPoint, type Quad, type RgbaImage, unitSquareToQuad } from '@vendor/vision';
import { decodeImage, imageLimits } from '../image/decode-image.ts';
import { type Place, toPlace } from '../image/place.ts';
import type { Face, FaceEngine } from './face.ts';
import type { ReferenceView } from './judge-match.ts';
import { isCut, pieceStarts, portraitPage, splitIntoPieces } from './portrait-page.ts';
import type { SelfieTask } from './selfie-task.ts';

/** Minimum width of a face that can be compared. */
const MIN_FACE_PX = 60;

/**
 * Maximum side at which references other than documents are decoded, in px; small enough to add a margin for the second
 * detection.
 */
const MAX_REFERENCE_PX = 1280;

/** Share of the shorter side above which a face needs a margin, because the detector expects hair and background around it. */
const TIGHT_SHARE = 0.6;

/** Margin on each side, as a share of the longer side. */
const MARGIN_SHARE = 0.3;

/**
 * Factor by which a face must be larger to replace one found before on the same page. The parts of the page overlap, and the
 * same face may be measured a little larger in another part.
 */
const LARGER_FACTOR = 1.2;

/** Maximum size of a second face, as a share of the first, in a picture of one person. */
const SECOND_FACE_SHARE = 0.5;

/** Finds the face to compare a selfie with. Never throws because of the file's content. */
export async function findReferenceFace(
  engine: FaceEngine,
  reference: SelfieTask['reference'],
): Promise<ReferenceView> {
  if (!reference) return { kind: 'missing' };
  const isDocument = reference.kind === 'document';
  const limits = isDocument ? imageLimits : { ...imageLimits, longestSidePx: MAX_REFERENCE_PX };
  const decoded = await decodeImage(reference.file, limits);
  if (decoded.kind === 'refused') return { kind: 'unusable' };
  if (isDocument) return findPortrait(engine, decoded.image);
  const face = onlyFace(await detectReferenceFaces(engine, decoded.image));
  return isLarge(face) ? { kind: 'found', face } : { kind: 'unusable' };
}

function isLarge(face: Face | null): face is Face {
  return face !== null && face.box.sidePx >= MIN_FACE_PX;
}

/** Finds the portrait of a document: the largest complete face on its page. Smaller ones beside it are ghost images. */
async function findPortrait(engine: FaceEngine, image: RgbaImage): Promise<ReferenceView> {
  const found = await portraitPage(engine, image);
  if (!found) return { kind: 'unusable' };
  const { page, corners } = found;
  let [best, leftPx]: [Face | null, number] = [null, 0];
  for (const [index, part] of [...splitIntoPieces(page), page].entries()) {
    const face = (await engine.facesOf(part)).find((each) => !isCut(each, part));
    if (!face || (best && face.box.sidePx <= LARGER_FACTOR * best.box.sidePx)) continue;
    [best, leftPx] = [face, (pieceStarts[index] ?? 0) * page.width];
  }
  if (!isLarge(best)) return { kind: 'unusable' };
  const place = placeOnPage(best.box, leftPx, page, corners, image);
  return { kind: 'found', face: best, ...(place && { place }) };
}

/** Maps the position of a face on a straightened page to the original picture. */
function placeOnPage(
  { left, top, sidePx }: Face['box'],
  leftPx: number,
  page: RgbaImage,
  corners: Quad,
  image: RgbaImage,
): Place | null {
  const map = unitSquareToQuad(corners);
  if (!map) return null;
  const corner = (x: number, y: number) =>
    projectPoint(map, { x: (leftPx + x) / page.width, y: y / page.height });
  const [right, bottom] = [left + sidePx, top + sidePx];
  return toPlace([corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)], image);
}

/**
 * Detects the faces in a reference image. A tightly cropped face may be missed, detected twice or measured wrong, so it is
 * detected again with a grey margin. The first result counts if the second has no faces.
 */
async function detectReferenceFaces(engine: FaceEngine, image: RgbaImage): Promise<Face[]> {
  const faces = await engine.facesOf(image);
  const face = onlyFace(faces);
  if (face && face.box.sidePx <= TIGHT_SHARE * Math.min(image.width, image.height)) return faces;
  const again = await engine.facesOf(addMargin(image));
  return again.length > 0 ? again : faces;
}

function addMargin({ data, width, height }: RgbaImage): RgbaImage {
  const margin = Math.round(MARGIN_SHARE * Math.max(width, height));
  const wide = { width: width + 2 * margin, height: height + 2 * margin };
  const grey = new Uint8ClampedArray(4 * wide.width * wide.height).fill(128);
  for (let row = 0; row < height; row++) {
    const line = data.subarray(4 * row * width, 4 * (row + 1) * width);
    grey.set(line, 4 * ((row + margin) * wide.width + margin));
  }
  return { data: grey, ...wide };
}

/** Returns the face if there is only one that may be meant; otherwise null, so that a person decides. */
function onlyFace([face, second]: readonly Face[]): Face | null {
  const isAlone = !second || !face || second.box.sidePx < SECOND_FACE_SHARE * face.box.sidePx;
  return face && isAlone ? face : null;
}
