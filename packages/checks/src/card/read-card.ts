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
import { brandOfCard } from './card-brand.ts';
import type { CardCapture, CardPicture } from './card-reading.ts';
import { findCodes } from './find-codes.ts';
import type { DigitRow } from './find-digits.ts';
import { paintOver } from './paint-over.ts';
import { type FoundNumber, locateMiddleDigits, readNumber, showsOtherNumber } from './read-number.ts';
import { lookAtPrint, readCardPrint } from './read-print.ts';

/** Cards are straightened to fifteen pixels a millimetre. */
const CARD = { widthPx: 1284, heightPx: 810 };

/** A card less wide than this in its picture has digits that are less than 15 pixels high. */
const LEAST_WIDTH_PX = 350;

/** σ in shares of the card's width beyond which strokes 0.5 mm wide run together. */
const BLUR_SHARE = 0.0045;

/**
 * Reads one side of a payment card, and makes of its picture what may be kept: the straightened card alone, the digits between
 * the first six and the last four painted over in its pixels, and other digits that may be the security code. Nothing of the
 * file is kept when it is not certain where these stand, and nothing else of the number leaves this function. Never throws for
 * what the file holds.
 *
 * @param file - as it was uploaded; never trusted. It is in memory alone.
 * @param side - the back is read and not kept: it shows the security code, which only its holder may know.
 */
export async function readCard(
  file: Uint8Array,
  side: 'front' | 'back',
  ocr: OcrEngine,
): Promise<CardCapture> {
  const decoded = await decodeImage(file);
  if (decoded.kind === 'refused') return unread(['IMAGE_UNREADABLE']);
  const { image } = decoded;
  const corners = findDocument(image);
  let isSeen = false;
  // A number tells by itself that a card fills the picture, but not how well.
  for (const outline of corners ? [corners, croppedDocument(image)] : [croppedDocument(image)]) {
    if (!outline || sideLengths(outline)[0] < LEAST_WIDTH_PX) continue;
    // Corners do not tell a card on its head from an upright one.
    for (const turned of [outline, onItsHead(outline)]) {
      const card = rectify(image, turned, CARD);
      const search = await readNumber(card, ocr);
      if (search.kind === 'read')
        return finish(card, search.number, ocr, side === 'front' && outline === corners);
      isSeen ||= search.kind === 'seen';
    }
  }
  if (!corners) return unread([isDark(image) ? 'IMAGE_TOO_DARK' : 'CARD_NOT_FOUND']);
  if (sideLengths(corners)[0] < LEAST_WIDTH_PX) return unread(['IMAGE_TOO_SMALL']);
  return unread(reasonsOf(image, corners, isSeen));
}

/** @param mayBeKept - whether what may be kept of a picture is known: a front, and its outline for certain. */
async function finish(
  card: RgbaImage,
  { row, ...number }: FoundNumber,
  ocr: OcrEngine,
  mayBeKept: boolean,
): Promise<CardCapture> {
  paintOver(card, locateMiddleDigits(row));
  const bottom = Math.max(...row.boxes.map((box) => box.bottom));
  const looks = await lookAtPrint(card, row, row.polarity, ocr);
  const { marks, ...print } = readCardPrint(looks, bottom);
  const length = number.check === 'covered' ? null : row.boxes.length;
  const brand = brandOfCard(number.brand, length, marks);
  // American Express prints its code on the front. Where no small digits were read, a code would not have been either.
  const isHidden =
    mayBeKept &&
    number.brand !== 'AMEX' &&
    print.expiry !== null &&
    (await hideTheRest(card, row, looks, ocr));
  return {
    reading: { number: { ...number, brand }, ...print, reasons: [] },
    picture: isHidden ? await encode(card) : null,
  };
}

/**
 * Paints over what may be the security code, which some cards print beside the number, and looks for another number.
 *
 * @param looks - at the print in the polarity of the number.
 * @returns whether it is certain that nothing is left to hide.
 */
async function hideTheRest(
  card: RgbaImage,
  row: DigitRow,
  looks: readonly OcrLine[][],
  ocr: OcrEngine,
): Promise<boolean> {
  const others = await lookAtPrint(card, row, row.polarity === 'dark' ? 'light' : 'dark', ocr);
  const codes = findCodes([...looks, ...others]);
  if (!codes.isCertain) return false;
  // Before the codes are painted over: what is left of a number in parts is no row any more.
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

function reasonsOf(image: RgbaImage, corners: Quad, isSeen: boolean): CardRetryReason[] {
  if (isDark(image)) return ['IMAGE_TOO_DARK'];
  if (measureSharpness(toGray(image), corners).blurPx > BLUR_SHARE * sideLengths(corners)[0])
    return ['IMAGE_BLURRED'];
  if (measureGlare(rectify(image, corners, CARD)).share > PAGE_GLARE_LIMIT) return ['IMAGE_GLARE'];
  return [isSeen ? 'CARD_NUMBER_UNREADABLE' : 'CARD_NUMBER_NOT_FOUND'];
}

/** By the whole picture: there are black cards. */
function isDark(image: RgbaImage): boolean {
  return measureExposure(toGray(image)).mean < DARK_MEAN;
}

function onItsHead([a, b, c, d]: Quad): Quad {
  return [c, d, a, b];
}

function unread(reasons: readonly CardRetryReason[]): CardCapture {
  const reading = { number: null, expiry: null, isExpiryCertain: false, names: [], reasons };
  return { reading, picture: null };
}
