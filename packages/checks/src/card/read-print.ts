import { downscale, type RgbaImage } from '@vendor/vision';
import type { OcrEngine, OcrLine, TextBox } from '../ocr/ocr-engine.ts';
import type { CardBrand } from './card-brand.ts';
import type { CardNameReading } from './card-reading.ts';
import { findPrintedBrands, isHolderName, isNameWord } from './card-words.ts';
import type { DigitBox, DigitRow } from './find-digits.ts';
import type { Polarity } from './normalise-print.ts';
import { normalisePrint } from './normalise-print.ts';
import { paintOver } from './paint-over.ts';
import { locateMiddleDigits } from './read-number.ts';

/** Print of a card other than its number. */
export interface CardPrint {
  readonly expiry: string | null;
  readonly isExpiryCertain: boolean;
  readonly names: readonly CardNameReading[];
  /** Networks whose marks were read. */
  readonly marks: readonly CardBrand[];
}

/** Width at which print 2.5 mm high has 28 pixels, the best size for OCR. */
const READING_WIDTH_PX = 963;
const REACH_SHARE = 0.03;
const GAINS = [4, 8] as const;

/**
 * Reads all print of one polarity, except the number, at two gains.
 *
 * @param card - straightened, its number painted over.
 * @param number - row of the number, which is blanked out: its ends and the edges of the paint would be read as further digits.
 * @returns the lines of each reading, in pixels of `card`.
 */
export async function readPrintLines(
  card: RgbaImage,
  number: DigitRow,
  polarity: Polarity,
  ocr: OcrEngine,
): Promise<OcrLine[][]> {
  const readings: OcrLine[][] = [];
  const scale = READING_WIDTH_PX / card.width;
  for (const gain of GAINS) {
    const even = normalisePrint(card, polarity, card.width * REACH_SHARE, gain);
    for (const box of boxesToBlank(number)) paintOver(even, box, 255);
    const small = downscale(even, { widthPx: READING_WIDTH_PX, heightPx: Math.round(card.height * scale) });
    const lines = await ocr.read(small, { language: 'en', layout: 'scattered' });
    readings.push(lines.map((line) => toCardPixels(line, 1 / scale)));
  }
  return readings;
}

/**
 * Extracts the expiry, possible names, and marks of networks.
 *
 * @param readings - the result of {@link readPrintLines}, in the polarity of the number.
 * @param belowPx - the lower edge of the number in pixels of the card.
 */
export function readCardPrint(readings: readonly (readonly OcrLine[])[], belowPx: number): CardPrint {
  const expiries = readings.map(findExpiry);
  const findNames = (lines: readonly OcrLine[]) =>
    lines.flatMap((line) => findName(line, line.box.top > belowPx));
  const names = readings.map(findNames).find((found) => found.length > 0) ?? [];
  const expiry = expiries.find((found) => found !== null) ?? null;
  const isExpiryCertain = expiry !== null && expiries.every((found) => found === expiry);
  return { expiry, isExpiryCertain, names, marks: findPrintedBrands(readings.flat().map(textOf)) };
}

/** Returns the boxes to blank out: the visible number, and the painted part including its edges. */
function boxesToBlank(number: DigitRow): DigitBox[] {
  const { boxes, heightPx } = number;
  const row = {
    left: boxes[0]!.left,
    right: boxes.at(-1)!.right,
    top: Math.min(...boxes.map(({ top }) => top)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
  return [grow(row, 0.15 * heightPx), grow(locateMiddleDigits(number), 0.1 * heightPx)];
}

function grow({ left, right, top, bottom }: DigitBox, by: number): DigitBox {
  return { left: left - by, right: right + by, top: top - by, bottom: bottom + by };
}

function toCardPixels(line: OcrLine, scale: number): OcrLine {
  const words = line.words.map((word) => ({ ...word, box: scaleBox(word.box, scale) }));
  return { ...line, words, box: scaleBox(line.box, scale) };
}

function scaleBox({ left, top, widthPx, heightPx }: TextBox, scale: number): TextBox {
  return { left: left * scale, top: top * scale, widthPx: widthPx * scale, heightPx: heightPx * scale };
}

/** Returns the latest `MM/YY` or `MM/YYYY`; of two dates, "from" and "until", the second counts. */
function findExpiry(lines: readonly OcrLine[]): string | null {
  const found: string[] = [];
  for (const line of lines) {
    for (const [, month, year] of textOf(line).matchAll(/(?<!\d)(0[1-9]|1[0-2])\s?\/\s?(?:20)?(\d\d)(?!\d)/g))
      found.push(`20${year}-${month}`);
  }
  return found.sort().at(-1) ?? null;
}

function textOf({ words }: OcrLine): string {
  return words.map((word) => word.text).join(' ');
}

/**
 * Returns two or more words of letters as a name. One other word is tolerated as a scrap of the background; trailing particles
 * are dropped.
 */
function findName({ words }: OcrLine, isBelowNumber: boolean): CardNameReading[] {
  const letters = words.filter(({ text }) => isNameWord(text));
  if (letters.length < words.length - 1) return [];
  const last = letters.map(({ text }) => /^\p{Lu}/u.test(text)).lastIndexOf(true);
  const name = letters.slice(0, last + 1);
  const texts = name.map(({ text }) => text);
  if (!isHolderName(texts)) return [];
  const confidence = Math.min(...name.map((word) => word.confidence));
  return [{ text: texts.join(' '), confidence, isBelowNumber }];
}
