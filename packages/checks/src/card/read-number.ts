import type { RgbaImage } from '@vendor/vision';
import type { OcrEngine } from '../ocr/ocr-engine.ts';
import { findBrand, isLengthOfBrand } from './card-brand.ts';
import type { CardNumberReading } from './card-reading.ts';
import { hasRightCheckDigit } from './check-digit.ts';
import { type DigitBox, type DigitRow, findDigitRows } from './find-digits.ts';
import { readDigits } from './read-digits.ts';

/** A number that was read, and where it stands. */
export interface FoundNumber extends CardNumberReading {
  readonly row: DigitRow;
}

/** `seen`: there is a row of digits that could not be read for certain. */
export type NumberSearch =
  | { readonly kind: 'read'; readonly number: FoundNumber }
  | { readonly kind: 'seen' | 'none' };

/** Differences in grey levels are strengthened by these: raised digits and flat ones come out at different ones. */
const GAINS = [4, 8, 2];
/** A number is taken when so many looks read the same; one that contradicts itself when all do. */
const AGREEING = 2;

const MOST_ROWS = 4;
const SHORTEST = 12;
/** First and last digits that are always to be seen. */
const FIRST = 6;
const LAST = 4;
/** Middles of neighbours are one pitch apart, two between groups; from here on something lies between them. */
const COVERED_PITCHES = 2.9;

/** Finds and reads the number on a straightened card. What is read stays in here and in what it answers: no whole number. */
export async function readNumber(card: RgbaImage, ocr: OcrEngine): Promise<NumberSearch> {
  let isSeen = false;
  for (const row of findDigitRows(card).slice(0, MOST_ROWS)) {
    const gap = coveredAfter(row.boxes);
    if (gap === null && row.boxes.length < SHORTEST) continue;
    const readings = new Map<string, number>();
    for (const gain of GAINS) {
      const reading = await readDigits(card, row, ocr, gain);
      if (!reading) continue;
      isSeen = true;
      const agreeing = (readings.get(reading.digits) ?? 0) + 1;
      readings.set(reading.digits, agreeing);
      const number = judge(reading.digits, gap, agreeing);
      if (number) return { kind: 'read', number: { ...number, row } };
    }
  }
  return { kind: isSeen ? 'seen' : 'none' };
}

/**
 * Whether digits that may be a number stand anywhere but in the row that was painted over: a number may be printed twice. Any
 * reading of any row counts, right or wrong, since what one look misreads another reads.
 */
export async function showsOtherNumber(card: RgbaImage, painted: DigitRow, ocr: OcrEngine): Promise<boolean> {
  const top = Math.min(...painted.boxes.map((box) => box.top));
  const bottom = Math.max(...painted.boxes.map((box) => box.bottom));
  for (const row of findDigitRows(card)) {
    const [first] = row.boxes;
    const middle = (first!.top + first!.bottom) / 2;
    if (row.boxes.length < SHORTEST || (middle > top && middle < bottom)) continue;
    for (const gain of GAINS) if (await readDigits(card, row, ocr, gain)) return true;
  }
  return false;
}

function judge(digits: string, gap: number | null, agreeing: number): CardNumberReading | null {
  const ends = { bin: digits.slice(0, FIRST), lastFour: digits.slice(-LAST), brand: findBrand(digits) };
  if (gap !== null) return agreeing >= AGREEING ? { ...ends, check: 'covered' } : null;
  const isRight = hasRightCheckDigit(digits) && isLengthOfBrand(ends.bin, digits.length);
  if (isRight && agreeing >= AGREEING) return { ...ends, check: 'right' };
  // Bad reading looks the same as a wrong number but for chance: only a row that every look reads alike is called wrong.
  return !isRight && ends.brand !== null && agreeing === GAINS.length ? { ...ends, check: 'wrong' } : null;
}

/** The place after which the middle of a number is covered: six digits before it, four behind. Null: nothing is. */
function coveredAfter(boxes: readonly DigitBox[]): number | null {
  const middles = boxes.map(({ left, right }) => (left + right) / 2);
  const distances = middles.slice(1).map((middle, index) => middle - middles[index]!);
  const pitch = [...distances].sort((a, b) => a - b)[Math.floor(distances.length * 0.4)] ?? 0;
  const wide = distances.flatMap((distance, index) => (distance > COVERED_PITCHES * pitch ? [index] : []));
  const [after] = wide;
  if (after === undefined || wide.length > 1) return null;
  return after + 1 >= FIRST && boxes.length - after - 1 >= LAST ? after : null;
}

/** The part of a card's picture that hides all digits but the first six and the last four. */
export function locateMiddleDigits({ boxes, heightPx }: DigitRow): DigitBox {
  const [first, last] = [boxes[FIRST - 1]!, boxes[boxes.length - LAST]!];
  const slack = 0.6 * heightPx;
  return {
    left: (first.right + boxes[FIRST]!.left) / 2,
    right: (boxes[boxes.length - LAST - 1]!.right + last.left) / 2,
    top: Math.min(...boxes.map(({ top }) => top)) - slack,
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)) + slack,
  };
}
