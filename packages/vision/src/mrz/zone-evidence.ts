import type { GrayImage } from '../image.ts';
import type { CellMatcher } from './cells/cell-matcher.ts';
import { createCellWindow, cutWindow } from './cells/cell-window.ts';
import type { Grid } from './grid.ts';

/** Template scores of the cells of a grid, computed once each. */
export interface ZoneEvidence {
  /** Returns the share of a row's cells that hold a character. */
  share(row: number, firstColumn: number, lastColumn: number): number;
  /**
   * Sums the evidence for a stretch of a row. A cell with a character adds up to 0.45 and a blank one subtracts 0.45, so that
   * the stretch with the right length wins.
   */
  sum(row: number, firstColumn: number, columns: number): number;
}

const PRESENT = 0.68;
const NEUTRAL = 0.55;
const ABSENT = 0.4;
const PENALTY = -0.45;
/** Share of the row's usual contrast below which a cell is blank; noise matches every template a little. */
const BLANK = 0.22;

interface CellEvidence {
  readonly correlation: number;
  readonly deviation: number;
}

export function createZoneEvidence(image: GrayImage, grid: Grid, matcher: CellMatcher): ZoneEvidence {
  const window = createCellWindow();
  const rows = new Map<number, Map<number, CellEvidence>>();

  function cellsOf(row: number): Map<number, CellEvidence> {
    const cells = rows.get(row) ?? new Map<number, CellEvidence>();
    rows.set(row, cells);
    return cells;
  }

  function measureCell(row: number, column: number): CellEvidence {
    const cells = cellsOf(row);
    const known = cells.get(column);
    if (known) return known;
    cutWindow(image, grid, column, row, window);
    const { correlation, deviation } = matcher.match(window, 3);
    const evidence = { correlation, deviation };
    cells.set(column, evidence);
    return evidence;
  }

  function usualDeviation(row: number): number {
    const deviations = [...cellsOf(row).values()]
      .filter(({ correlation }) => correlation > 0.7)
      .map(({ deviation }) => deviation)
      .sort((a, b) => a - b);
    return deviations[deviations.length >> 1] ?? Number.POSITIVE_INFINITY;
  }

  return {
    share(row, firstColumn, lastColumn) {
      let present = 0;
      for (let column = firstColumn; column <= lastColumn; column++) {
        if (measureCell(row, column).correlation > PRESENT) present++;
      }
      return present / (lastColumn - firstColumn + 1);
    },
    sum(row, firstColumn, columns) {
      const cells: CellEvidence[] = [];
      for (let column = firstColumn; column < firstColumn + columns; column++)
        cells.push(measureCell(row, column));
      const usual = usualDeviation(row);
      return cells.reduce((total, { correlation, deviation }) => {
        const blank = deviation < BLANK * usual || correlation < ABSENT;
        return total + (blank ? PENALTY : correlation - NEUTRAL);
      }, 0);
    },
  };
}
