import type { GrayImage } from '../image.ts';
import { smooth } from './edge-blur.ts';

/** How much fine detail a page shows. */
export interface Detail {
  /**
   * Energy of the fine slopes over that of all coarse ones, in the direction in which it is smallest: 6.5 and more for what is
   * sharp, 0.3 to 3.1 for what moved by 24 thousandths of its width and more. `Infinity` where there is no room to measure.
   */
  readonly least: number;
}

/**
 * A page with less was smeared, or is as soft. Between the sharp and the smeared ones of one half of 1,728 drawn pages, and
 * tried on the other half: `docs/document-finder.md`. Of no use for letters, whose small print has as little when it is sharp.
 */
export const SMEARED_DETAIL = 4.3;

/** σ in px of a page 1,000 wide. Strokes of small print fill the fine one; the coarse one is what a smear leaves of them. */
const FINE = 1.6;
const COARSE = 6.4;

/** One piece holds a word of small print. */
const PIECE_PX = 50;

/** The rim of the page is the end of the page, however it is printed, and the smoothing's own. */
const RIM_PX = 30;

/** Pieces with print are those with most coarse slopes; the rest of a page may be empty. */
const PRINTED_PART = 0.4;

/** Of these the sharpest tell what the lens did: portraits and shades are soft by nature. */
const SHARPEST = 0.95;

/** Energy of coarse slopes, in luma² per px², that is no more than shading: noise on it is no detail. */
const FLAT = 0.2;

/** Twelve directions are near enough to any: 7.5° beside the movement, 2 % of the slopes across it count as along it. */
const DIRECTIONS = 12;

/** Sums of products of slopes in one piece, at the fine scale; and their squares at the coarse one. */
interface Piece {
  readonly across: number;
  readonly both: number;
  readonly down: number;
  readonly coarse: number;
}

/**
 * Measures how much fine detail print has in the direction in which it has least. A movement while the shutter was open takes
 * the fine slopes along its path away, and leaves those across it, by which edges still look sharp: what is left of print at a
 * coarse scale says how many there should be.
 *
 * @param page - straightened, grey, about 1,000 px wide, so that strokes of print have their usual width.
 */
export function measureDetail(page: GrayImage): Detail {
  const pieces = printedPieces(measurePieces(page));
  if (pieces.length === 0) return { least: Number.POSITIVE_INFINITY };
  const details = Array.from({ length: DIRECTIONS }, (_, step) =>
    detailAlong((step * Math.PI) / DIRECTIONS, pieces),
  );
  return { least: Math.min(...details) };
}

function printedPieces(pieces: readonly Piece[]): Piece[] {
  const sorted = [...pieces].sort((a, b) => b.coarse - a.coarse);
  return sorted.slice(0, Math.ceil(pieces.length * PRINTED_PART));
}

function detailAlong(angle: number, pieces: readonly Piece[]): number {
  const x = Math.cos(angle);
  const y = Math.sin(angle);
  const shares = pieces
    .map(
      ({ across, both, down, coarse }) =>
        (x * x * across + 2 * x * y * both + y * y * down) / (coarse + FLAT),
    )
    .sort((a, b) => a - b);
  return shares[Math.floor(SHARPEST * (shares.length - 1))]!;
}

function measurePieces({ data, width, height }: GrayImage): Piece[] {
  const fine = smooth(Float32Array.from(data), width, FINE);
  const coarse = smooth(fine, width, Math.sqrt(COARSE ** 2 - FINE ** 2));
  const pieces: Piece[] = [];
  for (let top = RIM_PX; top + PIECE_PX + RIM_PX <= height; top += PIECE_PX) {
    for (let left = RIM_PX; left + PIECE_PX + RIM_PX <= width; left += PIECE_PX) {
      const slopes = slopesIn(fine, width, left, top);
      const { across, down } = slopesIn(coarse, width, left, top);
      pieces.push({ ...slopes, coarse: across + down });
    }
  }
  return pieces;
}

/** Means over one piece, in luma² per px². */
function slopesIn(plane: Float32Array, width: number, left: number, top: number): Omit<Piece, 'coarse'> {
  let [across, both, down] = [0, 0, 0];
  for (let y = top; y < top + PIECE_PX; y++) {
    for (let pixel = y * width + left; pixel < y * width + left + PIECE_PX; pixel++) {
      const dx = plane[pixel + 1]! - plane[pixel - 1]!;
      const dy = plane[pixel + width]! - plane[pixel - width]!;
      across += dx * dx;
      both += dx * dy;
      down += dy * dy;
    }
  }
  // Differences were taken over two pixels.
  const count = 4 * PIECE_PX ** 2;
  return { across: across / count, both: both / count, down: down / count };
}
