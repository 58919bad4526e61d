import { type EdgeMap, slopeStep } from './edge-map.ts';

/** Directions that the finder tells apart; half a turn is divided into as many, 1.4° each. */
export const DIRECTIONS = 128;

/** The crests of edges as points, measured from the centre of the edge map, ordered by direction. */
export interface EdgePoints {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly weight: Float32Array;
  /** Points of direction d are those from `start[d]` up to, not including, `start[d + 1]`. */
  readonly start: Int32Array;
  /** 1 for points that a line has been made of. */
  readonly taken: Uint8Array;
}

/** Fainter points only cost time. */
const LEAST_WEIGHT = 0.2;

/** The outermost pixels have no slope. */
const BORDER = 2;

/** Prepares for maps of one size. The function's answer is valid until its next call. */
export function createEdgePointPicker(width: number, height: number): (map: EdgeMap) => EdgePoints {
  const length = width * height;
  const found = new Int32Array(length);
  const directionOf = new Uint8Array(length);
  const points = {
    x: new Float32Array(length),
    y: new Float32Array(length),
    weight: new Float32Array(length),
    start: new Int32Array(DIRECTIONS + 1),
    taken: new Uint8Array(length),
  };
  const next = new Int32Array(DIRECTIONS);
  return (map) => {
    let count = 0;
    for (let y = BORDER; y < height - BORDER; y++) {
      for (let i = y * width + BORDER; i < (y + 1) * width - BORDER; i++) {
        if (map.weight[i]! < LEAST_WEIGHT || !isCrest(map, i)) continue;
        const turn = Math.round((Math.atan2(map.slopeY[i]!, map.slopeX[i]!) * DIRECTIONS) / Math.PI);
        found[count] = i;
        directionOf[count++] = (turn + 2 * DIRECTIONS) % DIRECTIONS;
      }
    }
    points.taken.fill(0, 0, count);
    points.start.fill(0);
    for (let k = 0; k < count; k++) points.start[directionOf[k]! + 1]!++;
    for (let d = 0; d < DIRECTIONS; d++) points.start[d + 1] = points.start[d + 1]! + points.start[d]!;
    next.set(points.start.subarray(0, DIRECTIONS));
    for (let k = 0; k < count; k++) {
      const i = found[k]!;
      const place = next[directionOf[k]!]!++;
      points.x[place] = (i % width) + 0.5 - width / 2;
      points.y[place] = Math.floor(i / width) + 0.5 - height / 2;
      points.weight[place] = map.weight[i]!;
    }
    return points;
  };
}

/** Whether no neighbour along the slope is stronger. */
function isCrest({ width, slopeX, slopeY, strength }: EdgeMap, i: number): boolean {
  const step = slopeStep(slopeX[i]!, slopeY[i]!, width);
  return strength[i]! >= strength[i - step]! && strength[i]! > strength[i + step]!;
}
