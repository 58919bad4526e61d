import type { Point } from '../quad.ts';

/** x · cos + y · sin = offset. */
export type StraightLine = Readonly<Record<'cos' | 'sin' | 'offset', number>>;

/**
 * A straight line, x · cos + y · sin = offset, with what supports it. Measured from the centre of the edge map; a
 * place along the line is told by t = y · cos − x · sin.
 */
export interface Line {
  cos: number;
  sin: number;
  offset: number;
  /** Which of the finder's directions its normal has. */
  readonly direction: number;
  /** The stretch with the best support. */
  runFrom: number;
  runTo: number;
  /** How good that stretch is. */
  runScore: number;
  /** Running sums of support along the line, by the sign of the edge: entry k sums up all places before t = k − reach. */
  rising: Float32Array;
  falling: Float32Array;
}

/** Where two lines meet; null when they are further from a right angle than this sine. */
export function crossing(a: StraightLine, b: StraightLine, leastSine: number): Point | null {
  const sine = a.cos * b.sin - b.cos * a.sin;
  return Math.abs(sine) < leastSine
    ? null
    : { x: (a.offset * b.sin - b.offset * a.sin) / sine, y: (a.cos * b.offset - b.cos * a.offset) / sine };
}

/** Edges that rise and edges that fall along one side of a document are rarely both its own: the rarer count this much. */
const OTHER_SIGN_SHARE = 0.35;

/** Mean support between two places, 0 to 1. */
export function supportBetween(line: Line, from: number, to: number): number {
  const reach = (line.rising.length - 2) >> 1;
  const first = placeIndex(Math.min(from, to), reach);
  const last = placeIndex(Math.max(from, to), reach);
  if (last <= first) return 0;
  const rising = line.rising[last]! - line.rising[first]!;
  const falling = line.falling[last]! - line.falling[first]!;
  const more = Math.max(rising, falling);
  return (more + OTHER_SIGN_SHARE * (rising + falling - more)) / (last - first);
}

/**
 * Finds the stretch whose support most exceeds a floor (Kadane's maximum sum), one sign leading.
 */
export function markBestRun(line: Line, floor: number): void {
  const reach = (line.rising.length - 2) >> 1;
  line.runScore = 0;
  line.runFrom = 0;
  line.runTo = 0;
  for (const rising of [true, false]) {
    const lead = rising ? line.rising : line.falling;
    const other = rising ? line.falling : line.rising;
    let sum = 0;
    let start = 0;
    for (let k = 0; k <= 2 * reach; k++) {
      sum += lead[k + 1]! - lead[k]! + OTHER_SIGN_SHARE * (other[k + 1]! - other[k]!) - floor;
      if (sum <= 0) {
        sum = 0;
        start = k + 1;
      } else if (sum > line.runScore) {
        line.runScore = sum;
        line.runFrom = start - reach;
        line.runTo = k - reach;
      }
    }
  }
}

function placeIndex(t: number, reach: number): number {
  return t < -reach ? 0 : t > reach ? 2 * reach : Math.round(t + reach);
}
