import type { Quad, RgbaImage } from '@vendor/vision';
import { findCorners } from './find-corners.ts';
import { findPrintedLines, measurePrintSlopes, type PrintedLine } from './printed-lines.ts';

/** Size of a picture. */
type Size = Pick<RgbaImage, 'width' | 'height'>;

/**
 * Aspect ratios (longer / shorter side) of cards and pages (ISO/IEC 7810: ID-1; ID-2 and ID-3), and the tolerance for a picture
 * cropped to one, as a difference of logarithms: a card that lacks three millimetres on some sides differs by 0.1. Camera
 * pictures have 1.33 or 1.78, which match neither.
 */
const ASPECTS = [
  { aspect: 85.6 / 53.98, slack: 0.1 },
  { aspect: 125 / 88, slack: 0.05 },
] as const;

/** Share of an uncropped picture from which an outline is accepted without checking for print outside it. */
const LARGE_SHARE = 0.35;

/** Minimum number of printed lines of a document that fills the picture, and of clear ones among them. */
const MIN_LINES = 3;
const MIN_CLEAR_LINES = 2;
/** Minimum number of printed lines outside an outline that show that it is not the document's. */
const MIN_OUTSIDE = 2;
/**
 * Pictures with at least this ratio of height to width are searched in parts of aspect PART_ASPECT (height / width), at these
 * shares of the remaining height.
 */
const MIN_SPLIT_ASPECT = 1.2;
const PART_ASPECT = 0.75;
const PART_POSITIONS = [0.5, 0.2, 0.8] as const;
/** Minimum distance of an outline from the end of a part; a closer one extends beyond it. */
const PART_MARGIN_PX = 8;

/** Maximum median slope of print on a straightened card: 0.5° with the card's own corners, 1.6° and more with wrong ones. */
const MAX_SLOPE = 0.025;
/** Minimum extent of the printed lines of a document that fills the picture, as shares of its longer and shorter side. */
const MIN_LENGTH = 0.45;
const MIN_HEIGHT = 0.3;

/**
 * Finds the corners of the document in pixels of the picture: those of the finder, or those of the picture itself if it is
 * cropped to a document, which leaves the finder no background. A cropped picture has the aspect ratio of a card or page and
 * straight print all over, and the finder detects at most a part of it, such as a portrait or a logo.
 *
 * @returns null if none is found with certainty.
 */
export function findDocument(image: RgbaImage): Quad | null {
  const corners = findCorners(image);
  const cropped = croppedDocument(image);
  const confirmed = corners && isAlongPrint(image, corners) ? corners : null;
  const found = confirmed ?? (cropped ? null : findInParts(image));
  const outline = cropped ?? found;
  if (!outline || (!cropped && computeArea(outline) >= LARGE_SHARE * image.width * image.height))
    return found;
  const [from, to] = outline;
  const lines = findPrintedLines(image, Math.abs(to.y - from.y) > Math.abs(to.x - from.x));
  const outside = found ? lines.filter((line) => !isInside(line, found)) : lines;
  if (!cropped) return linesFillPicture(outside, image) ? null : found;
  const isContradicted = outside.length >= MIN_OUTSIDE && outside.some(({ isClear }) => isClear);
  return linesFillPicture(lines, image) && isContradicted ? cropped : found;
}

/**
 * Returns the corners of a picture with the aspect ratio of a card or page, whatever it shows; otherwise null. The first side
 * is a long one, as in the finder's corners.
 */
export function croppedDocument({ width, height }: Size): Quad | null {
  const ratio = Math.max(width, height) / Math.min(width, height);
  if (!ASPECTS.some(({ aspect, slack }) => Math.abs(Math.log(ratio / aspect)) <= slack)) return null;
  const [a, b, c, d] = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ] as const;
  return width >= height ? [a, b, c, d] : [b, c, d, a];
}

/**
 * Searches parts of an upright picture, each as wide as the picture: a hand-held card fills a third of it, and the background
 * misleads the finder. Corners count only if print runs parallel to them.
 */
function findInParts({ data, width, height }: RgbaImage): Quad | null {
  const partHeight = Math.round(PART_ASPECT * width);
  if (height < MIN_SPLIT_ASPECT * width) return null;
  for (const share of PART_POSITIONS) {
    const top = Math.round(share * (height - partHeight));
    const part = {
      data: data.subarray(top * width * 4, (top + partHeight) * width * 4),
      width,
      height: partHeight,
    };
    const corners = findCorners(part);
    const isWhole = corners?.every(({ y }) => y > PART_MARGIN_PX && y < partHeight - PART_MARGIN_PX);
    if (!corners || !isWhole || measurePrintSlopes(part, corners).length < MIN_LINES) continue;
    if (!isAlongPrint(part, corners)) continue;
    return corners.map(({ x, y }) => ({ x, y: y + top })) as unknown as Quad;
  }
  return null;
}

/**
 * Returns whether print runs parallel to the corners, or there is too little print to tell. Fingers and the background may
 * displace corners.
 */
function isAlongPrint(image: RgbaImage, corners: Quad): boolean {
  const slopes = measurePrintSlopes(image, corners)
    .map(Math.abs)
    .sort((a, b) => a - b);
  return slopes.length < MIN_LINES || slopes[slopes.length >> 1]! <= MAX_SLOPE;
}

function linesFillPicture(lines: readonly PrintedLine[], { width, height }: Size): boolean {
  const clear = lines.filter(({ isClear }) => isClear);
  if (lines.length < MIN_LINES || clear.length < MIN_CLEAR_LINES) return false;
  const ends = lines.flatMap(({ from, to }) => [from, to]);
  const [across, down] = [reach(ends.map(({ x }) => x)) / width, reach(ends.map(({ y }) => y)) / height];
  const [along, stacked] = width >= height ? [across, down] : [down, across];
  return along >= MIN_LENGTH && stacked >= MIN_HEIGHT;
}

function reach(places: readonly number[]): number {
  return Math.max(...places) - Math.min(...places);
}

/** Returns whether a line lies inside a clockwise quad. */
function isInside({ from, to }: PrintedLine, corners: Quad): boolean {
  return [from, to].every(({ x, y }) =>
    corners.every((start, index) => {
      const end = corners[(index + 1) % 4]!;
      return (end.x - start.x) * (y - start.y) - (end.y - start.y) * (x - start.x) >= 0;
    }),
  );
}

/** Computes the area of a quad in square pixels. */
function computeArea([a, b, c, d]: Quad): number {
  return Math.abs((c.x - a.x) * (d.y - b.y) - (d.x - b.x) * (c.y - a.y)) / 2;
}
