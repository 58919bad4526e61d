import type { GrayImage } from '../image.ts';
import { smooth } from './edge-blur.ts';

/** Fine detail in the print of a page, over twelve directions. */
export interface Detail {
  /**
   * Energy of the fine gradients divided by that of all coarse ones, in the direction in which it is smallest: 6.5 and more for
   * sharp print, 0.3 to 3.1 for pages that moved by 24 thousandths of their width or more. `Infinity` if the page is too small
   * to measure.
   */
  readonly least: number;
  /** The same ratio, in the direction in which it is largest. */
  readonly most: number;
  /**
   * Share of the coarse gradients, 0 to 1, in the direction with the fewest. A stripe has none along it, so no detail can be
   * missing in that direction.
   */
  readonly printed: number;
  /**
   * Energy of the fine gradients divided by that of the coarse ones, both along the direction with the least detail; the
   * minimum over the pieces with the most coarse gradients along it. It is 2.8 and more for nearly all sharp edges across that
   * direction, 1.5 for an isolated edge that moved by 24 thousandths, and under 2.7 for nearly all print that did. `Infinity`
   * if the page is too small to measure.
   */
  readonly edges: number;
}

/**
 * Detail below which print is smeared, or soft in every direction, or has no fine strokes even if sharp. Not applicable to
 * letters, whose sharp small print has as little.
 */
const SMEARED_DETAIL = 4.3;

/**
 * Minimum ratio of detail between directions for smear: movement removes detail in one direction only. The ratio is 2.5 and
 * more in nearly all pages that moved by 24 thousandths, 1.0 to 1.7 for emblems, bare sides and soft pictures, and 2 for a box
 * whose corners are its only print.
 */
const SMEARED_RATIO = 2.2;

/**
 * Minimum share of coarse gradients in a direction for missing detail to count: pictures that moved by up to 60 thousandths
 * keep 0.03 along the movement; along a stripe there are at most 0.01.
 */
const PRINTED_SHARE = 0.02;

/**
 * Ratio of fine to coarse gradients from which edges are sharp. Rules, bars and panels have edges in only one direction, and so
 * lack detail in the other even if sharp; but their ends are sharp, unless the page moved. An isolated edge has √(6.4² + σ²) /
 * √(1.6² + σ²), so this is one that a lens blurred by σ 1.9 px.
 */
const SHARP_EDGES = 2.7;

/**
 * Share of the maximum coarse gradient along a direction from which a piece has edges across it; with less than 0.4, shading
 * would count as well.
 */
const EDGED_PART = 0.45;

/** Gradient energy along one direction, in luma² per px², that may be noise; ends of thin rules have four times as much. */
const FAINT = 0.03;

/**
 * Gaussian scales (σ in px) for a page 1,000 wide. The fine one matches the strokes of small print; the coarse one matches what
 * remains of them after smear.
 */
const FINE = 1.6;
const COARSE = 6.4;

/** Size of a piece, which holds a word of small print. */
const PIECE_PX = 50;

/** Margin that is skipped, because it contains the edge of the page and invalid pixels of the smoothing. */
const RIM_PX = 30;

/** Share of pieces, those with the most coarse gradients, that count as printed; the rest of a page may be empty. */
const PRINTED_PART = 0.4;

/** Quantile of the printed pieces that shows the blur of the lens; portraits and shading are always soft. */
const SHARPEST = 0.95;

/** Energy of coarse gradients, in luma² per px², that is only shading; noise on it is not detail. */
const FLAT = 0.2;

/**
 * Number of directions. A movement is at most 7.5° away from one of them, so 2 % of the gradients across it count as along it.
 */
const DIRECTIONS = 12;

/** Mean products of the gradient's components over one piece (structure tensor), in luma² per px². */
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
 * Returns whether a page moved while the shutter was open, so that its print lacks detail in one direction only. Returns false
 * for a page with too little print to tell. Movements that change direction, or pause for half of the time, are seldom
 * detected.
 *
 * @param page - straightened, grey, about 1,000 px wide, so that strokes of print have their usual width.
 */
export function isSmeared(page: GrayImage): boolean {
  const { least, most, printed, edges } = measureDetail(page);
  const lacksOneWay = least < SMEARED_DETAIL && most > SMEARED_RATIO * least;
  return lacksOneWay && printed > PRINTED_SHARE && edges < SHARP_EDGES;
}

/**
 * Measures the fine detail of print in the directions with the least and the most. A movement while the shutter was open
 * removes fine gradients along its path, but keeps those across it, so edges still look sharp. The remaining coarse gradients
 * show how many fine ones to expect.
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

/** Measures the sharpness of edges over all pieces, because the ends of thin rules are where there is least print. */
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

/** Returns the gradients of one scale in one direction, as a share of the coarse ones in all directions. */
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
  // Central differences span two pixels.
  const count = 4 * PIECE_PX ** 2;
  return { across: across / count, both: both / count, down: down / count };
}
