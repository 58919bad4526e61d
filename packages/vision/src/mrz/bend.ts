import { type Anchor, fitFlatGrid, type Grid, measurePitch, type Place } from './grid.ts';
import { createLeastSquares } from './linear-system.ts';

/** Minimum number of anchors for fitting a bend. */
const MIN_ANCHORS = 14;
/** Multiple of the anchors' half-width up to which the cubic is used; beyond it the grid continues straight. */
const TRUST = 1.15;

/** Fits a grid that may be bent along the rows: open passports are curved, and lenses distort. */
export function fitGrid(anchors: readonly Anchor[]): Grid | null {
  const flat = fitFlatGrid(anchors);
  return flat && anchors.length >= MIN_ANCHORS ? bendGrid(flat, anchors) : flat;
}

/**
 * Corrects a flat grid by the remaining deviations of the anchors: a cubic along the columns, shared by the rows, fitted with
 * outlier weights.
 */
function bendGrid(flat: Grid, anchors: readonly Anchor[]): Grid {
  const columns = anchors.map(({ column }) => column);
  const first = Math.min(...columns);
  const last = Math.max(...columns);
  const middle = (first + last) / 2;
  const halfWidth = Math.max(4, (last - first) / 2);
  const tolerance = 0.09 * measurePitch(flat, middle, 0);
  const place: Place = { x: 0, y: 0 };
  const deviations = anchors.map((anchor) => {
    flat.place(anchor.column, anchor.row, place);
    return { u: (anchor.column - middle) / halfWidth, dx: anchor.x - place.x, dy: anchor.y - place.y };
  });

  let weights = anchors.map(({ weight }) => weight);
  let alongX: Float64Array | null = null;
  let alongY: Float64Array | null = null;
  for (let round = 0; round < 3; round++) {
    alongX = fitCubic(
      deviations.map(({ u, dx }) => [u, dx]),
      weights,
    );
    alongY = fitCubic(
      deviations.map(({ u, dy }) => [u, dy]),
      weights,
    );
    if (!alongX || !alongY) return flat;
    const [cubicX, cubicY] = [alongX, alongY];
    weights = deviations.map(({ u, dx, dy }, i) => {
      const error = Math.hypot(dx - cubicAt(cubicX, u), dy - cubicAt(cubicY, u)) / tolerance;
      return anchors[i]!.weight / (1 + error * error);
    });
  }
  const [cubicX, cubicY] = [alongX!, alongY!];
  return {
    place(column, row, out) {
      flat.place(column, row, out);
      const u = (column - middle) / halfWidth;
      out.x += cubicAt(cubicX, u);
      out.y += cubicAt(cubicY, u);
    },
  };
}

function fitCubic(
  points: readonly (readonly [number, number])[],
  weights: readonly number[],
): Float64Array | null {
  const equations = createLeastSquares(4);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  points.forEach(([u, deviation], i) => {
    equations.add([1, u, u * u, u * u * u], deviation, weights[i]!);
  });
  equations.restrain(0, 1e-9);
  equations.restrain(2, total * 0.004);
  equations.restrain(3, total * 0.01);
  return equations.solve();
}

function cubicAt(cubic: Float64Array, u: number): number {
  const [c0, c1, c2, c3] = [cubic[0]!, cubic[1]!, cubic[2]!, cubic[3]!];
  const inside = u > TRUST ? TRUST : Math.max(u, -TRUST);
  const value = c0 + inside * (c1 + inside * (c2 + inside * c3));
  return value + (u - inside) * (c1 + inside * (2 * c2 + inside * 3 * c3));
}
