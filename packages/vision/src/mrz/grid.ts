import { createLeastSquares } from './linear-system.ts';

/** A mutable point, so that inner loops do not allocate. */
export interface Place {
  x: number;
  y: number;
}

/**
 * Grid of a zone's characters: maps a column and a row, including fractions, to a point in the picture. Whole numbers are
 * mapped to the centre of a character's bounding box (see `Component`).
 */
export interface Grid {
  place(column: number, row: number, out: Place): void;
}

/** A character whose position in the picture is known. */
export interface Anchor {
  readonly column: number;
  readonly row: number;
  readonly x: number;
  readonly y: number;
  readonly weight: number;
}

/** Units of columns and pixels in the equations, chosen so that all unknowns have similar magnitudes. */
const COLUMN_UNIT = 20;
const PIXEL_UNIT = 300;

/**
 * Fits a projective grid to anchors by weighted linear least squares. Perspective is regularized, more across the rows than
 * along them, because two rows hardly determine it.
 */
export function fitFlatGrid(anchors: readonly Anchor[]): Grid | null {
  const count = anchors.length;
  const mean = (value: (anchor: Anchor) => number): number =>
    anchors.reduce((sum, anchor) => sum + value(anchor), 0) / count;
  const column0 = mean(({ column }) => column);
  const row0 = mean(({ row }) => row);
  const x0 = mean(({ x }) => x);
  const y0 = mean(({ y }) => y);

  const equations = createLeastSquares(8);
  for (const anchor of anchors) {
    const c = (anchor.column - column0) / COLUMN_UNIT;
    const r = anchor.row - row0;
    const x = (anchor.x - x0) / PIXEL_UNIT;
    const y = (anchor.y - y0) / PIXEL_UNIT;
    equations.add([c, r, 1, 0, 0, 0, -x * c, -x * r], x, anchor.weight);
    equations.add([0, 0, 0, c, r, 1, -y * c, -y * r], y, anchor.weight);
  }
  equations.restrain(6, count * 2e-5);
  equations.restrain(7, count * 4e-3);
  const h = equations.solve();
  if (!h) return null;
  return {
    place(column, row, out) {
      const c = (column - column0) / COLUMN_UNIT;
      const r = row - row0;
      const w = PIXEL_UNIT / (h[6]! * c + h[7]! * r + 1);
      out.x = (h[0]! * c + h[1]! * r + h[2]!) * w + x0;
      out.y = (h[3]! * c + h[4]! * r + h[5]!) * w + y0;
    },
  };
}

/** Returns the distance between neighbouring characters at a point of the grid, in pixels. */
export function measurePitch(grid: Grid, column: number, row: number): number {
  const before = { x: 0, y: 0 };
  const after = { x: 0, y: 0 };
  grid.place(column - 0.5, row, before);
  grid.place(column + 0.5, row, after);
  return Math.hypot(after.x - before.x, after.y - before.y);
}
