import { joinPieces, type TextLine, type TextPiece } from './page-text.ts';
import type { Pdfium } from './pdfium.ts';

/** Maximum number of characters read per page; a page of small print has 10,000. */
const MAX_CHARACTERS = 30_000;

/** Maximum gap between two characters of one piece, as a multiple of their height. */
const PIECE_GAP = 1;

/** Maximum difference of rotation, in radians, between characters on one line. */
const SAME_ANGLE = 0.05;

/** Affine transform of a point (x, y): x' = a·x + c·y + e, y' = b·x + d·y + f. */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A rendered character, with positions along and across its line in pixels. */
interface Glyph {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly baseline: number;
  readonly heightPx: number;
  readonly angle: number;
  readonly box: Box;
}

/** Scripts written from right to left. */
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * Reads the text layer of a page, line by line; pieces at the same height form a line.
 *
 * @param page - handle of the page in the library.
 * @param size - size of the rendered page, in whose pixels the lines are placed.
 */
export function readPdfText(
  pdfium: Pdfium,
  page: number,
  size: { readonly widthPx: number; readonly heightPx: number },
): TextLine[] {
  const textPage = pdfium.FPDFText_LoadPage(page);
  if (textPage === 0) return [];
  const pieces = readPieces(pdfium, textPage, pageToPixels(pdfium, page, size));
  pdfium.FPDFText_ClosePage(textPage);
  const rows: { baselinePx: number; pieces: TextPiece[] }[] = [];
  for (const piece of pieces) {
    const baselinePx = piece.box.top + piece.box.heightPx;
    const row = rows.find((known) => Math.abs(known.baselinePx - baselinePx) < piece.box.heightPx / 3);
    if (row) row.pieces.push(piece);
    else rows.push({ baselinePx, pieces: [piece] });
  }
  rows.sort((one, other) => one.baselinePx - other.baselinePx);
  return rows.flatMap((row) => joinPieces(row.pieces));
}

/** Returns the transform from page units to pixels, including the page's box, rotation and rendered size. */
function pageToPixels(
  pdfium: Pdfium,
  page: number,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): Matrix {
  // The library returns whole device units, so this uses 64 units per pixel over the length of a page.
  const fine = 64;
  const length = Math.max(pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page));
  const pixelOf = (x: number, y: number) =>
    withScratch(pdfium, 8, (place) => {
      const [across, down] = [widthPx * fine, heightPx * fine];
      pdfium.FPDF_PageToDevice(page, 0, 0, across, down, 0, x, y, place, place + 4);
      const value = (at: number) => pdfium.pdfium.getValue(at, 'i32') / fine;
      return { x: value(place), y: value(place + 4) };
    });
  const [origin, right, up] = [pixelOf(0, 0), pixelOf(length, 0), pixelOf(0, length)];
  return [
    (right.x - origin.x) / length,
    (right.y - origin.y) / length,
    (up.x - origin.x) / length,
    (up.y - origin.y) / length,
    origin.x,
    origin.y,
  ];
}

/** Reads pieces of text in the library's order, which arranges right-to-left scripts in reading order. */
function readPieces(pdfium: Pdfium, textPage: number, toPixels: Matrix): TextPiece[] {
  const pieces: TextPiece[] = [];
  let glyphs: Glyph[] = [];
  let text = '';
  const endPiece = () => {
    if (glyphs.length > 0) pieces.push(toPiece(text, glyphs));
    glyphs = [];
    text = '';
  };
  const count = Math.min(pdfium.FPDFText_CountChars(textPage), MAX_CHARACTERS);
  for (let index = 0; index < count; index++) {
    const character = toCharacter(pdfium.FPDFText_GetUnicode(textPage, index));
    if (character === '\n') endPiece();
    else if (character === ' ') text += ' ';
    else if (character !== '') {
      const glyph = readGlyph(pdfium, textPage, index, character, toPixels);
      if (!glyph) continue;
      if (!continuesLine(glyphs, glyph)) endPiece();
      glyphs.push(glyph);
      text += character;
    }
  }
  endPiece();
  return pieces;
}

/** Converts a code from the library: 2 is a hyphen at the end of a line; 0, U+FFFE and U+FFFF are unknown characters. */
function toCharacter(code: number): string {
  if (code === 2) return '-';
  if (code === 10 || code === 13) return '\n';
  if (code === 9 || code === 32 || code === 0xa0) return ' ';
  return code < 32 || code === 0xfffe || code === 0xffff || code > 0x10ffff ? '' : String.fromCodePoint(code);
}

