import type { MrzReading, Quad, RgbaImage } from '@vendor/vision';
import { findCorners } from '../image/find-corners.ts';
import { findDocument } from '../image/find-document.ts';
import { certainLines, readLines } from './certain-lines.ts';
import { isSamePage, pageAroundMrz, turnedLike } from './page-around-mrz.ts';

/** Where a document lies in a picture, by its corners and by its machine-readable lines. */
export interface FoundPage {
  /** The document's corners; null when none was found for certain, or not where the lines are. */
  readonly corners: Quad | null;
  /** Where the document must be by its lines; null without lines that could be a document's. */
  readonly pageByLines: Quad | null;
  /** The lines as they were read, reliably or not; null when there are none. */
  readonly reading: MrzReading | null;
  /** The same where the lines are certain. */
  readonly linesRead: MrzReading | null;
}

/** Looks for the lines and the corners of the one document that a picture is to show. Half a second of one core. */
export function findPage(image: RgbaImage): FoundPage {
  const reading = readLines(image);
  const pageByLines = reading && pageAroundMrz(reading.format, reading.outline);
  const linesRead = certainLines(reading) && reading;
  // Lines that were read tell by themselves where a page lies that fills its picture.
  const found = linesRead ? findCorners(image) : findDocument(image);
  // Lines that were read are a document's for certain; corners elsewhere are those of something else, or of a part of it.
  const corners = found && linesRead && pageByLines && !isSamePage(found, pageByLines) ? null : found;
  return { corners, pageByLines, reading, linesRead };
}

/** The page, beginning at its upper left corner, where there are lines to tell which that is; else null. */
export function uprightPage({ corners, pageByLines }: FoundPage): Quad | null {
  if (!pageByLines || !corners) return pageByLines;
  return isSamePage(corners, pageByLines) ? turnedLike(pageByLines, corners) : null;
}
