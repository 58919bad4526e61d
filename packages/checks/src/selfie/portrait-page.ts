import { type Quad, type RgbaImage, rectify, sideLengths } from '@vendor/vision';
import { type FoundPage, findPage, uprightPage } from '../page/find-page.ts';
import { isSamePage } from '../page/page-around-mrz.ts';
import type { Face, FaceEngine } from './face.ts';

/** Documents are straightened to this length; their portraits are a fifth to a third of it. */
const PAGE_SIDE_PX = 1280;

/** How far corners may be from where lines say that were read, in widths of the page: half a face has no room in between. */
const NEAR_SHARE = 0.06;

/** In MediaPipe's order: the middle of the hairline, and the chin. */
const HAIRLINE = 10;
const CHIN = 152;

/** A page, straightened, and its corners in the picture that it was cut out of. */
export interface PortraitPage {
  readonly page: RgbaImage;
  readonly corners: Quad;
}

/**
 * The page of the document in a picture, straightened, its portrait upright. It is the page that the document is judged by, or the one
 * around its lines where that is not quite the same: what lies around it, a larger picture of somebody else say, is no part of it.
 *
 * @returns null when neither corners nor lines tell where the page is.
 */
export async function portraitPage(engine: FaceEngine, image: RgbaImage): Promise<PortraitPage | null> {
  const found = findPage(image);
  if (!found.corners && !found.linesRead) return null;
  const corners =
    pageInWider(found) ??
    uprightPage(found) ??
    (found.corners && (await uprightByFace(engine, image, found.corners)));
  return corners && { page: straightened(image, corners), corners };
}

/**
 * The page by its lines, where its corners are not quite there: they are borne as those of a bent page, but may be those of a sheet that
 * shows somebody else beside it. Null where they are, or the lines were not read.
 */
function pageInWider({ corners, pageByLines, linesRead }: FoundPage): Quad | null {
  if (!corners || !pageByLines || !linesRead) return null;
  return isSamePage(corners, pageByLines, NEAR_SHARE) ? null : pageByLines;
}

/** Left sides of the pieces of a page, as shares of its width: the engine's detector sees what is a fifth of its picture badly. */
export const pieceStarts = [0, 0.25, 0.5] as const;

/** Pieces of a page to look for faces in, each half as wide. */
export function splitIntoPieces(page: RgbaImage): RgbaImage[] {
  return pieceStarts.map((left) => cut(page, left, 0.5));
}

/**
 * Whether a face reaches out of a page or a piece of it: what lies beyond is made up, and not like its owner. A portrait does not reach
 * out of its page, and what a piece cuts is whole on the next one, a quarter of the page further on, or on all of the page.
 */
export function isCut({ mesh }: Face, { width, height }: RgbaImage): boolean {
  return mesh.some(({ x, y }) => x < 0 || x > width || y < 0 || y > height);
}

/**
 * Turns a page without lines by its portrait. A face that lies on its side is seen as it lies; one that stands on its head is mistaken
 * for an upright one. So the page is looked at lying on its side first.
 */
async function uprightByFace(engine: FaceEngine, image: RgbaImage, corners: Quad): Promise<Quad> {
  for (const turns of [1, 0]) {
    const page = straightened(image, turnedBy(corners, turns));
    // All of it first: a part may show half a face, and that another way up.
    for (const part of [page, ...splitIntoPieces(page)]) {
      const [face] = await engine.facesOf(part);
      const side = face && chinSide(face);
      if (side === 'right') return turnedBy(corners, turns + 3);
      if (side === 'left') return turnedBy(corners, turns + 1);
      if (face) break;
    }
  }
  return corners;
}

/** To which side the chin of a face lies from its hairline; null when it lies above or below. */
function chinSide({ mesh }: Face): 'left' | 'right' | null {
  const [hairline, chin] = [mesh[HAIRLINE], mesh[CHIN]];
  if (!hairline || !chin) return null;
  const [x, y] = [chin.x - hairline.x, chin.y - hairline.y];
  if (Math.abs(x) <= Math.abs(y)) return null;
  return x > 0 ? 'right' : 'left';
}

/** The same corners, beginning so many places later: the page is turned by as many quarters against the clock. */
function turnedBy(corners: Quad, quarters: number): Quad {
  return corners.map((_, index) => corners[(index + quarters) % 4]!) as unknown as Quad;
}

function straightened(image: RgbaImage, corners: Quad): RgbaImage {
  const [width, height] = sideLengths(corners);
  const scale = PAGE_SIDE_PX / Math.max(width, height);
  return rectify(image, corners, { widthPx: width * scale, heightPx: height * scale });
}

/** An upright strip of a page, over its whole height. `left` and `width` are shares of the page's. */
function cut(page: RgbaImage, left: number, width: number): RgbaImage {
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