function readGlyph(
  pdfium: Pdfium,
  textPage: number,
  index: number,
  text: string,
  [a, b, c, d, e, f]: Matrix,
): Glyph | null {
  return withScratch(pdfium, 56, (place) => {
    const float = (at: number) => pdfium.pdfium.getValue(place + 4 * at, 'float');
    const [origin, box] = [place + 40, place + 24];
    if (
      !pdfium.FPDFText_GetMatrix(textPage, index, place) ||
      !pdfium.FPDFText_GetCharOrigin(textPage, index, origin, origin + 8) ||
      !pdfium.FPDFText_GetLooseCharBox(textPage, index, box)
    )
      return null;
    const [right, up] = [
      [float(0), float(1)],
      [float(2), float(3)],
    ] as const;
    const corners = [
      { x: float(6), y: float(7) },
      { x: float(8), y: float(9) },
      { x: float(6), y: float(9) },
      { x: float(8), y: float(7) },
    ].map(({ x, y }) => ({ x: a * x + c * y + e, y: b * x + d * y + f }));
    const start = {
      x: pdfium.pdfium.getValue(origin, 'double'),
      y: pdfium.pdfium.getValue(origin + 8, 'double'),
    };
    const angle = Math.atan2(b * right[0] + d * right[1], a * right[0] + c * right[1]);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const along = corners.map(({ x, y }) => x * cos + y * sin);
    const across = corners.map(({ x, y }) => y * cos - x * sin);
    const boxHeight = Math.max(...across) - Math.min(...across);
    const size =
      pdfium.FPDFText_GetFontSize(textPage, index) * Math.hypot(a * up[0] + c * up[1], b * up[0] + d * up[1]);
    const pixel = { x: a * start.x + c * start.y + e, y: b * start.x + d * start.y + f };
    return {
      text,
      start: Math.min(...along),
      end: Math.max(...along),
      baseline: pixel.y * cos - pixel.x * sin,
      // Falls back to the height of the box, because Type 3 fonts may declare any size.
      heightPx: Math.max(1, size > boxHeight / 2 && size < 2 * boxHeight ? size : boxHeight),
      angle,
      box: {
        left: Math.min(...corners.map(({ x }) => x)),
        right: Math.max(...corners.map(({ x }) => x)),
        top: Math.min(...corners.map(({ y }) => y)),
        bottom: Math.max(...corners.map(({ y }) => y)),
      },
    };
  });
}

/** Returns whether a character is on the same line as the previous ones and close to them. */
function continuesLine(glyphs: readonly Glyph[], next: Glyph): boolean {
  const last = glyphs.at(-1);
  if (!last) return true;
  const heightPx = Math.max(last.heightPx, next.heightPx);
  if (Math.abs(last.angle - next.angle) > SAME_ANGLE) return false;
  if (Math.abs(last.baseline - next.baseline) > heightPx / 3) return false;
  const gap = next.start - last.end;
  if (Math.abs(gap) <= PIECE_GAP * heightPx) return true;
  // Digits in right-to-left text run left to right, and the next word begins beyond them.
  if (!rightToLeft.test(last.text) && !rightToLeft.test(next.text)) return false;
  const first = Math.min(...glyphs.map(({ start }) => start));
  return Math.abs(first - next.end) <= PIECE_GAP * heightPx;
}

function toPiece(text: string, glyphs: readonly Glyph[]): TextPiece {
  const left = Math.min(...glyphs.map(({ box }) => box.left));
  const right = Math.max(...glyphs.map(({ box }) => box.right));
  const [{ angle, baseline }] = glyphs as [Glyph];
  const heightPx = Math.max(...glyphs.map((glyph) => glyph.heightPx));
  const isLevel = Math.abs(angle) < SAME_ANGLE;
  const top = isLevel ? baseline - heightPx : Math.min(...glyphs.map(({ box }) => box.top));
  const bottom = isLevel ? baseline : Math.max(...glyphs.map(({ box }) => box.bottom));
  const box = { left, top, widthPx: Math.max(1, right - left), heightPx: Math.max(1, bottom - top) };
  return { text: text.trim(), confidence: 1, box };
}

/** Allocates scratch memory in the instance for the duration of a callback. */
function withScratch<T>(pdfium: Pdfium, size: number, use: (place: number) => T): T {
  const place = pdfium.pdfium.wasmExports.malloc(size);
  if (place === 0) throw new RangeError('The memory limit is reached.');
  try {
    return use(place);
  } finally {
    pdfium.pdfium.wasmExports.free(place);
  }
}
