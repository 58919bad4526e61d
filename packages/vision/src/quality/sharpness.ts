import type { GrayImage } from '../image.ts';
import { isInsideQuad, pictureCorners, type Quad, quadBounds } from '../quad.ts';
import { blurFromCrests, type EdgeCrests, findEdgeCrests, SCALE_PAIRS } from './edge-blur.ts';

/** Blur of the edges in a region. */
export interface Sharpness {
  /**
   * σ in px of the Gaussian blur that would explain the width of the edges, in the direction in which they are widest, so that
   * motion counts too. A movement over L px gives about L / √12. `Infinity` if no edge stands out from the noise, in which case
   * nothing can be read.
   */
  readonly blurPx: number;
}

/** Height of printed MRZ characters (OCR-B size 1, ICAO 9303-3). */
const MRZ_CHARACTER_MM = 2.49;

/** Side of the square pieces to measure, in px; so small that one value of blur and one of noise describe a piece. */
const PIECE_PX = 48;

/** Maximum number of pieces; so few that a 12-megapixel photo costs no more than a video frame. */
const MAX_PIECES = 36;

/** Minimum gradient as a multiple of the noise σ; one in 300,000 pixels of pure noise exceeds 5 σ. */
const NOISE_FACTOR = 5;

/**
 * Minimum strength of an edge, as a share of the strong ones; weaker ones are shading and show-through, which are naturally
 * soft.
 */
const STRONG_SHARE = 0.3;

/** Minimum number of edge pixels in one direction for a piece to count; one character of print has more. */
const MIN_EDGES = 12;

/** Quantile of the pieces' blur that is reported, because some print is naturally soft (portraits, shaded guilloches). */
const SHARPER_PART = 0.4;

/**
 * Returns the largest `blurPx` at which an MRZ is still read, for a document seen from above.
 *
 * The reader keeps its accuracy up to a true blur of σ = 0.09 of the character's height h. Strokes of print are so close
 * together that they measure sharper than they are: lines of OCR-B of 14 to 40 px, blurred by exactly that σ, measure 0.075 h −
 * 0.52 to within 0.25 px, at any noise of σ 0 to 8.
 *
 * @param documentWidthPx - width of the document in the picture passed to `measureSharpness`.
 * @param documentWidthMm - its true width: 125 for a passport (TD3), 105 for TD2, 85.6 for a card (TD1).
 * @example
 * ```ts
 * const blurred = measureSharpness(gray, quad).blurPx > mrzBlurLimitPx(sideLengths(quad)[0], 125);
 * ```
 */
export function mrzBlurLimitPx(documentWidthPx: number, documentWidthMm: number): number {
  const characterPx = (documentWidthPx / documentWidthMm) * MRZ_CHARACTER_MM;
  return Math.max(0, 0.075 * characterPx - 0.52);
}

/**
 * Measures blur in pixels, independent of contrast and robust to noise.
 *
 * Measure the picture that is going to be read, because downscaling hides blur. Isolated edges are measured to within a quarter
 * of their true blur from 1 px on; the strokes of small print measure less, see {@link mrzBlurLimitPx}.
 *
 * @param image - a grey picture.
 * @param region - the document's corners, or those of its MRZ; defaults to the whole picture.
 */
export function measureSharpness(image: GrayImage, region?: Quad): Sharpness {
  const pieces = choosePieces(image, region).map(({ x, y }) => findEdgeCrests(image, x, y, PIECE_PX));
  let blurPx = Number.NEGATIVE_INFINITY;
  // Takes the maximum: noise and neighbouring strokes make a pair of scales underestimate blur, and hardly ever overestimate
  // it.
  for (let pair = 0; pair < SCALE_PAIRS; pair++) {
    blurPx = Math.max(
      blurPx,
      blurAtScale(
        pair,
        pieces.map((scales) => scales[pair]!),
      ),
    );
  }
  return { blurPx: blurPx >= 0 ? blurPx : Number.POSITIVE_INFINITY };
}

/** Returns the blur in the direction in which it is largest; minus infinity if no direction has enough edges. */
function blurAtScale(pair: number, pieces: readonly EdgeCrests[]): number {
  const threshold = strengthThreshold(pieces);
  const blurs = [0, 1, 2, 3].map((direction) => blursAlong(direction, pair, pieces, threshold));
  const most = Math.max(...blurs.map((list) => list.length));
  // Skips directions with edges in few pieces, which come from curls of a portrait or a corner rather than from print.
  const judged = blurs.filter((list) => list.length > 0 && list.length >= most / 4);
  return Math.max(...judged.map((list) => quantile(list, SHARPER_PART)));
}

/** Computes the blur of each piece in one direction, from all its strong edges together to average out noise. */
function blursAlong(
  direction: number,
  pair: number,
  pieces: readonly EdgeCrests[],
  threshold: number,
): number[] {
  const blurs: number[] = [];
  for (const piece of pieces) {
    let fine = 0;
    let coarse = 0;
    let count = 0;
    piece.coarse.forEach((slope, edge) => {
      if (slope < threshold || piece.direction[edge] !== direction) return;
      fine += piece.fine[edge]!;
      coarse += slope;
      count++;
    });
    if (count >= MIN_EDGES) blurs.push(blurFromCrests(pair, fine, coarse));
  }
  return blurs;
}

/** Returns square pieces spread evenly over the region, at most {@link MAX_PIECES}. */
function choosePieces(image: GrayImage, region = pictureCorners(image)): { x: number; y: number }[] {
  const bounds = quadBounds(region);
  const left = Math.max(0, Math.floor(bounds.left));
  const top = Math.max(0, Math.floor(bounds.top));
  const width = Math.min(image.width, bounds.right) - left;
  const height = Math.min(image.height, bounds.bottom) - top;
  if (!(width > 0 && height > 0)) return [];

  const spacing = Math.max(PIECE_PX, Math.sqrt((width * height) / MAX_PIECES));
  const across = Math.max(1, Math.floor(width / spacing));
  const down = Math.max(1, Math.floor(height / spacing));
  const pieces: { x: number; y: number }[] = [];
  for (let index = 0; index < across * down; index++) {
    const centre = {
      x: left + (((index % across) + 0.5) * width) / across,
      y: top + ((Math.floor(index / across) + 0.5) * height) / down,
    };
    if (!isInsideQuad(centre, region)) continue;
    pieces.push({ x: Math.round(centre.x - PIECE_PX / 2), y: Math.round(centre.y - PIECE_PX / 2) });
  }
  return pieces;
}

/** Returns the minimum strength of an edge; weaker ones are noise, or naturally soft. */
function strengthThreshold(pieces: readonly EdgeCrests[]): number {
  const noise = quantile(
    pieces.map((piece) => piece.noise),
    0.5,
  );
  const strong = quantile(
    pieces.flatMap((piece) => piece.coarse),
    0.95,
  );
  return Math.max(noise * NOISE_FACTOR, strong * STRONG_SHARE, 1);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}
