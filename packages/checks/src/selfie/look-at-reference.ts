import { projectPoint, type Quad, type RgbaImage, unitSquareToQuad } from '@vendor/vision';
import { decodeImage, imageLimits } from '../image/decode-image.ts';
import { type Place, placeOf } from '../image/place.ts';
import type { Face, FaceEngine } from './face.ts';
import type { ReferenceView } from './judge-match.ts';
import { isCut, pieceStarts, portraitPage, splitIntoPieces } from './portrait-page.ts';
import type { SelfieTask } from './selfie-task.ts';

/** A face narrower than this has too few pixels to be compared. */
const LEAST_FACE_PX = 60;

/** Faces are looked for in portraits of at most this size, which have room for a margin then. */
const LONGEST_PORTRAIT_PX = 1280;

/** A face that takes more of the shorter side than this is looked at with a margin: the detector expects hair and ground around it. */
const TIGHT_SHARE = 0.6;

/** Margin on each side, in lengths of the longer side. */
const MARGIN_SHARE = 0.3;

/** In a picture of one person the next face is at most this share of the first. */
const SECOND_FACE_SHARE = 0.5;

/** Finds the face that a selfie is compared with. Never throws for what the file holds. */
export async function lookAtReference(
  engine: FaceEngine,
  reference: SelfieTask['reference'],
): Promise<ReferenceView> {
  if (!reference) return { kind: 'missing' };
  const isDocument = reference.kind === 'document';
  const limits = isDocument ? imageLimits : { ...imageLimits, longestSidePx: LONGEST_PORTRAIT_PX };
  const decoded = await decodeImage(reference.file, limits);
  if (decoded.kind === 'refused') return { kind: 'unusable' };
  if (isDocument) return portraitOf(engine, decoded.image);
  const face = onlyFace(await facesOfPortrait(engine, decoded.image));
  return isLarge(face) ? { kind: 'found', face } : { kind: 'unusable' };
}

function isLarge(face: Face | null): face is Face {
  return face !== null && face.box.sidePx >= LEAST_FACE_PX;
}

/** The portrait of a document: the largest whole face on its page. Smaller ones beside it are its ghost images. */
async function portraitOf(engine: FaceEngine, image: RgbaImage): Promise<ReferenceView> {
  const found = await portraitPage(engine, image);
  if (!found) return { kind: 'unusable' };
  const { page, corners } = found;
  let [best, leftPx]: [Face | null, number] = [null, 0];
  for (const [index, part] of [...splitIntoPieces(page), page].entries()) {
    const face = (await engine.facesOf(part)).find((each) => !isCut(each, part));
    if (!face || (best && face.box.sidePx <= 1.2 * best.box.sidePx)) continue;
    [best, leftPx] = [face, (pieceStarts[index] ?? 0) * page.width];
  }
  if (!isLarge(best)) return { kind: 'unusable' };
  const place = placeOnPage(best.box, leftPx, page, corners, image);
  return { kind: 'found', face: best, ...(place && { place }) };
}

/** The place of a face in the picture that its page was cut out of. */
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
  return placeOf([corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)], image);
}

/**
 * The faces of a portrait. One that is cropped to the face is missed, taken for two or measured wrong as it is, so that it is looked
 * at again with a grey margin around it; what was seen without one counts when nothing is seen with it.
 */
async function facesOfPortrait(engine: FaceEngine, image: RgbaImage): Promise<Face[]> {
  const faces = await engine.facesOf(image);
  const face = onlyFace(faces);
  if (face && face.box.sidePx <= TIGHT_SHARE * Math.min(image.width, image.height)) return faces;
  const again = await engine.facesOf(withMargin(image));
  return again.length > 0 ? again : faces;
}

function withMargin({ data, width, height }: RgbaImage): RgbaImage {
  const margin = Math.round(MARGIN_SHARE * Math.max(width, height));
  const wide = { width: width + 2 * margin, height: height + 2 * margin };
  const grey = new Uint8ClampedArray(4 * wide.width * wide.height).fill(128);
  for (let row = 0; row < height; row++) {
    const line = data.subarray(4 * row * width, 4 * (row + 1) * width);
    grey.set(line, 4 * ((row + margin) * wide.width + margin));
  }
  return { data: grey, ...wide };
}

/** Leaves it to a person when more than one face could be meant: a machine must not guess. */
function onlyFace([face, second]: readonly Face[]): Face | null {
  const isAlone = !second || !face || second.box.sidePx < SECOND_FACE_SHARE * face.box.sidePx;
  return face && isAlone ? face : null;
}
