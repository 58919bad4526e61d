import { type RgbaImage, rectify, sideLengths } from '@vendor/vision';
import { decodeImage } from '../image/decode-image.ts';
import { findCorners } from '../image/find-corners.ts';
import type { Face, FaceEngine } from './face.ts';
import type { ReferenceView } from './judge-match.ts';
import type { SelfieTask } from './selfie-task.ts';

/** A face narrower than this has too few pixels to be compared. */
const LEAST_FACE_PX = 60;

/** Documents are straightened to this length; their portraits are a fifth to a third of it. */
const PAGE_SIDE_PX = 1280;

/** In a picture of one person the next face is at most this share of the first. */
const SECOND_FACE_SHARE = 0.5;

/** Finds the face that a selfie is compared with. Never throws for what the file holds. */
export async function lookAtReference(
  engine: FaceEngine,
  reference: SelfieTask['reference'],
): Promise<ReferenceView> {
  if (!reference) return { kind: 'missing' };
  const decoded = await decodeImage(reference.file);
  if (decoded.kind === 'refused') return { kind: 'unusable' };
  const face =
    reference.kind === 'document'
      ? await portraitOf(engine, decoded.image)
      : onlyFace(await engine.facesOf(decoded.image));
  return face && face.box.sidePx >= LEAST_FACE_PX ? { kind: 'found', face } : { kind: 'unusable' };
}

/**
 * The portrait of a document: the largest face on its page. Smaller ones beside it are its ghost images. Faces are found by a
 * detector that sees a fifth of a page badly, so that it is given parts of the page as well.
 */
async function portraitOf(engine: FaceEngine, image: RgbaImage): Promise<Face | null> {
  const page = straightened(image);
  const halves = [0, 0.25, 0.5].map((left) => cut(page, left, 0.5));
  let best: Face | null = null;
  for (const part of [...halves, page]) {
    const [face] = await engine.facesOf(part);
    if (face && (!best || face.box.sidePx > 1.2 * best.box.sidePx)) best = face;
  }
  return best;
}

/** Whom the picture shows when more than one face could be meant is not for a machine to guess. */
function onlyFace([face, second]: readonly Face[]): Face | null {
  const isAlone = !second || !face || second.box.sidePx < SECOND_FACE_SHARE * face.box.sidePx;
  return face && isAlone ? face : null;
}

/** The document's page where its corners are found, else the whole picture. */
function straightened(image: RgbaImage): RgbaImage {
  const corners = findCorners(image);
  if (!corners) return cut(image, 0, 1);
  const [width, height] = sideLengths(corners);
  const scale = PAGE_SIDE_PX / Math.max(width, height);
  return rectify(image, corners, { widthPx: width * scale, heightPx: height * scale });
}

/** An upright strip of a picture, over its whole height. `left` and `width` are shares of the picture's. */
function cut(image: RgbaImage, left: number, width: number): RgbaImage {
  const [from, to] = [left * image.width, (left + width) * image.width];
  const scale = Math.min(1, PAGE_SIDE_PX / Math.max(to - from, image.height));
  return rectify(
    image,
    [
      { x: from, y: 0 },
      { x: to, y: 0 },
      { x: to, y: image.height },
      { x: from, y: image.height },
    ],
    { widthPx: (to - from) * scale, heightPx: image.height * scale },
  );
}
