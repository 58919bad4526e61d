import type { EdgeMap } from './edge-map.ts';

/** Directions that the finder tells apart; half a turn is divided into as many, 1.4° each. */
export const DIRECTIONS = 128;

/** The crests of edges as points, measured from the centre of the edge map, ordered by direction. */
export interface EdgePoints {
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Up to 1: how far the point stands out of its surroundings and of the noise. */
  readonly weight: Float32Array;
  /** Where the slope points, in directions of a whole turn: 2 · {@link DIRECTIONS} of them. */
  readonly turn: Uint8Array;
  /** Points of direction d are those from `start[d]` up to, not including, `start[d + 1]`. */
  readonly start: Int32Array;
  /** 1 for points that a line has been made of. */
  readonly taken: Uint8Array;
}

/** Fainter points only cost time. */
const LEAST_WEIGHT = 0.3;

/** How much the mean strength of the surroundings holds a point down. More hides the sides of printed documents. */
const SURROUNDINGS_SHARE = 0.3;

/**
 * A step is sharper than a shadow: three points to either side of an edge its slope is down to less than this share.
 * Where it is not, the point is left out, or every soft shadow would fill the frame with lines.
 */
const SOFT_SHARE = 0.7;
const SOFT_DISTANCE = 3;

/** The outermost pixels have no slope. */
const BORDER = 2;

/** Prepares for maps of one size. The function's answer is valid until its next call. */
export function createEdgePointPicker(width: number, height: number): (map: EdgeMap) => EdgePoints {
  const length = width * height;
  const found = new Int32Array(length);
  const turnOf = new Uint8Array(length);
  const points = {
    x: new Float32Array(length),
    y: new Float32Array(length),
    weight: new Float32Array(length),
    turn: new Uint8Array(length),
    start: new Int32Array(DIRECTIONS + 1),
    taken: new Uint8Array(length),
  };
  const next = new Int32Array(DIRECTIONS);
  return (map) => {
    let count = 0;
    // What even calm surroundings would not lift out of the noise.
    const faintest = (map.noise * LEAST_WEIGHT) / (1 - LEAST_WEIGHT);
    for (let y = BORDER; y < height - BORDER; y++) {
      for (let i = y * width + BORDER; i < (y + 1) * width - BORDER; i++) {
        if (map.strength[i]! < faintest || weightAt(map, i) < LEAST_WEIGHT || !isCrest(map, i)) continue;
        found[count] = i;
        // Eight bits hold a whole turn: −1 is stored as 255.
        turnOf[count++] = Math.round((Math.atan2(map.slopeY[i]!, map.slopeX[i]!) * DIRECTIONS) / Math.PI);
      }
    }
    points.taken.fill(0, 0, count);
    points.start.fill(0);
    for (let k = 0; k < count; k++) points.start[(turnOf[k]! % DIRECTIONS) + 1]!++;
    for (let d = 0; d < DIRECTIONS; d++) points.start[d + 1] = points.start[d + 1]! + points.start[d]!;
    next.set(points.start.subarray(0, DIRECTIONS));
    for (let k = 0; k < count; k++) {
      const i = found[k]!;
      const place = next[turnOf[k]! % DIRECTIONS]!++;
      points.x[place] = (i % width) + 0.5 - width / 2;
      points.y[place] = Math.floor(i / width) + 0.5 - height / 2;
      points.weight[place] = weightAt(map, i);
      points.turn[place] = turnOf[k]!;
    }
    return points;
  };
}

function weightAt({ strength, surroundings, noise }: EdgeMap, i: number): number {
  const size = strength[i]!;
  return size / (size + SURROUNDINGS_SHARE * surroundings[i]! + noise);
}

/** Whether no neighbour along the slope is stronger, and the slope does not reach as far as shadows' do. */
function isCrest({ width, slopeX, slopeY, strength }: EdgeMap, i: number): boolean {
  const step = slopeStep(slopeX[i]!, slopeY[i]!, width);
  const size = strength[i]!;
  const around = Math.min(strength[i - SOFT_DISTANCE * step]!, strength[i + SOFT_DISTANCE * step]!);
  // Beyond the border `around` is no number, and the point counts.
  return size >= strength[i - step]! && size > strength[i + step]! && !(around > size * SOFT_SHARE);
}

/** tan 67.5°: beyond it a slope is upright or level, else diagonal. */
const STEEP = 1 + Math.SQRT2;

/** The way from a point to its neighbour along its slope, as a difference of places in the map. */
function slopeStep(across: number, down: number, width: number): number {
  const sizeX = Math.abs(across);
  const sizeY = Math.abs(down);
  if (sizeX > sizeY * STEEP) return 1;
  if (sizeY > sizeX * STEEP) return width;
  return across > 0 === down > 0 ? width + 1 : width - 1;
}
