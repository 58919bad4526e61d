import type { RgbaImage } from '@vendor/vision';
import type { TextLine } from '../file/page-text.ts';
import { differByOne } from '../name/likeness.ts';
import { foldedWords } from './fold-text.ts';

/** Minimum share of a line's words that OCR must confirm; all of its numbers must be. */
const MIN_SHARE_SEEN = 0.5;

/** Tolerance of a line's OCR position, as a share of its height. */
const SLACK = 0.6;

/** Minimum length of a word that counts; OCR is unreliable on shorter ones. */
const MIN_WORD = 3;

/** Minimum difference between ink and paper, of 255. */
const MIN_CONTRAST = 60;

/** Lines that overlap by more than this share of the smaller one are printed over each other. */
const MAX_OVERLAP = 0.35;

/**
 * Marks lines of the text layer that are not visible in the rendered page: white on white, too small, outside the page, or
 * covered.
 *
 * @param ocrLines - the OCR reading of the same picture, in its pixels.
 */
export function markHidden(lines: readonly TextLine[], ocrLines: readonly TextLine[]): TextLine[] {
  return lines.map((line) => (isConfirmedByOcr(line, ocrLines) ? line : { ...line, isHidden: true }));
}

function isConfirmedByOcr({ text, box }: TextLine, ocrLines: readonly TextLine[]): boolean {
  const slack = SLACK * box.heightPx;
  const near = ocrLines.filter(
    (other) =>
      other.box.top < box.top + box.heightPx + slack &&
      other.box.top + other.box.heightPx > box.top - slack &&
      other.box.left < box.left + box.widthPx + slack &&
      other.box.left + other.box.widthPx > box.left - slack,
  );
  const words = near.flatMap((other) => foldedWords(other.text));
  const joinedWords = words.join('');
  const lineWords = foldedWords(text);
  const numbers = lineWords.filter((word) => /\d/.test(word));
  const plainWords = lineWords.filter((word) => !/\d/.test(word) && word.length >= MIN_WORD);
  const isNumberSeen = (number: string) =>
    words.some((word) => word === number || lettersToDigits(word) === number) ||
    (number.length >= MIN_WORD && joinedWords.includes(number));
  const isWordSeen = (word: string) =>
    words.some((other) => other === word || (other.length > MIN_WORD && differByOne(other, word))) ||
    joinedWords.includes(word);
  if (!numbers.every(isNumberSeen)) return false;
  return plainWords.filter(isWordSeen).length >= MIN_SHARE_SEEN * plainWords.length;
}

/** Replaces letters that OCR confuses with digits. */
function lettersToDigits(word: string): string {
  return word.replace(/[il]/g, '1').replaceAll('o', '0');
}

/** Marks lines without ink in the rendered page. Cheaper than OCR, for pages that are not read by it. */
export function markInkless(lines: readonly TextLine[], picture: RgbaImage): TextLine[] {
  return lines.map((line) => (hasInk(line, picture) ? line : { ...line, isHidden: true }));
}

function hasInk({ box }: TextLine, { data, width, height }: RgbaImage): boolean {
  const [left, top] = [Math.max(0, Math.floor(box.left)), Math.max(0, Math.floor(box.top))];
  const right = Math.min(width, Math.ceil(box.left + box.widthPx));
  const bottom = Math.min(height, Math.ceil(box.top + box.heightPx));
  let [darkest, lightest] = [255, 0];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const green = data[4 * (y * width + x) + 1] ?? 0;
      darkest = Math.min(darkest, green);
      lightest = Math.max(lightest, green);
    }
  }
  return lightest - darkest >= MIN_CONTRAST;
}

/**
 * Returns whether different lines are printed over each other, as in a file with covered and rewritten text. Considers only
 * lines of the text layer, which have a confidence of 1: OCR boxes overlap in a slanted picture.
 */
export function isWrittenOver(page: readonly TextLine[]): boolean {
  const lines = page.filter(({ confidence }) => confidence === 1);
  return lines.some((line, index) =>
    lines.slice(index + 1).some((other) => {
      const [one, two] = [line.box, other.box];
      const isAlike = Math.min(one.heightPx, two.heightPx) >= 0.6 * Math.max(one.heightPx, two.heightPx);
      if (!isAlike) return false;
      const across = Math.min(one.left + one.widthPx, two.left + two.widthPx) - Math.max(one.left, two.left);
      const down = Math.min(one.top + one.heightPx, two.top + two.heightPx) - Math.max(one.top, two.top);
      const smaller = Math.min(one.widthPx * one.heightPx, two.widthPx * two.heightPx);
      const isOver = across > 0 && down > 0 && across * down > MAX_OVERLAP * smaller;
      // Compares texts only if boxes overlap, because folding is the most expensive part.
      return isOver && foldedWords(line.text).join() !== foldedWords(other.text).join();
    }),
  );
}
