import type { CardRetryReason } from '@vendor/contract';
import {
  DARK_MEAN,
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
import sharp from 'sharp';
import { decodeImage } from '../image/decode-image.ts';
import { croppedDocument, findDocument } from '../image/find-document.ts';
import type { OcrEngine, OcrLine } from '../ocr/ocr-engine.ts';
import { resolveBrand } from './card-brand.ts';
import type { CardCapture, CardPicture } from './card-reading.ts';
import { findCodes } from './find-codes.ts';
import type { DigitRow } from './find-digits.ts';
import { paintOver } from './paint-over.ts';
import { type FoundNumber, locateMiddleDigits, readNumber, showsOtherNumber } from './read-number.ts';
import { readCardPrint, readPrintLines } from './read-print.ts';

/** Size of a straightened card, 15 pixels per millimetre. */
const CARD = { widthPx: 1284, heightPx: 810 };

/** Minimum width of a card in its picture; below it, digits are less than 15 pixels high. */
const MIN_WIDTH_PX = 350;

/** Maximum blur (σ) as a share of the card's width; above it, strokes 0.5 mm wide merge. */
const MAX_BLUR_SHARE = 0.0045;

/**
 * Reads one side of a payment card and prepares its picture for storage: the straightened card, with the digits between the
 * first six and the last four painted over, as well as other digits that may be the security code. If their position is
 * uncertain, no picture is returned. The whole number never leaves this function. Never throws because of the file's content.
 *
 * @param file - the upload, untrusted; it exists only in memory.
 * @param side - the back is read but never stored, because it shows the security code.
 */
export async function readCard(
  file: Uint8Array,
  side: 'front' | 'back',
  ocr: OcrEngine,
): Promise<CardCapture> {
  const decoded = await decodeImage(file);
  if (decoded.kind === 'refused') return emptyCapture(['IMAGE_UNREADABLE']);
  const { image } = decoded;
  const corners = findDocument(image);
  let hasRow = false;
  // Without corners, assumes that the card fills the picture. Reading a number confirms it, but not how exactly.
  for (const outline of corners ? [corners, croppedDocument(image)] : [croppedDocument(image)]) {
    if (!outline || sideLengths(outline)[0] < MIN_WIDTH_PX) continue;
    // Corners do not show whether a card is upside down.
    for (const turned of [outline, rotateHalfTurn(outline)]) {
      const card = rectify(image, turned, CARD);
      const search = await readNumber(card, ocr);
      if (search.kind === 'read')
        return finishReading(card, search.number, ocr, side === 'front' && outline === corners);
      hasRow ||= search.kind === 'unread';
    }
  }
  if (!corners) return emptyCapture([isDark(image) ? 'IMAGE_TOO_DARK' : 'CARD_NOT_FOUND']);
  if (sideLengths(corners)[0] < MIN_WIDTH_PX) return emptyCapture(['IMAGE_TOO_SMALL']);
  return emptyCapture(findReasons(image, corners, hasRow));
}

/** @param mayBeKept - whether the picture may be stored: it is a front whose corners were found. */
async function finishReading(
  card: RgbaImage,
  { row, ...number }: FoundNumber,
  ocr: OcrEngine,
  mayBeKept: boolean,
): Promise<CardCapture> {
  paintOver(card, locateMiddleDigits(row));
  const bottom = Math.max(...row.boxes.map((box) => box.bottom));
  const readings = await readPrintLines(card, row, row.polarity, ocr);
  const { marks, ...print } = readCardPrint(readings, bottom);
  const length = number.check === 'covered' ? null : row.boxes.length;
  const brand = resolveBrand(number.brand, length, marks);
  // American Express prints its code on the front. If the expiry could not be read, a code of the same size might be missed as
  // well.
  const isSafe =
    mayBeKept &&
    number.brand !== 'AMEX' &&
    print.expiry !== null &&
    (await hideCodes(card, row, readings, ocr));
  return {
    reading: { number: { ...number, brand }, ...print, reasons: [] },
    picture: isSafe ? await encode(card) : null,
  };
}

/**
 * Paints over the possible security code, which some cards print beside the number, and checks for a second number.
 *
 * @param readings - the lines of each reading of the print in the polarity of the number.
 * @returns whether it is certain that nothing else must be hidden.
 */
async function hideCodes(
  card: RgbaImage,
  row: DigitRow,
  readings: readonly OcrLine[][],
  ocr: OcrEngine,
): Promise<boolean> {
  const others = await readPrintLines(card, row, row.polarity === 'dark' ? 'light' : 'dark', ocr);
  const codes = findCodes([...readings, ...others]);
  if (!codes.isCertain) return false;
  // Must precede painting over the codes, because a number with painted parts is no longer found as a row.
  if (await showsOtherNumber(card, row, ocr)) return false;
  for (const box of codes.boxes) paintOver(card, box);
  return true;
}

async function encode({ data, width, height }: RgbaImage): Promise<CardPicture> {
  const bytes = await sharp(data, { raw: { width, height, channels: 4 } })
    .flatten()
    .jpeg({ quality: 90 })
    .toBuffer();
  return { bytes, contentType: 'image/jpeg' };
}

function findReasons(image: RgbaImage, corners: Quad, hasRow: boolean): CardRetryReason[] {
  if (isDark(image)) return ['IMAGE_TOO_DARK'];
  if (measureSharpness(toGray(image), corners).blurPx > MAX_BLUR_SHARE * sideLengths(corners)[0])
    return ['IMAGE_BLURRED'];
  if (measureGlare(rectify(image, corners, CARD)).share > PAGE_GLARE_LIMIT) return ['IMAGE_GLARE'];
  return [hasRow ? 'CARD_NUMBER_UNREADABLE' : 'CARD_NUMBER_NOT_FOUND'];
}

/** Measures the whole picture, because cards may be black. */
function isDark(image: RgbaImage): boolean {
  return measureExposure(toGray(image)).mean < DARK_MEAN;
}

function rotateHalfTurn([a, b, c, d]: Quad): Quad {
  return [c, d, a, b];
}

function emptyCapture(reasons: readonly CardRetryReason[]): CardCapture {
  const reading = { number: null, expiry: null, isExpiryCertain: false, names: [], reasons };
  return { reading, picture: null };
}
