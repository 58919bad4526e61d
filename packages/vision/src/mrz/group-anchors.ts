import { countColumns } from './column-count.ts';
import type { Anchor } from './grid.ts';
import type { LineGroup } from './line-groups.ts';
import { createLeastSquares } from './linear-system.ts';
import type { TextLine } from './text-lines.ts';

/** A line's components with their columns, counted from the first. */
interface IndexedLine {
  readonly line: TextLine;
  readonly columns: readonly number[];
  /** Weight of each component by how well it fits its column, 0 to 1. */
  readonly weights: readonly number[];
  /** Returns the column, including a fraction, at a position along the line. */
  columnAt(x: number): number;
}

/**
 * Assigns a column and row of a grid to every component of a group. Columns are counted from the best line's first component;
 * the other lines are aligned with it perpendicular to their direction.
 *
 * @returns null if a line's columns cannot be counted.
 */
export function anchorGroup({ lines }: LineGroup): Anchor[] | null {
  const indexed = lines.map(indexColumns).filter((line) => line !== null);
  if (indexed.length < lines.length) return null;
  const reference = indexed.reduce((best, line) => (line.line.score > best.line.score ? line : best));
  const anchors = indexed.flatMap((line, row) => {
    const shift = line === reference ? 0 : columnShift(reference, line);
    return line.line.components.flatMap(({ x, y }, i) =>
      line.weights[i]! < 0.2
        ? []
        : [{ column: line.columns[i]! + shift, row, x, y, weight: line.weights[i]! }],
    );
  });
  return indexed.length === 1 ? [...anchors, ...addAssumedRow(anchors, reference.line)] : anchors;
}

/** Counts columns, then fits x over the column to find outliers among the components. */
function indexColumns(line: TextLine): IndexedLine | null {
  const { components } = line;
  const columns = countColumns(components, line.pitchPx);
  let weights = columns.map(() => 1);
  let curve: Float64Array | null = null;
  for (let round = 0; round < 4; round++) {
    const equations = createLeastSquares(3);
    columns.forEach((column, i) => {
      equations.add([1, column / 20, (column * column) / 400], components[i]!.x, weights[i]!);
    });
    equations.restrain(2, 0.5);
    curve = equations.solve();
    if (!curve) return null;
    const [c0, c1, c2] = [curve[0]!, curve[1]!, curve[2]!];
    const tolerance = (0.12 * Math.abs(c1)) / 20 + 0.3;
    weights = columns.map((column, i) => {
      const error = (components[i]!.x - c0 - (c1 * column) / 20 - (c2 * column * column) / 400) / tolerance;
      return 1 / (1 + error ** 4);
    });
  }
  const [c0, c1, c2] = [curve![0]!, curve![1]!, curve![2]!];
  return {
    line,
    columns,
    weights,
    columnAt(x) {
      let column = 0;
      for (let step = 0; step < 8; step++) {
        const error = x - c0 - (c1 * column) / 20 - (c2 * column * column) / 400;
        column += error / (c1 / 20 + (c2 * column) / 200);
      }
      return column;
    },
  };
}

/**
 * Returns the offset in columns of a line from the reference. A perpendicular from one line to the other determines it to about
 * one column, because columns are not perpendicular under perspective. Of the nearby offsets, the one at which both lines start
 * and end together is chosen: the lines of a zone are equally long.
 */
function columnShift(reference: IndexedLine, other: IndexedLine): number {
  const from = reference.line;
  const to = other.line;
  const start = Math.max(from.components[0]!.x, to.components[0]!.x);
  const end = Math.min(
    from.components[from.components.length - 1]!.x,
    to.components[to.components.length - 1]!.x,
  );
  const x = (start + end) / 2;
  const slope = (from.slope + to.slope) / 2;
  const drop = to.slope * x + to.intercept - from.slope * x - from.intercept;
  const foot = x - (drop * slope) / (1 + slope * slope);
  const shift = reference.columnAt(x) - other.columnAt(foot);
  if (!Number.isFinite(shift)) return 0;
  const disagreement = (candidate: number): number =>
    Math.abs(other.columns[0]! + candidate - reference.columns[0]!) +
    Math.abs(
      other.columns[other.columns.length - 1]! + candidate - reference.columns[reference.columns.length - 1]!,
    ) +
    Math.abs(candidate - shift);
  const nearest = Math.round(shift);
  return [nearest - 1, nearest, nearest + 1].reduce((a, b) => (disagreement(b) < disagreement(a) ? b : a));
}

/** Adds a second row at the expected position of the next line, because a single line defines no grid. */
function addAssumedRow(anchors: readonly Anchor[], { slope, pitchPx }: TextLine): Anchor[] {
  const distance = (2.5 * pitchPx) / Math.hypot(1, slope);
  return anchors.map((anchor) => ({
    ...anchor,
    row: 1,
    x: anchor.x - distance * slope,
    y: anchor.y + distance,
  }));
}
