import type { RgbaImage } from '@vendor/vision';
import type { TextLine } from '../file/page-text.ts';
import { differByOne } from '../name/likeness.ts';
import { foldedWords } from './fold-text.ts';

/** Of the words of a line, as many at least must be seen; of its numbers all. */
const LEAST_SHARE_SEEN = 0.5;

/** Eyes find a line within so much of its height beside its place. */
const SLACK = 0.6;

/** Shorter words are read too badly to count. */
const SHORTEST_WORD = 3;

/** Ink differs at least so much from the paper under it, of 255. */
const LEAST_CONTRAST = 60;

/** Lines that overlap by more than this share of the smaller one stand upon each other. */
const MOST_OVERLAP = 0.35;

/**
 * Marks the lines that a file says in letters and that its picture does not show: white on white, too small, beside the page, or under
 * something else.
 *
 * @param seen - what was read by eye of the same picture, in its pixels.
 */
export function markHidden(lines: readonly TextLine[], seen: readonly TextLine[]): TextLine[] {
  return lines.map((line) => (isSeen(line, seen) ? line : { ...line, isHidden: true }));
}

function isSeen({ text, box }: TextLine, seen: readonly TextLine[]): boolean {
  const slack = SLACK * box.heightPx;
  const near = seen.filter(
    (other) =>
      other.box.top < box.top + box.heightPx + slack &&
      other.box.top + other.box.heightPx > box.top - slack &&
      other.box.left < box.left + box.widthPx + slack &&
      other.box.left + other.box.widthPx > box.left - slack,
  );
  const words = near.flatMap((other) => foldedWords(other.text));
  const together = words.join('');
  const wanted = foldedWords(text);
  const numbers = wanted.filter((word) => /\d/.test(word));
  const others = wanted.filter((word) => !/\d/.test(word) && word.length >= SHORTEST_WORD);
  const isNumberSeen = (number: string) =>
    words.some((word) => word === number || asFigures(word) === number) ||
    (number.length >= SHORTEST_WORD && together.includes(number));
  const isWordSeen = (word: string) =>
    words.some((other) => other === word || (other.length > SHORTEST_WORD && differByOne(other, word))) ||
    together.includes(word);
  if (!numbers.every(isNumberSeen)) return false;
  return others.filter(isWordSeen).length >= LEAST_SHARE_SEEN * others.length;
}

/** Letters that readers take for figures. */
function asFigures(word: string): string {
  return word.replace(/[il]/g, '1').replaceAll('o', '0');
}

/** Marks lines under which a page's picture has no ink: cheaper than eyes, for pages that are not read by them. */
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
  return lightest - darkest >= LEAST_CONTRAST;
}

/**
 * Whether different lines stand upon each other, as in a file in which some were covered and written anew. Of lines in letters alone,
 * which have a confidence of 1: the boxes of those that are read from a slanted picture overlap.
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
      const isOver = across > 0 && down > 0 && across * down > MOST_OVERLAP * smaller;
      // Texts are compared only where boxes overlap: folding is the dearest part.
      return isOver && foldedWords(line.text).join() !== foldedWords(other.text).join();
    }),
  );
}
