import { downscale, type RgbaImage } from '@vendor/vision';
import type { OcrEngine, OcrLine, TextBox } from '../ocr/ocr-engine.ts';
import type { CardBrand } from './card-brand.ts';
import type { CardNameReading } from './card-reading.ts';
import { findPrintedBrands, isHolderName, isNameWord } from './card-words.ts';
import type { Polarity } from './even-print.ts';
import { evenPrint } from './even-print.ts';
import type { DigitBox, DigitRow } from './find-digits.ts';
import { paintOver } from './paint-over.ts';
import { locateMiddleDigits } from './read-number.ts';

/** Print of a card beside its number. */
export interface CardPrint {
  readonly expiry: string | null;
  readonly isExpiryCertain: boolean;
  readonly names: readonly CardNameReading[];
  /** Networks whose marks were read. */
  readonly marks: readonly CardBrand[];
}

/** At this width print 2.5 mm high has 28 pixels, which is read best. */
const READING_WIDTH_PX = 963;
const REACH_SHARE = 0.03;
const GAINS = [4, 8] as const;

/**
 * Looks at all print of one polarity but the number, twice.
 *
 * @param card - straightened, its number painted over.
 * @param number - where it stands: its ends and the edges of the paint would be taken for other digits.
 * @returns the lines of each look, in pixels of `card`.
 */
export async function lookAtPrint(
  card: RgbaImage,
  number: DigitRow,
  polarity: Polarity,
  ocr: OcrEngine,
): Promise<OcrLine[][]> {
  const looks: OcrLine[][] = [];
  const scale = READING_WIDTH_PX / card.width;
  for (const gain of GAINS) {
    const even = evenPrint(card, polarity, card.width * REACH_SHARE, gain);
    for (const box of boxesOf(number)) paintOver(even, box, 255);
    const small = downscale(even, { widthPx: READING_WIDTH_PX, heightPx: Math.round(card.height * scale) });
    const lines = await ocr.read(small, { language: 'en', layout: 'scattered' });
    looks.push(lines.map((line) => onCard(line, 1 / scale)));
  }
  return looks;
}

/**
 * The expiry, and the lines that may be a name.
 *
 * @param looks - of {@link lookAtPrint}, in the polarity of the number.
 * @param belowPx - the lower edge of the number in pixels of the card.
 */
export function readCardPrint(looks: readonly (readonly OcrLine[])[], belowPx: number): CardPrint {
  const expiries = looks.map(expiryIn);
  const namesOf = (lines: readonly OcrLine[]) =>
    lines.flatMap((line) => nameIn(line, line.box.top > belowPx));
  const names = looks.map(namesOf).find((found) => found.length > 0) ?? [];
  const expiry = expiries.find((found) => found !== null) ?? null;
  const isExpiryCertain = expiry !== null && expiries.every((found) => found === expiry);
  return { expiry, isExpiryCertain, names, marks: findPrintedBrands(looks.flat().map(textOf)) };
}

/** The number itself, close about it, and what was painted over, with its edges. */
function boxesOf(number: DigitRow): DigitBox[] {
  const { boxes, heightPx } = number;
  const row = {
    left: boxes[0]!.left,
    right: boxes.at(-1)!.right,
    top: Math.min(...boxes.map(({ top }) => top)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
  return [grown(row, 0.15 * heightPx), grown(locateMiddleDigits(number), 0.1 * heightPx)];
}

function grown({ left, right, top, bottom }: DigitBox, by: number): DigitBox {
  return { left: left - by, right: right + by, top: top - by, bottom: bottom + by };
}

function onCard(line: OcrLine, scale: number): OcrLine {
  const words = line.words.map((word) => ({ ...word, box: scaled(word.box, scale) }));
  return { ...line, words, box: scaled(line.box, scale) };
}

function scaled({ left, top, widthPx, heightPx }: TextBox, scale: number): TextBox {
  return { left: left * scale, top: top * scale, widthPx: widthPx * scale, heightPx: heightPx * scale };
}

/** `MM/YY`, or `MM/YYYY`; of two, which are "from" and "until", the later. */
function expiryIn(lines: readonly OcrLine[]): string | null {
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

/** Two words and more of nothing but letters; a shorter mark beside them is a scrap of the background, as is a particle at the end. */
function nameIn({ words }: OcrLine, isBelowNumber: boolean): CardNameReading[] {
  const letters = words.filter(({ text }) => isNameWord(text));
  if (letters.length < words.length - 1) return [];
  const last = letters.map(({ text }) => /^\p{Lu}/u.test(text)).lastIndexOf(true);
  const name = letters.slice(0, last + 1);
  const texts = name.map(({ text }) => text);
  if (!isHolderName(texts)) return [];
  const confidence = Math.min(...name.map((word) => word.confidence));
  return [{ text: texts.join(' '), confidence, isBelowNumber }];
}
