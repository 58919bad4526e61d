import type { GrayImage } from '../image.ts';
import { CELL_PIXELS, MRZ_CHARACTERS } from './cells/cell.ts';
import type { CellMatcher } from './cells/cell-matcher.ts';
import { type CellNetParameters, createActivations, runCellNet } from './cells/cell-net.ts';
import { type CellWindow, createCellWindow, cutCell, cutWindow, WINDOW_MARGIN } from './cells/cell-window.ts';
import { MRZ_SIZES } from './mrz-format.ts';
import type { Zone } from './zone.ts';

/** Scores of the net for each cell. */
export interface ZoneScores {
  /** By line and column: a log-probability for each of {@link MRZ_CHARACTERS}. */
  readonly logProbabilities: readonly (readonly Float32Array[])[];
  /** By line and column: the correlation with the best template, a measure of whether the cell holds a character. */
  readonly likenesses: readonly (readonly number[])[];
  /** Mean of `likenesses`. */
  readonly likeness: number;
}

/** Offsets at which the net sees a cell: where it matched, and one pixel away in each direction, weighted by half. */
const SHIFTS = [
  { dx: 0, dy: 0, weight: 1 },
  { dx: 1, dy: 0, weight: 0.5 },
  { dx: -1, dy: 0, weight: 0.5 },
  { dx: 0, dy: 1, weight: 0.5 },
  { dx: 0, dy: -1, weight: 0.5 },
];

/** Classifies every cell of a zone independently. */
export function classifyZone(
  image: GrayImage,
  zone: Zone,
  matcher: CellMatcher,
  parameters: CellNetParameters,
): ZoneScores {
  const window = createCellWindow();
  const { rows, columns } = MRZ_SIZES[zone.format];
  const classify = createClassifier(parameters);
  let likeness = 0;
  const likenesses: number[][] = [];
  const logProbabilities = zone.rows.map((row) => {
    const rowLikenesses: number[] = [];
    likenesses.push(rowLikenesses);
    return Array.from({ length: columns }, (_, column) => {
      cutWindow(image, zone.grid, zone.firstColumn + column, row, window);
      const { correlation, offsetX, offsetY } = matcher.match(window, 1);
      rowLikenesses.push(correlation);
      likeness += correlation / (rows * columns);
      return classify(window, Math.round(offsetX), Math.round(offsetY));
    });
  });
  return { logProbabilities, likenesses, likeness };
}

function createClassifier(parameters: CellNetParameters) {
  const activations = createActivations();
  const cell = new Float32Array(CELL_PIXELS);
  return (window: CellWindow, offsetX: number, offsetY: number): Float32Array => {
    const sums = new Float32Array(MRZ_CHARACTERS.length);
    let total = 0;
    for (const { dx, dy, weight } of SHIFTS) {
      const x = offsetX + dx;
      const y = offsetY + dy;
      if (Math.min(x, y) < 0 || Math.max(x, y) > 2 * WINDOW_MARGIN) continue;
      cutCell(window, x, y, cell);
      runCellNet(parameters, cell, activations);
      for (let character = 0; character < sums.length; character++) {
        sums[character]! += weight * activations.logits[character]!;
      }
      total += weight;
    }
    return toLogProbabilities(sums.map((sum) => sum / total));
  };
}

function toLogProbabilities(logits: Float32Array): Float32Array {
  const most = Math.max(...logits);
  const total = logits.reduce((sum, logit) => sum + Math.exp(logit - most), 0);
  const shift = most + Math.log(total);
  return logits.map((logit) => logit - shift);
}
