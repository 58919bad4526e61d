import type { OcrLine, OcrWord } from '../ocr/ocr-engine.ts';
import type { DigitBox } from './find-digits.ts';

/** Places at which a card may show the code that only its holder may know. */
export interface CodeSearch {
  /** Boxes that must be painted over, in pixels of the card. */
  readonly boxes: readonly DigitBox[];
  /** Whether all digits were read for certain: else there may be a code where none was found. */
  readonly isCertain: boolean;
}

/** Digits that are read with less may be others, elsewhere, or more than they seem. */
const SURE_OF_DIGITS = 0.6;

/** 0.8 mm on a card 1284 pixels wide: a code is at least 1.5 mm high, and what is lower is the edge of something. */
const LEAST_HEIGHT_PX = 12;

/** Characters and the space after them are up to this wide, in terms of their height. */
const WIDEST_CHARACTER = 1.2;

const CODE_DIGITS = 3;
const DATE = /^\D*(0[1-9]|1[0-2])\s?\/\s?(20)?\d\d\D*$/;

/**
 * Finds print that may be the security code: three and more digits side by side that are no date. More
 * than four are meant too, since a code runs together with what stands beside it.
 *
 * @param looks - the lines of each look at the print beside the number, in pixels of the card, of both polarities: codes stand on panels.
 */
export function findCodes(looks: readonly (readonly OcrLine[])[]): CodeSearch {
  const groups = looks.flatMap((lines) =>
    lines.flatMap(({ words }) => digitsSideBySide(words.filter(isPrint))),
  );
  const dates = groups.filter((group) => isDate(group) && isWithinPrint(group)).map(spanOf);
  const isOfDate = (print: DigitBox) => dates.some((date) => covers(date, print, date.bottom - date.top));
  // Another look at a date may misread it.
  const codes = groups.filter((group) => mayBeCode(group) && !isDate(group) && !isOfDate(spanOf(group)));
  // One look that is sure is enough: at the wrong strength or polarity the same print is blurred.
  const sure = codes.filter(isSure).map((group) => ({ digits: digitsOf(group), span: spanOf(group) }));
  // Or run together with the date beside it, or has the code right in a box that is far too wide.
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
  return box.heightPx >= LEAST_HEIGHT_PX;
}

/** Words with digits that stand closer than print is high: a code in two parts is one. */
function digitsSideBySide(words: readonly OcrWord[]): OcrWord[][] {
  const groups: OcrWord[][] = [];
  let last: OcrWord | null = null;
  for (const word of words) {
    if (!/\d/.test(word.text)) last = null;
    else if (last && isBeside(last, word)) groups.at(-1)!.push(word);
    else groups.push([word]);
    if (/\d/.test(word.text)) last = word;
  }
  // A date and the code beside it are two.
  return groups.flatMap((group) => (isDate(group) ? [group] : partedAtDates(group)));
}

function isBeside(one: OcrWord, next: OcrWord): boolean {
  return next.box.left - (one.box.left + one.box.widthPx) < Math.min(one.box.heightPx, next.box.heightPx);
}

function partedAtDates(group: readonly OcrWord[]): OcrWord[][] {
  const parts: OcrWord[][] = [[]];
  for (const word of group) {
    if (isDate([word])) parts.push([word], []);
    else parts.at(-1)!.push(word);
  }
  return parts.filter(({ length }) => length > 0);
}

/** One character of a code that was taken for a letter hides it from nobody. */
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

/** Whether print is no wider than its characters are: the box of a date may reach over a code beside it. */
function isWithinPrint(group: readonly OcrWord[]): boolean {
  const { left, right, top, bottom } = spanOf(group);
  return right - left <= WIDEST_CHARACTER * textOf(group).length * (bottom - top);
}

function textOf(group: readonly OcrWord[]): string {
  return group.map(({ text }) => text).join('');
}

function digitsOf(group: readonly OcrWord[]): string {
  return textOf(group).replace(/\D/g, '');
}

/** With half the height of the print around it: the reader's boxes are narrow. */
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

/** Whether something stands in the middle of what is known and reaches little farther: a code beside it does neither. */
function covers(known: DigitBox, print: DigitBox, slack: number): boolean {
  const reachesLittle = print.left >= known.left - slack && print.right <= known.right + slack;
  return reachesLittle && isMiddleIn(print, known);
}

function isMiddleIn({ left, right, top, bottom }: DigitBox, box: DigitBox): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}
