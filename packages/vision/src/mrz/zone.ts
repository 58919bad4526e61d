import type { GrayImage } from '../image.ts';
import { fitGrid } from './bend.ts';
import type { CellMatcher } from './cells/cell-matcher.ts';
import type { Anchor, Grid } from './grid.ts';
import { MRZ_SIZES, type MrzFormat } from './mrz-format.ts';
import { alignRows, type CellRange, refineGrid } from './refine-grid.ts';
import { createZoneEvidence, type ZoneEvidence } from './zone-evidence.ts';

/** A zone found in a picture. */
export interface Zone {
  readonly format: MrzFormat;
  readonly grid: Grid;
  /** Rows of the grid that are the zone's lines, from top to bottom. */
  readonly rows: readonly number[];
  readonly firstColumn: number;
  /** Mean evidence of its cells: above 0.3 it is almost certainly a zone, below 0 certainly not. */
  readonly support: number;
}

/** Minimum number of columns between the outermost characters, initially and finally; a card's zone has 30. */
const MIN_SPAN = 14;
const MIN_ZONE_SPAN = 22;
/** Maximum number of columns; more are a miscount. */
const MAX_SPAN = 60;
/** Number of columns on each side that are searched for further characters. */
const GROWTH = 3;
/** Number of columns on either side in which the start of the zone is searched. */
const SLACK = 8;
/** Minimum share of cells with a character for a row to belong to the zone. */
const ROW_SHARE = 0.5;

/**
 * Fits a zone to anchored components.
 *
 * @param rowCount - number of rows of the anchors.
 * @returns null if templates do not find the characters at the anchors.
 */
export function fitZone(
  image: GrayImage,
  anchors: readonly Anchor[],
  rowCount: number,
  matcher: CellMatcher,
): Zone | null {
  const grown = growGrid(image, anchors, rowCount, matcher);
  if (!grown) return null;
  const { grid, range } = grown;
  const evidence = createZoneEvidence(image, grid, matcher);
  const rows = addMissingRows(range, evidence);
  const best = chooseFormat(rows, range.firstColumn - SLACK, range.lastColumn + SLACK, evidence);
  if (!best) return null;
  const zoneRange = {
    rows: best.rows,
    firstColumn: best.firstColumn,
    lastColumn: best.firstColumn + MRZ_SIZES[best.format].columns - 1,
  };
  const last = refineGrid(image, grid, zoneRange, 2, matcher);
  return { ...best, grid: last ? last.grid : grid };
}

/** Fits a grid to the anchors, then to the characters, and extends it to both ends of the lines. */
function growGrid(
  image: GrayImage,
  anchors: readonly Anchor[],
  rowCount: number,
  matcher: CellMatcher,
): { grid: Grid; range: CellRange } | null {
  const rows = Array.from({ length: rowCount }, (_, row) => row);
  const columns = anchors.map(({ column }) => column);
  let range: CellRange = { rows, firstColumn: Math.min(...columns), lastColumn: Math.max(...columns) };
  const rough = fitGrid(anchors);
  if (!rough || range.lastColumn - range.firstColumn > MAX_SPAN) return null;

  const first = refineGrid(image, alignRows(image, rough, range, matcher), range, 2, matcher);
  if (!first || first.lastColumn - first.firstColumn < MIN_SPAN) return null;
  let { grid } = first;
  for (let round = 0; round < 4; round++) {
    const { firstColumn, lastColumn } = range;
    const wider = { rows, firstColumn: firstColumn - GROWTH, lastColumn: lastColumn + GROWTH };
    const grown = refineGrid(image, grid, wider, 2, matcher);
    if (!grown) break;
    ({ grid } = grown);
    range = { rows, firstColumn: grown.firstColumn, lastColumn: grown.lastColumn };
    if (range.firstColumn >= firstColumn && range.lastColumn <= lastColumn) break;
  }
  return range.lastColumn - range.firstColumn < MIN_ZONE_SPAN ? null : { grid, range };
}

/** Adds lines that were not found from components, by searching above and below the known ones. */
function addMissingRows(
  { rows: known, firstColumn, lastColumn }: CellRange,
  evidence: ZoneEvidence,
): readonly number[] {
  let rows = known;
  while (rows.length < 3) {
    // Zones with more columns than a card's 30 have only two lines.
    if (rows.length === 2 && lastColumn - firstColumn > 40) return rows;
    const shares = [rows[0]! - 1, rows[rows.length - 1]! + 1].map((row) => ({
      row,
      share: evidence.share(row, firstColumn, lastColumn),
    }));
    const best = shares.reduce((a, b) => (b.share > a.share ? b : a));
    if (best.share <= ROW_SHARE) return rows;
    rows = [...rows, best.row].sort((a, b) => a - b);
  }
  return rows;
}

/** Chooses the format, rows and first column with the most evidence. */
function chooseFormat(
  rows: readonly number[],
  from: number,
  to: number,
  evidence: ZoneEvidence,
): Omit<Zone, 'grid'> | null {
  let best: Omit<Zone, 'grid'> | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const format of ['TD1', 'TD2', 'TD3'] as const) {
    const size = MRZ_SIZES[format];
    for (let top = 0; top + size.rows <= rows.length; top++) {
      const zoneRows = rows.slice(top, top + size.rows);
      for (let start = from; start + size.columns - 1 <= to; start++) {
        const sum = zoneRows.reduce((total, row) => total + evidence.sum(row, start, size.columns), 0);
        if (sum <= most) continue;
        most = sum;
        best = { format, rows: zoneRows, firstColumn: start, support: sum / (size.rows * size.columns) };
      }
    }
  }
  return best;
}
