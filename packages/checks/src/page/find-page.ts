import type { MrzReading, Point, Quad, RgbaImage } from '@vendor/vision';
import { findCorners } from '../image/find-corners.ts';
import { findDocument } from '../image/find-document.ts';
import { findPrintedLines } from '../image/printed-lines.ts';
import { certainLines, readPageMrz } from './certain-lines.ts';
import { fitsAsMrz, isSamePage, pageAroundMrz, startAtUpperLeft } from './page-around-mrz.ts';

/** Position of a document in a picture, by its corners and by its MRZ. */
export interface FoundPage {
  /** The document's corners; null if none were found with certainty, or if they do not match the MRZ. */
  readonly corners: Quad | null;
  /** Corners of the page computed from its MRZ; null without an MRZ that could belong to a document. */
  readonly pageByMrz: Quad | null;
  /** The reading of the MRZ, certain or not; null if none was found. */
  readonly reading: MrzReading | null;
  /** The reading if it is certain; otherwise null. */
  readonly certainReading: MrzReading | null;
}

/** Number of printed lines below an unread MRZ from which it is taken for a title; nothing is printed below an MRZ. */
const MIN_PRINT_BELOW = 2;

/** Finds the MRZ and the corners of the document in a picture. Takes half a second of one core. */
export function findPage(image: RgbaImage): FoundPage {
  const mrz = readPageMrz(image);
  const certainReading = certainLines(mrz) && mrz;
  if (!certainReading) {
    const corners = findDocument(image);
    const reading = mrz && mayBeMrz(mrz, corners, image) ? mrz : null;
    const pageByMrz = reading && pageAroundMrz(reading.format, reading.outline);
    return { corners, pageByMrz, reading, certainReading };
  }
  const pageByMrz = pageAroundMrz(certainReading.format, certainReading.outline);
  const found = findCorners(image);
  // An MRZ that was read certainly belongs to a document. Corners elsewhere belong to something else, or to a part of the
  // document.
  const corners = found && pageByMrz && !isSamePage(found, pageByMrz) ? null : found;
  return { corners, pageByMrz, reading: certainReading, certainReading };
}

/** Returns whether unread lines may be an MRZ; bold titles resemble one. */
function mayBeMrz({ outline }: MrzReading, corners: Quad | null, image: RgbaImage): boolean {
  if (corners && !fitsAsMrz(corners, outline)) return false;
  const [, , right, left] = outline;
  const isUpright = Math.abs(right.y - left.y) > Math.abs(right.x - left.x);
  const isBelow = ({ x, y }: Point) =>
    (right.x - left.x) * (y - left.y) - (right.y - left.y) * (x - left.x) > 0;
  const below = findPrintedLines(image, isUpright).filter(
    (line) => line.isClear && isBelow(line.from) && isBelow(line.to),
  );
  return below.length < MIN_PRINT_BELOW;
}

/** Returns the corners of the page starting at its upper left one; null without an MRZ that shows which corner that is. */
export function uprightPage({ corners, pageByMrz }: FoundPage): Quad | null {
  if (!pageByMrz || !corners) return pageByMrz;
  return isSamePage(corners, pageByMrz) ? startAtUpperLeft(pageByMrz, corners) : null;
}
