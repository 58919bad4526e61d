import type { GrayImage } from '../image.ts';
import { smooth } from './edge-blur.ts';

/** How much fine detail the print of a page shows, among twelve directions. */
export interface Detail {
  /**
   * Energy of the fine slopes over that of all coarse ones, in the direction in which it is smallest: 6.5 and more for print that
   * is sharp, 0.3 to 3.1 for what moved by 24 thousandths of its width and more. `Infinity` where there is no room to measure.
   */
  readonly least: number;
  /** The same ratio, in the direction in which it is largest. */
  readonly most: number;
  /** Share of the coarse slopes, 0 to 1, in the direction that has fewest: of a stripe there are none along it to miss detail in. */
  readonly printed: number;
  /**
   * Energy of the fine slopes over that of the coarse ones, both along the direction with least detail, in the piece with least
   * among those with most coarse slopes along it: 2.8 and more for nearly all sharp edges that lie across that direction, 1.5 for an
   * edge alone that moved by 24 thousandths, under 2.7 for nearly all print that did. `Infinity` where there is no room to measure.
   */
  readonly edges: number;
}

/**
 * Print with less is smeared, or soft in every direction, or has no fine strokes, however sharp it is. Of no use for letters,
 * whose small print has as little when it is sharp.
 */
const SMEARED_DETAIL = 4.3;

/**
 * Movement takes detail from one direction and leaves the rest: 2.5 times as much and more in nearly all pages that moved by 24
 * thousandths. Emblems, bare sides and what is soft have 1.0 to 1.7 times as much, a box whose corners are its only print twice.
 */
const SMEARED_RATIO = 2.2;

/**
 * Pictures that moved by up to 60 thousandths keep 0.03 of their coarse slopes along the movement; along a stripe there
 * are 0.01 at most.
 */
const PRINTED_SHARE = 0.02;

/**
 * Rules, bars and panels have edges one way alone, and so lack detail in the other however sharp they are; but where they end, these
 * ends are sharp, which a movement would have taken. An edge alone has √(6.4² + σ²) / √(1.6² + σ²), so this is one that a lens
 * softened by σ 1.9 px.
 */
const SHARP_EDGES = 2.7;

/** Pieces with this share of the most coarse slopes along a direction have edges across it; with less than 0.4, shades count too. */
const EDGED_PART = 0.45;

/** Energy of slopes along one direction, in luma² per px², that is no more than noise; ends of thin rules have four times as much. */
const FAINT = 0.03;

/** σ in px of a page 1,000 wide. Strokes of small print fill the fine one; the coarse one is what a smear leaves of them. */
const FINE = 1.6;
const COARSE = 6.4;

/** One piece holds a word of small print. */
const PIECE_PX = 50;

/** The rim of the page is the end of the page, however it is printed, and the smoothing's own. */
const RIM_PX = 30;

/** Pieces with print are those with most coarse slopes; the rest of a page may be empty. */
const PRINTED_PART = 0.4;

/** The sharpest of these show the blur of the lens: portraits and shades are always soft. */
const SHARPEST = 0.95;

/** Energy of coarse slopes, in luma² per px², that is no more than shading: noise on it is no detail. */
const FLAT = 0.2;

/** Twelve directions are near enough to any: 7.5° beside the movement, 2 % of the slopes across it count as along it. */
const DIRECTIONS = 12;

/** Means over one piece of the products of slopes, in luma² per px². */
interface Slopes {
  readonly across: number;
  readonly both: number;
  readonly down: number;
}

interface Piece {
  readonly fine: Slopes;
  readonly coarse: Slopes;
}

/**
 * Tells a page that moved while the shutter was open by print that lacks detail in one direction alone. Says no of a page with
 * too little print to tell by. Movements that turn a corner, or rest for half of the time, are seldom told.
 *
 * @param page - straightened, grey, about 1,000 px wide, so that strokes of print have their usual width.
 */
export function isSmeared(page: GrayImage): boolean {
  const { least, most, printed, edges } = measureDetail(page);
  const lacksOneWay = least < SMEARED_DETAIL && most > SMEARED_RATIO * least;
  return lacksOneWay && printed > PRINTED_SHARE && edges < SHARP_EDGES;
}

/**
 * Measures how much fine detail print has in the directions in which it has least and most. A movement while the shutter was open
 * takes the fine slopes along its path away, and leaves those across it, by which edges still look sharp: what is left of print
 * at a coarse scale says how many there should be.
 *
 * @param page - as for {@link isSmeared}.
 */
export function measureDetail(page: GrayImage): Detail {
  const all = measurePieces(page);
  const pieces = printedPieces(all);
  const plenty = Number.POSITIVE_INFINITY;
  if (pieces.length === 0) return { least: plenty, most: plenty, printed: 0, edges: plenty };
  const angles = Array.from({ length: DIRECTIONS }, (_, step) => (step * Math.PI) / DIRECTIONS);
  const details = angles.map((angle) => shareAlong(angle, 'fine', pieces));
  const printed = Math.min(...angles.map((angle) => shareAlong(angle, 'coarse', pieces)));
  const least = Math.min(...details);
  const edges = edgesAlong(angles[details.indexOf(least)]!, all);
  return { least, most: Math.max(...details), printed, edges };
}

/** Of all pieces: ends of thin rules are where the least print is. */
function edgesAlong(angle: number, pieces: readonly Piece[]): number {
  const coarse = pieces.map((piece) => slopesAlong(angle, piece.coarse));
  const edged = EDGED_PART * Math.max(...coarse);
  const shares = pieces.flatMap((piece, index) =>
    coarse[index]! < edged ? [] : [slopesAlong(angle, piece.fine) / (coarse[index]! + FAINT)],
  );
  return Math.min(...shares);
}

function printedPieces(pieces: readonly Piece[]): Piece[] {
  const sorted = [...pieces].sort((a, b) => energyOf(b.coarse) - energyOf(a.coarse));
  return sorted.slice(0, Math.ceil(pieces.length * PRINTED_PART));
}

/** Slopes of one scale in one direction over the coarse ones in all. */
function shareAlong(angle: number, scale: keyof Piece, pieces: readonly Piece[]): number {
  const shares = pieces
    .map((piece) => slopesAlong(angle, piece[scale]) / (energyOf(piece.coarse) + FLAT))
    .sort((a, b) => a - b);
  return shares[Math.floor(SHARPEST * (shares.length - 1))]!;
}

function slopesAlong(angle: number, { across, both, down }: Slopes): number {
  const x = Math.cos(angle);
  const y = Math.sin(angle);
  return x * x * across + 2 * x * y * both + y * y * down;
}

function energyOf({ across, down }: Slopes): number {
  return across + down;
}

function measurePieces({ data, width, height }: GrayImage): Piece[] {
  const fine = smooth(Float32Array.from(data), width, FINE);
  const coarse = smooth(fine, width, Math.sqrt(COARSE ** 2 - FINE ** 2));
  const pieces: Piece[] = [];
  for (let top = RIM_PX; top + PIECE_PX + RIM_PX <= height; top += PIECE_PX) {
    for (let left = RIM_PX; left + PIECE_PX + RIM_PX <= width; left += PIECE_PX) {
      const slopesOf = (plane: Float32Array) => slopesIn(plane, width, left, top);
      pieces.push({ fine: slopesOf(fine), coarse: slopesOf(coarse) });
    }
  }
  return pieces;
}

function slopesIn(plane: Float32Array, width: number, left: number, top: number): Slopes {
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
