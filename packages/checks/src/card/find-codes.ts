import type { OcrLine, OcrWord } from '../ocr/ocr-engine.ts';
import type { DigitBox } from './find-digits.ts';

/** Result of searching a card for the security code. */
export interface CodeSearch {
  /** Boxes to paint over, in pixels of the card. */
  readonly boxes: readonly DigitBox[];
  /** Whether every possible code was read with confidence. If not, a code may have been missed. */
  readonly isCertain: boolean;
}

/** Minimum confidence; below it digits, position or number of characters may be wrong. */
const SURE_OF_DIGITS = 0.6;

/** 0.8 mm on a card 1284 pixels wide. Codes are at least 1.5 mm high; lower marks are edges of something else. */
const MIN_HEIGHT_PX = 12;

/** Maximum width of a character with the space after it, as a multiple of its height. */
const MAX_CHARACTER_WIDTH = 1.2;

/** Digits of a security code. Those of American Express have four, but pictures of its cards are never stored. */
const CODE_DIGITS = 3;
/** Month and year, with any print but digits around them. */
const DATE = /^\D*(0[1-9]|1[0-2])\s?\/\s?(20)?\d\d\D*$/;

/**
 * Finds print that may be the security code: at least three adjacent digits, or two with a letter that may be a misread digit,
 * unless they are a date. Longer runs count as well, because a code may be merged with the print beside it.
 *
 * @param readings - the lines of each reading of the print beside the number, in pixels of the card. Both polarities are
 *   needed, because codes may stand on panels.
 */
export function findCodes(readings: readonly (readonly OcrLine[])[]): CodeSearch {
  const groups = readings.flatMap((lines) =>
    lines.flatMap(({ words }) => groupAdjacentDigits(words.filter(isPrint))),
  );
  const dates = groups.filter((group) => isDate(group) && isWithinPrint(group)).map(spanOf);
  const isOfDate = (print: DigitBox) => dates.some((date) => covers(date, print, date.bottom - date.top));
  // A date may be misread in another reading.
  const codes = groups.filter((group) => mayBeCode(group) && !isDate(group) && !isOfDate(spanOf(group)));
  // One confident reading is enough: with the wrong gain or polarity the same print is blurred.
  const sure = codes.filter(isSure).map((group) => ({ digits: digitsOf(group), span: spanOf(group) }));
  // Words already explained: part of a date, or the same code in a box that is far too wide.
  const isKnown = (word: OcrWord) =>
    isOfDate(spanOf([word])) ||
    sure.some(({ digits, span }) => digits === digitsOf([word]) && isMiddleIn(span, spanOf([word])));
  const shown = codes
    .map((group) => (isSure(group) ? group : group.filter((word) => !isKnown(word))))
    .filter(({ length }) => length > 0);
  const isSeen = (group: readonly OcrWord[]) =>
    sure.some(({ span }) => covers(span, spanOf(group), span.bottom - span.top));
  return { boxes: shown.map(boxOf), isCertain: shown.every(isSeen) };
}

function isPrint({ box }: OcrWord): boolean {
  return box.heightPx >= MIN_HEIGHT_PX;
}

/** Groups words with digits whose gap is smaller than their height, so that a code in two parts stays together. */
function groupAdjacentDigits(words: readonly OcrWord[]): OcrWord[][] {
  const groups: OcrWord[][] = [];
  let last: OcrWord | null = null;
  for (const word of words) {
    if (!/\d/.test(word.text)) last = null;
    else if (last && isBeside(last, word)) groups.at(-1)!.push(word);
    else groups.push([word]);
    if (/\d/.test(word.text)) last = word;
  }
  // Separates a date from the code beside it.
  return groups.flatMap((group) => (isDate(group) ? [group] : splitAtDates(group)));
}

function isBeside(one: OcrWord, next: OcrWord): boolean {
  return next.box.left - (one.box.left + one.box.widthPx) < Math.min(one.box.heightPx, next.box.heightPx);
}

function splitAtDates(group: readonly OcrWord[]): OcrWord[][] {
  const parts: OcrWord[][] = [[]];
  for (const word of group) {
    if (isDate([word])) parts.push([word], []);
    else parts.at(-1)!.push(word);
  }
  return parts.filter(({ length }) => length > 0);
}

/** Returns whether a group has at least three digits, or two and one or two letters: a digit may be misread as a letter. */
function mayBeCode(group: readonly OcrWord[]): boolean {
  const text = textOf(group).replace(/[^\p{L}\d]/gu, '');
  const digits = digitsOf(group).length;
  return digits >= CODE_DIGITS || (digits === CODE_DIGITS - 1 && text.length > digits && text.length <= 4);
}

function isSure(group: readonly OcrWord[]): boolean {
  return group.every(({ confidence }) => confidence >= SURE_OF_DIGITS);
}

function isDate(group: readonly OcrWord[]): boolean {
  return DATE.test(textOf(group));
}

/** Returns whether a box is no wider than its characters; the box of a date may extend over a code beside it. */
function isWithinPrint(group: readonly OcrWord[]): boolean {
  const { left, right, top, bottom } = spanOf(group);
  return right - left <= MAX_CHARACTER_WIDTH * textOf(group).length * (bottom - top);
}

function textOf(group: readonly OcrWord[]): string {
  return group.map(({ text }) => text).join('');
}

function digitsOf(group: readonly OcrWord[]): string {
  return textOf(group).replace(/\D/g, '');
}

/** Returns the box of a group, widened by half its height on each side because OCR boxes are tight. */
function boxOf(group: readonly OcrWord[]): DigitBox {
  const { left, right, top, bottom } = spanOf(group);
  const slack = 0.5 * (bottom - top);
  return { left: left - slack, right: right + slack, top: top - slack, bottom: bottom + slack };
}

function spanOf(group: readonly OcrWord[]): DigitBox {
  const boxes = group.map(({ box }) => box);
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ left, widthPx }) => left + widthPx)),
    top: Math.min(...boxes.map(({ top }) => top)),
    bottom: Math.max(...boxes.map(({ top, heightPx }) => top + heightPx)),
  };
}

/** Returns whether print is centred inside a known box and hardly extends beyond it, which is false for a code beside it. */
function covers(known: DigitBox, print: DigitBox, slack: number): boolean {
  const reachesLittle = print.left >= known.left - slack && print.right <= known.right + slack;
  return reachesLittle && isMiddleIn(print, known);
}

function isMiddleIn({ left, right, top, bottom }: DigitBox, box: DigitBox): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}
