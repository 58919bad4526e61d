import { type Quad, type RgbaImage, rectify, sideLengths } from '@vendor/vision';
import { type FoundPage, findPage, uprightPage } from '../page/find-page.ts';
import { isSamePage } from '../page/page-around-mrz.ts';
import type { Face, FaceEngine } from './face.ts';

/** Length of a straightened page; the portrait is a fifth to a third of it. */
const PAGE_SIDE_PX = 1280;

/** Maximum distance of the corners from those computed from the MRZ, in page widths; half a face does not fit in between. */
const NEAR_SHARE = 0.06;

/** In MediaPipe's mesh: the middle of the hairline, and the chin. */
const HAIRLINE = 10;
const CHIN = 152;

/** A straightened page, and its corners in the original picture. */
export interface PortraitPage {
  readonly page: RgbaImage;
  readonly corners: Quad;
}

/**
 * Straightens the page of a document, with its portrait upright. It is the page that the document check uses, or the one
 * computed from its MRZ if the two differ: the area around it, such as a larger picture of another person, must not be
 * included.
 *
 * @returns null if the page was located neither by corners nor by MRZ.
 */
export async function portraitPage(engine: FaceEngine, image: RgbaImage): Promise<PortraitPage | null> {
  const found = findPage(image);
  if (!found.corners && !found.certainReading) return null;
  const corners =
    pageByMrzIfDifferent(found) ??
    uprightPage(found) ??
    (found.corners && (await rotateUprightByFace(engine, image, found.corners)));
  return corners && { page: straightenPage(image, corners), corners };
}

/**
 * Returns the page computed from its MRZ if the corners deviate from it. The document check accepts such corners as those of a
 * bent page, but they may belong to a sheet that also shows another person. Null if they agree, or the MRZ was not read.
 */
function pageByMrzIfDifferent({ corners, pageByMrz, certainReading }: FoundPage): Quad | null {
  if (!corners || !pageByMrz || !certainReading) return null;
  return isSamePage(corners, pageByMrz, NEAR_SHARE) ? null : pageByMrz;
}

/**
 * Left sides of the pieces of a page, as shares of its width. The detector is unreliable on faces as small as a fifth of its
 * picture.
 */
export const pieceStarts = [0, 0.25, 0.5] as const;

/** Splits a page into overlapping pieces of half its width for face detection. */
export function splitIntoPieces(page: RgbaImage): RgbaImage[] {
  return pieceStarts.map((left) => cropStrip(page, left, 0.5));
}

/**
 * Returns whether a face extends beyond a page or a piece of it; the part outside is extrapolated, and not like its owner. A
 * portrait never extends beyond its page, and one cut by a piece is complete on the next, a quarter of the page further on, or
 * on the whole page.
 */
export function isCut({ mesh }: Face, { width, height }: RgbaImage): boolean {
  return mesh.some(({ x, y }) => x < 0 || x > width || y < 0 || y > height);
}

/**
 * Rotates a page without an MRZ upright by its portrait. The detector recognizes the orientation of a face on its side, but
 * mistakes an upside-down face for an upright one, so the page is tried on its side first.
 */
async function rotateUprightByFace(engine: FaceEngine, image: RgbaImage, corners: Quad): Promise<Quad> {
  for (const turns of [1, 0]) {
    const page = straightenPage(image, rotateCorners(corners, turns));
    // Tries the whole page first: a piece may show half a face, in another orientation.
    for (const part of [page, ...splitIntoPieces(page)]) {
      const [face] = await engine.facesOf(part);
      const side = face && chinSide(face);
      if (side === 'right') return rotateCorners(corners, turns + 3);
      if (side === 'left') return rotateCorners(corners, turns + 1);
      if (face) break;
    }
  }
  return corners;
}

/** Returns the side of the hairline on which the chin lies; null if it is above or below. */
function chinSide({ mesh }: Face): 'left' | 'right' | null {
  const [hairline, chin] = [mesh[HAIRLINE], mesh[CHIN]];
  if (!hairline || !chin) return null;
  const [x, y] = [chin.x - hairline.x, chin.y - hairline.y];
  if (Math.abs(x) <= Math.abs(y)) return null;
  return x > 0 ? 'right' : 'left';
}

/** Shifts the first corner, which rotates the page anticlockwise by quarter turns. */
function rotateCorners(corners: Quad, quarters: number): Quad {
  return corners.map((_, index) => corners[(index + quarters) % 4]!) as unknown as Quad;
}

function straightenPage(image: RgbaImage, corners: Quad): RgbaImage {
  const [width, height] = sideLengths(corners);
  const scale = PAGE_SIDE_PX / Math.max(width, height);
  return rectify(image, corners, { widthPx: width * scale, heightPx: height * scale });
}

/** Crops a strip of a page over its whole height. `left` and `width` are shares of the page's width. */
function cropStrip(page: RgbaImage, left: number, width: number): RgbaImage {
  const [from, to] = [left * page.width, (left + width) * page.width];
  return rectify(
    page,
    [
      { x: from, y: 0 },
      { x: to, y: 0 },
      { x: to, y: page.height },
      { x: from, y: page.height },
    ],
    { widthPx: to - from, heightPx: page.height },
  );
}
