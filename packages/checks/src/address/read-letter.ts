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
import type { FileCleaning } from './address-task.ts';
import { foldedWords } from './fold-text.ts';
import { detectLanguage } from './letter-language.ts';
import { markHidden, markInkless } from './shown-lines.ts';

/** The lines of a letter by page, or the reasons why it could not be read. */
export type LetterReading =
  | {
      readonly kind: 'read';
      readonly pages: readonly (readonly TextLine[])[];
      /** False if the text layer of the file does not match the rendered pages. */
      readonly isShown: boolean;
    }
  | { readonly kind: 'retry'; readonly reasons: readonly AddressRetryReason[] };

/** Maximum number of pages read by OCR; a letter names its recipient on the first. */
const MAX_OCR_PAGES = 3;

/** Minimum words in a text layer; fewer are a mark on a scan, not a page of text. */
const MIN_WORDS = 8;

/** Minimum share of the words of the text layer that OCR must confirm. */
const MIN_SHARE_SHOWN = 0.6;

/** Size at which pictures are read: capitals of a sheet that fills the picture are 25 px high. */
const READING_SIDE_PX = 2400;

/** Reads a letter from the file's text layer, or by OCR if it has none. */
export async function readLetter(file: FileCleaning, openEngine: OpenOcrEngine): Promise<LetterReading> {
  if (file.kind === 'refused') return retry(refusals[file.refusal]);
  if (file.contentType !== 'application/pdf') return readPicture(file.bytes, await openEngine());
  const pages = readPicturePdf(file.bytes);
  const textLayer = pages.map(({ text }) => text);
  const engine = await openEngine();
  if (wordCount(textLayer.flat()) < MIN_WORDS) {
    const reading = await Promise.all(
      pages.slice(0, MAX_OCR_PAGES).map(({ picture }) => readPicture(picture, engine)),
    );
    const read = reading.flatMap((page) => (page.kind === 'read' ? page.pages : []));
    return read.length > 0
      ? { kind: 'read', pages: read, isShown: true }
      : (reading[0] ?? retry('FILE_UNREADABLE'));
  }
  const first = textLayer.findIndex((page) => wordCount(page) > 0);
  const ocr = await readPicture(pages[first]?.picture ?? new Uint8Array(), engine, false);
  const ocrLines = ocr.kind === 'read' ? ocr.pages.flat() : [];
  const isShown = shareConfirmed(textLayer[first] ?? [], ocrLines) >= MIN_SHARE_SHOWN;
  const marked: TextLine[][] = [];
  // Decodes one page at a time, because each picture takes 14 MB.
  for (const [index, { text, picture }] of pages.entries()) {
    if (index === first) marked.push(markHidden(text, ocrLines));
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

/**
 * @param isPhotograph - whether the sheet may fill only part of the picture; if false, line positions are in pixels of the
 *   picture.
 */
async function readPicture(
  bytes: Uint8Array,
  engine: OcrEngine,
  isPhotograph = true,
): Promise<LetterReading> {
  const decoded = await decodeImage(bytes);
  if (decoded.kind === 'refused') return retry('FILE_UNREADABLE');
  const { image } = decoded;
  if (Math.max(image.width, image.height) < MIN_SIDE_PX) return retry('IMAGE_TOO_SMALL');
  const sheet = isPhotograph ? straightenSheet(image) : image;
  const lines = await readInDetectedLanguage(sheet, engine);
  const sure = lines.filter(({ confidence }) => confidence >= MIN_CONFIDENCE);
  if (wordCount(sure) >= MIN_WORDS) return { kind: 'read', pages: [lines], isShown: true };
  return retry(...findFlaws(image, lines));
}

/** Minimum size of a picture: below it a letter's print is only six pixels high. */
const MIN_SIDE_PX = 600;

/** Minimum confidence of a line whose words are counted. */
const MIN_CONFIDENCE = 0.5;

/** Reads in English first, then again in the language detected from the words. */
async function readInDetectedLanguage(image: RgbaImage, engine: OcrEngine): Promise<TextLine[]> {
  const read = async (language: OcrLanguage) => splitLines(await engine.read(image, { language }));
  const lines = await read('en');
  const language = detectLanguage(lines.map(({ text }) => text));
  return language === null || language === 'en' ? lines : read(language);
}

/** Crops and rectifies the sheet if its edges are found; otherwise scales the whole picture. */
function straightenSheet(image: RgbaImage): RgbaImage {
  const corners = findSheet(image);
  if (corners) {
    const [top, right, bottom, left] = sideLengths(corners) as [number, number, number, number];
    const [width, height] = [Math.max(top, bottom), Math.max(left, right)];
    const scale = READING_SIDE_PX / Math.max(width, height);
    return rectify(image, corners, {
      widthPx: Math.round(width * scale),
      heightPx: Math.round(height * scale),
    });
  }
  const scale = Math.min(1, READING_SIDE_PX / Math.max(image.width, image.height));
  return downscale(image, {
    widthPx: Math.round(image.width * scale),
    heightPx: Math.round(image.height * scale),
  });
}

/** Minimum size of a sheet, as a share of the picture's longer side; a smaller quad is something printed on the sheet. */
const MIN_SHEET = 0.45;

function findSheet(image: RgbaImage): Quad | null {
  const quad = findCorners(image);
  if (!quad) return null;
  const longest = Math.max(...sideLengths(quad));
  return longest >= MIN_SHEET * Math.max(image.width, image.height) ? startAtTopLeft(quad) : null;
}

/** Rotates the corner order to start at the top left; the finder starts with a long side, which cards have on top. */
function startAtTopLeft(quad: Quad): Quad {
  const sums = quad.map(({ x, y }) => x + y);
  const first = sums.indexOf(Math.min(...sums));
  return [...quad.slice(first), ...quad.slice(0, first)] as unknown as Quad;
}

/** Maximum blur at which print is readable, in pixels of a picture filled by the sheet. */
const MAX_BLUR_PX = 3.5;

/** Finds flaws that the user can correct in a picture in which hardly anything could be read. */
function findFlaws(image: RgbaImage, lines: readonly TextLine[]): AddressRetryReason[] {
  const gray = toGray(image);
  const { mean } = measureExposure(gray);
  if (mean < DARK_MEAN) return ['IMAGE_TOO_DARK'];
  if (mean > BRIGHT_MEAN && wordCount(lines) === 0) return ['ADDRESS_DOCUMENT_NOT_FOUND'];
  if (measureSharpness(gray).blurPx > MAX_BLUR_PX) return ['IMAGE_BLURRED'];
  // Glare is checked last, because white paper in good light measures as glare.
  if (measureGlare(image).share > PAGE_GLARE_LIMIT) return ['IMAGE_GLARE'];
  return wordCount(lines) >= MIN_WORDS ? ['TEXT_UNREADABLE'] : ['ADDRESS_DOCUMENT_NOT_FOUND'];
}

function wordCount(lines: readonly TextLine[]): number {
  return lines.reduce((count, { text }) => count + foldedWords(text).length, 0);
}

/** Returns the share of words in the text layer that OCR also found. */
function shareConfirmed(textLayer: readonly TextLine[], ocr: readonly TextLine[]): number {
  const ocrWords = new Set(ocr.flatMap(({ text }) => foldedWords(text)));
  const words = textLayer.flatMap(({ text }) => foldedWords(text)).filter((word) => word.length > 2);
  return words.length === 0 ? 0 : words.filter((word) => ocrWords.has(word)).length / words.length;
}

function retry(...reasons: AddressRetryReason[]): LetterReading {
  return { kind: 'retry', reasons };
}
