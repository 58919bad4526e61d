import type { AddressRetryReason } from '@vendor/contract';
import {
  BRIGHT_MEAN,
  DARK_MEAN,
  downscale,
  measureExposure,
  measureGlare,
  measureSharpness,
  PAGE_GLARE_LIMIT,
  type Quad,
  type RgbaImage,
  rectify,
  sideLengths,
  toGray,
} from '@vendor/vision';
import { splitLines, type TextLine } from '../file/page-text.ts';
import { readPicturePdf } from '../file/picture-pdf.ts';
import { decodeImage } from '../image/decode-image.ts';
import { findCorners } from '../image/find-corners.ts';
import type { OcrEngine, OcrLanguage, OpenOcrEngine } from '../ocr/ocr-engine.ts';
import type { HandedFile } from './address-task.ts';
import { foldedWords } from './fold-text.ts';
import { detectLanguage } from './letter-language.ts';
import { markHidden, markInkless } from './shown-lines.ts';

/** A letter as it was read, page by page, or why it could not be. */
export type LetterReading =
  | {
      readonly kind: 'read';
      readonly pages: readonly (readonly TextLine[])[];
      /** False when what the file says in letters is not what its pages show. */
      readonly isShown: boolean;
    }
  | { readonly kind: 'retry'; readonly reasons: readonly AddressRetryReason[] };

/** Pages that are read by eye: a letter says whom it is for on its first. */
const MOST_PAGES_BY_EYE = 3;

/** Fewer words in letters than this are a mark on a scan, not a page. */
const LEAST_WORDS = 8;

/** Of the words in letters, as many at least must be seen. */
const LEAST_SHARE_SHOWN = 0.6;

/** Pictures are read at this size: print of a sheet that fills it has capitals of 25 pixels. */
const LONGEST_SIDE_PX = 2400;

/** Reads a letter: by what its file says in letters where it does, by eye otherwise. */
export async function readLetter(file: HandedFile, openEngine: OpenOcrEngine): Promise<LetterReading> {
  if (file.kind === 'refused') return retry(refusals[file.refusal]);
  if (file.contentType !== 'application/pdf') return readPicture(file.bytes, await openEngine());
  const pages = readPicturePdf(file.bytes);
  const inLetters = pages.map(({ text }) => text);
  const engine = await openEngine();
  if (wordCount(inLetters.flat()) < LEAST_WORDS) {
    const reading = await Promise.all(
      pages.slice(0, MOST_PAGES_BY_EYE).map(({ picture }) => readPicture(picture, engine)),
    );
    const read = reading.flatMap((page) => (page.kind === 'read' ? page.pages : []));
    return read.length > 0
      ? { kind: 'read', pages: read, isShown: true }
      : (reading[0] ?? retry('FILE_UNREADABLE'));
  }
  const first = inLetters.findIndex((page) => wordCount(page) > 0);
  const seen = await readPicture(pages[first]?.picture ?? new Uint8Array(), engine, false);
  const seenLines = seen.kind === 'read' ? seen.pages.flat() : [];
  const isShown = shareOf(inLetters[first] ?? [], seenLines) >= LEAST_SHARE_SHOWN;
  const marked: TextLine[][] = [];
  // One after the other: each picture takes 14 MB.
  for (const [index, { text, picture }] of pages.entries()) {
    if (index === first) marked.push(markHidden(text, seenLines));
    else {
      const decoded = await decodeImage(picture);
      marked.push(decoded.kind === 'refused' ? [...text] : markInkless(text, decoded.image));
    }
  }
  return { kind: 'read', pages: marked, isShown };
}

const refusals = {
  PROTECTED: 'FILE_PROTECTED',
  TOO_MANY_PAGES: 'FILE_TOO_LONG',
  UNREADABLE: 'FILE_UNREADABLE',
} as const;

/** @param isPhotograph - whether the sheet may be a part of the picture only; places are those of the picture where it is not. */
async function readPicture(
  bytes: Uint8Array,
  engine: OcrEngine,
  isPhotograph = true,
): Promise<LetterReading> {
  const decoded = await decodeImage(bytes);
  if (decoded.kind === 'refused') return retry('FILE_UNREADABLE');
  const { image } = decoded;
  if (Math.max(image.width, image.height) < LEAST_SIDE_PX) return retry('IMAGE_TOO_SMALL');
  const sheet = isPhotograph ? straightened(image) : image;
  const lines = await readInItsLanguage(sheet, engine);
  const sure = lines.filter(({ confidence }) => confidence >= SURE);
  if (wordCount(sure) >= LEAST_WORDS) return { kind: 'read', pages: [lines], isShown: true };
  return retry(...flawsOf(image, lines));
}

