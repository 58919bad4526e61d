import {
  type Component,
  downscale,
  findComponents,
  findTextLines,
  type RgbaImage,
  type TextLine,
  toGray,
} from '@vendor/vision';
import type { Polarity } from './normalise-print.ts';

/** A row of marks on a straightened card that may be its number; boxes in pixels of that picture, from left to right. */
export interface DigitRow {
  readonly polarity: Polarity;
  readonly boxes: readonly DigitBox[];
  readonly heightPx: number;
}

export interface DigitBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Width at which print is searched: digits 4 mm high have 23 pixels, the size that the line finder expects. */
const SEARCH_WIDTH_PX = 500;

/** Numbers have 12 to 19 digits, of which one may be split in two; at least ten are visible if the middle is covered. */
const MIN_MARKS = 10;
const MAX_MARKS = 20;
const MIN_DIGITS = 12;

/** Height of digits, 2.3 to 5.5 mm, as shares of the width of a card (85.6 mm). */
const MIN_HEIGHT_SHARE = 2.3 / 85.6;
const MAX_HEIGHT_SHARE = 5.5 / 85.6;

/** Finds rows that may be the card number, the likeliest first. */
export function findDigitRows(card: RgbaImage): DigitRow[] {
  const scale = card.width / SEARCH_WIDTH_PX;
  const small = downscale(card, { widthPx: SEARCH_WIDTH_PX, heightPx: Math.round(card.height / scale) });
  const rows = (['dark', 'light'] as const).flatMap((polarity) => {
    const gray = toGray(small);
    const darkPrint = polarity === 'dark' ? gray : { ...gray, data: gray.data.map((value) => 255 - value) };
    const components = findComponents(darkPrint);
    return findTextLines(components).map((line) => ({ line, polarity, marks: findMarks(line, components) }));
  });
  return rows
    .map(({ line, polarity, marks }) => ({
      polarity,
      marks,
      heightPx: line.heightPx,
      score: line.score,
    }))
    .filter(
      ({ marks, heightPx }) =>
        marks.length >= MIN_MARKS &&
        marks.length <= MAX_MARKS &&
        heightPx >= MIN_HEIGHT_SHARE * SEARCH_WIDTH_PX &&
        heightPx <= MAX_HEIGHT_SHARE * SEARCH_WIDTH_PX,
    )
    .sort((one, other) => other.heightPx * other.score - one.heightPx * one.score)
    .map(({ polarity, marks, heightPx }) => ({
      polarity,
      boxes: marks.map((mark) => boxOf(mark, scale)),
      heightPx: heightPx * scale,
    }));
}

/**
 * Finds marks on the line that are as high as the others. If the line is too short because part of the number is covered, also
 * searches beyond the covered part.
 */
function findMarks(line: TextLine, components: readonly Component[]): Component[] {
  const isWhole = line.components.length >= MIN_DIGITS;
  const candidates = isWhole ? line.components : components;
  return candidates
    .filter(
      ({ x, y, height }) =>
        Math.abs(y - line.slope * x - line.intercept) < 0.25 * line.heightPx &&
        height > 0.75 * line.heightPx &&
        height < 1.3 * line.heightPx,
    )
    .sort((one, other) => one.x - other.x);
}

function boxOf({ x, y, width, height }: Component, scale: number): DigitBox {
  return {
    left: (x + 0.5 - width / 2) * scale,
    right: (x + 0.5 + width / 2) * scale,
    top: (y + 0.5 - height / 2) * scale,
    bottom: (y + 0.5 + height / 2) * scale,
  };
}
