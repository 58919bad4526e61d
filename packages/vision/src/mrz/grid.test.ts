import { describe, expect, it } from 'vitest';
import { fitGrid } from './bend.ts';
import { type Anchor, fitFlatGrid, type Grid, measurePitch } from './grid.ts';

const cells = Array.from({ length: 88 }, (_, index) => ({ column: index % 44, row: Math.floor(index / 44) }));

/** A page seen at an angle: characters further right are smaller. */
function perspective(column: number, row: number): { x: number; y: number } {
  const w = 1 + 0.003 * column;
  return { x: (100 + 20 * column - 3 * row) / w, y: (300 + 2 * column + 50 * row) / w };
}

function anchorsOf(place: (column: number, row: number) => { x: number; y: number }): Anchor[] {
  return cells.map(({ column, row }) => ({ column, row, ...place(column, row), weight: 1 }));
}

function largestError(grid: Grid, place: (column: number, row: number) => { x: number; y: number }): number {
  const out = { x: 0, y: 0 };
  return Math.max(
    ...cells.map(({ column, row }) => {
      const { x, y } = place(column, row);
      grid.place(column, row, out);
      return Math.hypot(out.x - x, out.y - y);
    }),
  );
}

describe('fitFlatGrid', () => {
  it('fits the perspective of its anchors', () => {
    expect(largestError(fitFlatGrid(anchorsOf(perspective))!, perspective)).toBeLessThan(0.5);
  });

  it('measures the pitch, which changes under perspective', () => {
    const grid = fitFlatGrid(anchorsOf(perspective))!;
    expect(measurePitch(grid, 0, 0)).toBeGreaterThan(1.15 * measurePitch(grid, 43, 0));
  });

  it('returns null for anchors that coincide', () => {
    expect(
      fitFlatGrid(Array.from({ length: 9 }, () => ({ column: 1, row: 0, x: 5, y: 5, weight: 1 }))),
    ).toBeNull();
  });
});

describe('fitGrid', () => {
  const bent = (column: number, row: number): { x: number; y: number } => {
    const { x, y } = perspective(column, row);
    const u = (column - 21.5) / 22;
    return { x: x + 3 * u * u * u, y: y - 14 * (1 - u * u) };
  };

  it('fits a bent page better than a flat grid', () => {
    const anchors = anchorsOf(bent);
    expect(largestError(fitFlatGrid(anchors)!, bent)).toBeGreaterThan(5);
    expect(largestError(fitGrid(anchors)!, bent)).toBeLessThan(1);
  });

  it('ignores a few wrong anchors', () => {
    const anchors = anchorsOf(bent).map((anchor, index) =>
      index % 11 === 5 ? { ...anchor, y: anchor.y + 40 } : anchor,
    );
    expect(largestError(fitGrid(anchors)!, bent)).toBeLessThan(5);
  });
});
