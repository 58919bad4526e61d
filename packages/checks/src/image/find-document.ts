import type { Quad, RgbaImage } from '@vendor/vision';
import { findCorners } from './find-corners.ts';
import { findPrintedLines, type PrintedLine, slopesOfPrint } from './printed-lines.ts';

/** The size of a picture. */
type Size = Pick<RgbaImage, 'width' | 'height'>;

/**
 * Forms of cards and pages (ISO/IEC 7810: ID-1; ID-2 and ID-3), longer by shorter side, and how far that of a picture which is
 * cropped to one may be from it, as logarithms: a card that lacks three millimetres here and there differs by 0.1. Cameras take
 * pictures of 1.33 and 1.78, which are neither.
 */
const FORMS = [
  { aspect: 85.6 / 53.98, slack: 0.1 },
  { aspect: 125 / 88, slack: 0.05 },
] as const;

/** An outline over this share of a picture of no such form is not doubted for print that lies around it. */
const LARGE_SHARE = 0.35;

/** Lines of print, and the shares of the picture that they must reach over, to be a document's that fills it. */
const LEAST_LINES = 3;
const LEAST_CLEAR_LINES = 2;
/** Lines of such print outside an outline that show that it is not the document's. */
const LEAST_OUTSIDE = 2;
/** Pictures at least this many times as high as wide are looked at in parts of this form, at these shares of what they leave. */
const LEAST_PARTED_FORM = 1.2;
const PART_FORM = 0.75;
const PART_PLACES = [0.5, 0.2, 0.8] as const;
/** An outline that comes nearer to the end of a part goes on beyond it. */
const PART_MARGIN_PX = 8;

/**
 * Print on a card that is straightened by its own corners slopes by 0.5° in the median, with one that is far off by 1.6° and
 * more.
 */
const MOST_SLOPE = 0.025;
const LEAST_LENGTH = 0.45;
const LEAST_HEIGHT = 0.3;

/**
 * The corners of the document in a picture, in its pixels: as the finder sees them, or those of the picture itself where it is
 * cropped to a document, which leaves nothing around it for the finder to see. Such a picture has the form of a card or page and
 * straight print all over, of which the finder sees a part at most: a portrait or a logo.
 *
 * @returns null when none is found for certain.
 */
export function findDocument(image: RgbaImage): Quad | null {
  const corners = findCorners(image);
  const cropped = croppedDocument(image);
  const seen = corners && isAlongPrint(image, corners) ? corners : null;
  const found = seen ?? (cropped ? null : findInParts(image));
  const outline = cropped ?? found;
  if (!outline || (!cropped && areaOf(outline) >= LARGE_SHARE * image.width * image.height)) return found;
  const [from, to] = outline;
  const lines = findPrintedLines(image, Math.abs(to.y - from.y) > Math.abs(to.x - from.x));
  const outside = found ? lines.filter((line) => !isInside(line, found)) : lines;
  if (!cropped) return fillPicture(outside, image) ? null : found;
  const isContradicted = outside.length >= LEAST_OUTSIDE && outside.some(({ isClear }) => isClear);
  return fillPicture(lines, image) && isContradicted ? cropped : found;
}

/**
 * The corners of a picture that has the form of a card or page, whatever it shows; null of another form. The first side is a long
 * one, as of corners that the finder gives.
 */
export function croppedDocument({ width, height }: Size): Quad | null {
  const form = Math.max(width, height) / Math.min(width, height);
  if (!FORMS.some(({ aspect, slack }) => Math.abs(Math.log(form / aspect)) <= slack)) return null;
  const [a, b, c, d] = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ] as const;
  return width >= height ? [a, b, c, d] : [b, c, d, a];
}

/**
 * Looks at parts of an upright picture, each as wide as the picture: a card in the hand fills a third of it, and what lies around
 * draws the finder away. Only print that runs along the corners tells that they are a document's.
 */
function findInParts({ data, width, height }: RgbaImage): Quad | null {
  const partHeight = Math.round(PART_FORM * width);
  if (height < LEAST_PARTED_FORM * width) return null;
  for (const share of PART_PLACES) {
    const top = Math.round(share * (height - partHeight));
    const part = {
      data: data.subarray(top * width * 4, (top + partHeight) * width * 4),
      width,
      height: partHeight,
    };
    const corners = findCorners(part);
    const isWhole = corners?.every(({ y }) => y > PART_MARGIN_PX && y < partHeight - PART_MARGIN_PX);
    if (!corners || !isWhole || slopesOfPrint(part, corners).length < LEAST_LINES) continue;
    if (!isAlongPrint(part, corners)) continue;
    return corners.map(({ x, y }) => ({ x, y: y + top })) as unknown as Quad;
  }
  return null;
}

/** Whether print runs along corners, as far as there is any: fingers and what lies behind a card draw them off it. */
function isAlongPrint(image: RgbaImage, corners: Quad): boolean {
  const slopes = slopesOfPrint(image, corners)
    .map(Math.abs)
    .sort((a, b) => a - b);
  return slopes.length < LEAST_LINES || slopes[slopes.length >> 1]! <= MOST_SLOPE;
}

function fillPicture(lines: readonly PrintedLine[], { width, height }: Size): boolean {
  const clear = lines.filter(({ isClear }) => isClear);
  if (lines.length < LEAST_LINES || clear.length < LEAST_CLEAR_LINES) return false;
  const ends = lines.flatMap(({ from, to }) => [from, to]);
  const [across, down] = [reach(ends.map(({ x }) => x)) / width, reach(ends.map(({ y }) => y)) / height];
  const [along, stacked] = width >= height ? [across, down] : [down, across];
  return along >= LEAST_LENGTH && stacked >= LEAST_HEIGHT;
}

function reach(places: readonly number[]): number {
  return Math.max(...places) - Math.min(...places);
}

/** Whether a line lies inside corners, which run clockwise. */
function isInside({ from, to }: PrintedLine, corners: Quad): boolean {
  return [from, to].every(({ x, y }) =>
    corners.every((start, index) => {
      const end = corners[(index + 1) % 4]!;
      return (end.x - start.x) * (y - start.y) - (end.y - start.y) * (x - start.x) >= 0;
    }),
  );
}

/** In square pixels. */
function areaOf([a, b, c, d]: Quad): number {
  return Math.abs((c.x - a.x) * (d.y - b.y) - (d.x - b.x) * (c.y - a.y)) / 2;
}
