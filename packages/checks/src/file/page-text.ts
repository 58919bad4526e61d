import type { OcrLine, TextBox } from '../ocr/ocr-engine.ts';

/** Words that stand together on one line, without a gap that parts columns. */
export interface TextLine {
  readonly text: string;
  /** How sure the reading is of its least sure word or number, 0..1; 1 for text that a file says in letters. */
  readonly confidence: number;
  readonly box: TextBox;
  /** Set where a file says it in letters and the picture of the page does not show it. */
  readonly isHidden?: boolean;
}

/** A piece of text and where it stands; from left to right on its line. */
export interface TextPiece {
  readonly text: string;
  readonly confidence: number;
  readonly box: TextBox;
}

/** Columns are further apart than words, in terms of the height of the line. */
const COLUMN_GAP = 2;

/** Words by which a line is as sure as its least: those of three letters, and numbers. Marks and dust say nothing. */
const word = /\p{L}{3}|^\P{L}*\p{N}\P{L}*$|^\p{N}+\p{L}\P{L}*$/u;

/** The lines of a page that was read by eye, parted at the gaps between columns. */
export function splitLines(lines: readonly OcrLine[]): TextLine[] {
  return lines.flatMap(({ words }) => joinPieces(words));
}

/** Pieces of one line as lines: joined where they stand close, parted where a column ends. */
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
  return groups.map(lineOf).filter(({ text }) => text !== '');
}

function lineOf(pieces: readonly TextPiece[]): TextLine {
  const left = Math.min(...pieces.map(({ box }) => box.left));
  const top = Math.min(...pieces.map(({ box }) => box.top));
  const right = Math.max(...pieces.map(({ box }) => box.left + box.widthPx));
  const bottom = Math.max(...pieces.map(({ box }) => box.top + box.heightPx));
  const words = pieces.filter((piece) => word.test(piece.text));
  const text = pieces.map((piece) => piece.text).join(' ');
  return {
    text: text.replace(/\s+/g, ' ').trim(),
    confidence: words.length === 0 ? 0 : Math.min(...words.map(({ confidence }) => confidence)),
    box: { left, top, widthPx: right - left, heightPx: bottom - top },
  };
}
