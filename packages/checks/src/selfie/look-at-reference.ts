import type { RgbaImage } from '@vendor/vision';
import { decodeImage } from '../image/decode-image.ts';
import type { Face, FaceEngine } from './face.ts';
import type { ReferenceView } from './judge-match.ts';
import { isCut, piecesOf, portraitPage } from './portrait-page.ts';
import type { SelfieTask } from './selfie-task.ts';

/** A face narrower than this has too few pixels to be compared. */
const LEAST_FACE_PX = 60;

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

/** The portrait of a document: the largest whole face on its page. Smaller ones beside it are its ghost images. */
async function portraitOf(engine: FaceEngine, image: RgbaImage): Promise<Face | null> {
  const page = await portraitPage(engine, image);
  let best: Face | null = null;
  for (const part of page ? [...piecesOf(page), page] : []) {
    const face = (await engine.facesOf(part)).find((each) => !isCut(each, part));
    if (face && (!best || face.box.sidePx > 1.2 * best.box.sidePx)) best = face;
  }
  return best;
}

/** Whom the picture shows when more than one face could be meant is not for a machine to guess. */
function onlyFace([face, second]: readonly Face[]): Face | null {
  const isAlone = !second || !face || second.box.sidePx < SECOND_FACE_SHARE * face.box.sidePx;
  return face && isAlone ? face : null;
}
