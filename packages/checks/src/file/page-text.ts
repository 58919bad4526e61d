import type { OcrLine, TextBox } from '../ocr/ocr-engine.ts';

/** Words on one line without a gap between columns. */
export interface TextLine {
  readonly text: string;
  /** Confidence of the least certain piece that counts, 0 to 1, or 0 if none counts. In a text layer, every piece has 1. */
  readonly confidence: number;
  readonly box: TextBox;
  /** Set if the line is in the text layer, but not visible in the rendered page. */
  readonly isHidden?: boolean;
}

/** A piece of text and its position; from left to right on its line. */
export interface TextPiece {
  readonly text: string;
  readonly confidence: number;
  readonly box: TextBox;
}

/** Minimum gap between columns, as a multiple of the line height. */
const COLUMN_GAP = 2;

/**
 * Words and numbers that count for a line's confidence: three letters or more, or digits. Punctuation and specks do not count,
 * nor do codes such as `YO31` beside such a word: OCR reads them well, but with a low confidence.
 */
const word = /\p{L}{3}|^\P{L}*\p{N}\P{L}*$|^\p{N}+\p{L}\P{L}*$/u;

/** Pieces that count only on a line without such words: postal codes (`YO31`, `D-80331`) and short names (`Li Wu`). */
const shortWord = /[\p{Lu}\p{Lt}\p{Lo}\p{N}]\S*[\p{L}\p{N}]/u;

/** Splits the OCR lines of a page at the gaps between columns. */
export function splitLines(lines: readonly OcrLine[]): TextLine[] {
  return lines.flatMap(({ words }) => joinPieces(words));
}

/** Joins the pieces of one line, and splits them at the gaps between columns. */
export function joinPieces(pieces: readonly TextPiece[]): TextLine[] {
  const heightPx = Math.max(...pieces.map(({ box }) => box.heightPx), 1);
  const groups: TextPiece[][] = [];
  let rightPx = Number.NEGATIVE_INFINITY;
  for (const piece of [...pieces].sort((one, other) => one.box.left - other.box.left)) {
    const group = piece.box.left - rightPx <= COLUMN_GAP * heightPx ? groups.at(-1) : undefined;
    if (group) group.push(piece);
    else groups.push([piece]);
    rightPx = Math.max(rightPx, piece.box.left + piece.box.widthPx);
  }
  return groups.map(toLine).filter(({ text }) => text !== '');
}

function toLine(pieces: readonly TextPiece[]): TextLine {
  const left = Math.min(...pieces.map(({ box }) => box.left));
  const top = Math.min(...pieces.map(({ box }) => box.top));
  const right = Math.max(...pieces.map(({ box }) => box.left + box.widthPx));
  const bottom = Math.max(...pieces.map(({ box }) => box.top + box.heightPx));
  const words = pieces.filter((piece) => word.test(piece.text));
  const counted = words.length > 0 ? words : pieces.filter((piece) => shortWord.test(piece.text));
  const text = pieces.map((piece) => piece.text).join(' ');
  return {
    text: text.replace(/\s+/g, ' ').trim(),
    confidence: counted.length === 0 ? 0 : Math.min(...counted.map(({ confidence }) => confidence)),
    box: { left, top, widthPx: right - left, heightPx: bottom - top },
  };
}
