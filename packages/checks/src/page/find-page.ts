import type { MrzReading, Point, Quad, RgbaImage } from '@vendor/vision';
import { findCorners } from '../image/find-corners.ts';
import { findDocument } from '../image/find-document.ts';
import { findPrintedLines } from '../image/printed-lines.ts';
import { certainLines, readLines } from './certain-lines.ts';
import { fitAsLines, isSamePage, pageAroundMrz, turnedLike } from './page-around-mrz.ts';

/** Place of a document in a picture, by its corners and by its machine-readable lines. */
export interface FoundPage {
  /** The document's corners; null if none were found for certain, or if they are not around the lines. */
  readonly corners: Quad | null;
  /** Position of the document calculated from its lines; null without lines that could belong to a document. */
  readonly pageByLines: Quad | null;
  /** The lines that were read, reliable or not; null if there are none. */
  readonly reading: MrzReading | null;
  /** The same if the lines are certain; otherwise null. */
  readonly linesRead: MrzReading | null;
}

/** Print below lines that were not read, from which on these are titles: a page has none below its own. */
const LEAST_PRINT_BELOW = 2;

/** Finds the lines and the corners of the document in a picture. Takes half a second of one core. */
export function findPage(image: RgbaImage): FoundPage {
  const seen = readLines(image);
  const linesRead = certainLines(seen) && seen;
  if (!linesRead) {
    const corners = findDocument(image);
    const reading = seen && mayBeLines(seen, corners, image) ? seen : null;
    const pageByLines = reading && pageAroundMrz(reading.format, reading.outline);
    return { corners, pageByLines, reading, linesRead };
  }
  const pageByLines = pageAroundMrz(linesRead.format, linesRead.outline);
  const found = findCorners(image);
  // Lines that were read certainly belong to a document. Corners elsewhere belong to something else, or to a part of the
  // document.
  const corners = found && pageByLines && !isSamePage(found, pageByLines) ? null : found;
  return { corners, pageByLines, reading: linesRead, linesRead };
}

/** Whether lines that were not read may be machine readable ones: bold titles are taken for them, too. */
function mayBeLines({ outline }: MrzReading, corners: Quad | null, image: RgbaImage): boolean {
  if (corners && !fitAsLines(corners, outline)) return false;
  const [, , right, left] = outline;
  const isUpright = Math.abs(right.y - left.y) > Math.abs(right.x - left.x);
  const isBelow = ({ x, y }: Point) =>
    (right.x - left.x) * (y - left.y) - (right.y - left.y) * (x - left.x) > 0;
  const below = findPrintedLines(image, isUpright).filter(
    (line) => line.isClear && isBelow(line.from) && isBelow(line.to),
  );
  return below.length < LEAST_PRINT_BELOW;
}

/** Returns the corners of the page from its upper left one; null if there are no lines that show which corner that is. */
export function uprightPage({ corners, pageByLines }: FoundPage): Quad | null {
  if (!pageByLines || !corners) return pageByLines;
  return isSamePage(corners, pageByLines) ? turnedLike(pageByLines, corners) : null;
}