/** Smaller pictures show a letter's print in six pixels. */
const LEAST_SIDE_PX = 600;

/** Words that were read as surely as this are words. */
const SURE = 0.5;

/** Read as English, then again in the language that its words are of. */
async function readInItsLanguage(image: RgbaImage, engine: OcrEngine): Promise<TextLine[]> {
  const read = async (language: OcrLanguage) => splitLines(await engine.read(image, { language }));
  const lines = await read('en');
  const language = detectLanguage(lines.map(({ text }) => text));
  return language === null || language === 'en' ? lines : read(language);
}

/** The sheet alone, seen from above, where its edges can be seen; else the picture as it is. */
function straightened(image: RgbaImage): RgbaImage {
  const corners = findSheet(image);
  if (corners) {
    const [top, right, bottom, left] = sideLengths(corners) as [number, number, number, number];
    const [width, height] = [Math.max(top, bottom), Math.max(left, right)];
    const scale = LONGEST_SIDE_PX / Math.max(width, height);
    return rectify(image, corners, {
      widthPx: Math.round(width * scale),
      heightPx: Math.round(height * scale),
    });
  }
  const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(image.width, image.height));
  return downscale(image, {
    widthPx: Math.round(image.width * scale),
    heightPx: Math.round(image.height * scale),
  });
}

/** A sheet fills at least so much of the picture's width: what is smaller is something printed on it. */
const LEAST_SHEET = 0.45;

function findSheet(image: RgbaImage): Quad | null {
  const quad = findCorners(image);
  if (!quad) return null;
  const longest = Math.max(...sideLengths(quad));
  return longest >= LEAST_SHEET * Math.max(image.width, image.height) ? asSeen(quad) : null;
}

/** From the corner on that is uppermost on the left: the finder begins with a long side, as cards have theirs on top. */
function asSeen(quad: Quad): Quad {
  const sums = quad.map(({ x, y }) => x + y);
  const first = sums.indexOf(Math.min(...sums));
  return [...quad.slice(first), ...quad.slice(0, first)] as unknown as Quad;
}

/** Print under this blur runs together, in pixels of a picture whose sheet fills it. */
const MOST_BLUR_PX = 3.5;

/** Finds flaws that the user can mend in a picture in which hardly anything could be read. */
function flawsOf(image: RgbaImage, lines: readonly TextLine[]): AddressRetryReason[] {
  const gray = toGray(image);
  const { mean } = measureExposure(gray);
  if (mean < DARK_MEAN) return ['IMAGE_TOO_DARK'];
  if (mean > BRIGHT_MEAN && wordCount(lines) === 0) return ['ADDRESS_DOCUMENT_NOT_FOUND'];
  if (measureSharpness(gray).blurPx > MOST_BLUR_PX) return ['IMAGE_BLURRED'];
  // White paper in good light looks like a reflection to this measure, hence the last.
  if (measureGlare(image).share > PAGE_GLARE_LIMIT) return ['IMAGE_GLARE'];
  return wordCount(lines) >= LEAST_WORDS ? ['TEXT_UNREADABLE'] : ['ADDRESS_DOCUMENT_NOT_FOUND'];
}

function wordCount(lines: readonly TextLine[]): number {
  return lines.reduce((count, { text }) => count + foldedWords(text).length, 0);
}

/** The share of words that are seen, too. */
function shareOf(inLetters: readonly TextLine[], seen: readonly TextLine[]): number {
  const there = new Set(seen.flatMap(({ text }) => foldedWords(text)));
  const words = inLetters.flatMap(({ text }) => foldedWords(text)).filter((word) => word.length > 2);
  return words.length === 0 ? 0 : words.filter((word) => there.has(word)).length / words.length;
}

function retry(...reasons: AddressRetryReason[]): LetterReading {
  return { kind: 'retry', reasons };
}
