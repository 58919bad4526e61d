import type { RgbaImage } from '@vendor/vision';
import type { OcrEngine } from '../ocr/ocr-engine.ts';
import { findBrand, isValidNumberLength } from './card-brand.ts';
import type { CardNumberReading } from './card-reading.ts';
import { hasRightCheckDigit } from './check-digit.ts';
import { type DigitBox, type DigitRow, findDigitRows } from './find-digits.ts';
import { readDigits } from './read-digits.ts';

/** A card number that was read, and its row on the card. */
export interface FoundNumber extends CardNumberReading {
  readonly row: DigitRow;
}

/** `unread`: a row of digits was found, but not read with certainty. */
export type NumberSearch =
  | { readonly kind: 'read'; readonly number: FoundNumber }
  | { readonly kind: 'unread' | 'none' };

/** Amplifications of grey-level differences; embossed and flat digits are read best at different ones. */
const GAINS = [4, 8, 2];
/** Number of equal readings that confirm a valid number; an invalid one must be read equally every time. */
const MIN_AGREEING = 2;

const MAX_ROWS = 4;
const MIN_DIGITS = 12;
/** Number of leading and trailing digits that are kept. */
const KEPT_FIRST = 6;
const KEPT_LAST = 4;
/**
 * Distance between neighbouring digits, in pitches, from which digits between them are covered. It is one pitch within a group
 * and two between groups.
 */
const COVERED_PITCHES = 2.9;

/** Finds and reads the number on a straightened card. The result does not contain the whole number. */
export async function readNumber(card: RgbaImage, ocr: OcrEngine): Promise<NumberSearch> {
  let hasRow = false;
  for (const row of findDigitRows(card).slice(0, MAX_ROWS)) {
    const gap = findCoveredIndex(row.boxes);
    if (gap === null && row.boxes.length < MIN_DIGITS) continue;
    const readings = new Map<string, number>();
    for (const gain of GAINS) {
      const reading = await readDigits(card, row, ocr, gain);
      if (!reading) continue;
      hasRow = true;
      const agreeing = (readings.get(reading.digits) ?? 0) + 1;
      readings.set(reading.digits, agreeing);
      const number = judgeReadings(reading.digits, gap, agreeing);
      if (number) return { kind: 'read', number: { ...number, row } };
    }
  }
  return { kind: hasRow ? 'unread' : 'none' };
}

/**
 * Returns whether a possible number stands outside the painted row; some cards print it twice. Any reading of any row counts,
 * valid or not, because one reading may miss what another finds.
 */
export async function showsOtherNumber(card: RgbaImage, painted: DigitRow, ocr: OcrEngine): Promise<boolean> {
  const top = Math.min(...painted.boxes.map((box) => box.top));
  const bottom = Math.max(...painted.boxes.map((box) => box.bottom));
  for (const row of findDigitRows(card)) {
    const [first] = row.boxes;
    const middle = (first!.top + first!.bottom) / 2;
    if (row.boxes.length < MIN_DIGITS || (middle > top && middle < bottom)) continue;
    for (const gain of GAINS) if (await readDigits(card, row, ocr, gain)) return true;
  }
  return false;
}

function judgeReadings(digits: string, gap: number | null, agreeing: number): CardNumberReading | null {
  const ends = {
    bin: digits.slice(0, KEPT_FIRST),
    lastFour: digits.slice(-KEPT_LAST),
    brand: findBrand(digits),
  };
  if (gap !== null) return agreeing >= MIN_AGREEING ? { ...ends, check: 'covered' } : null;
  const isRight = hasRightCheckDigit(digits) && isValidNumberLength(ends.bin, digits.length);
  if (isRight && agreeing >= MIN_AGREEING) return { ...ends, check: 'right' };
  // A misread number cannot be distinguished from an invalid one, so a row is called wrong only if all readings agree.
  return !isRight && ends.brand !== null && agreeing === GAINS.length ? { ...ends, check: 'wrong' } : null;
}

/**
 * Returns the index of the digit before the covered part, with at least six digits before it and four after it; null if none
 * are covered.
 */
function findCoveredIndex(boxes: readonly DigitBox[]): number | null {
  const middles = boxes.map(({ left, right }) => (left + right) / 2);
  const distances = middles.slice(1).map((middle, index) => middle - middles[index]!);
  const pitch = [...distances].sort((a, b) => a - b)[Math.floor(distances.length * 0.4)] ?? 0;
  const wide = distances.flatMap((distance, index) => (distance > COVERED_PITCHES * pitch ? [index] : []));
  const [after] = wide;
  if (after === undefined || wide.length > 1) return null;
  return after + 1 >= KEPT_FIRST && boxes.length - after - 1 >= KEPT_LAST ? after : null;
}

/** Returns the box that hides all digits except the first six and the last four. */
export function locateMiddleDigits({ boxes, heightPx }: DigitRow): DigitBox {
  const [first, last] = [boxes[KEPT_FIRST - 1]!, boxes[boxes.length - KEPT_LAST]!];
  const slack = 0.6 * heightPx;
  return {
    left: (first.right + boxes[KEPT_FIRST]!.left) / 2,
    right: (boxes[boxes.length - KEPT_LAST - 1]!.right + last.left) / 2,
    top: Math.min(...boxes.map(({ top }) => top)) - slack,
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)) + slack,
  };
}
