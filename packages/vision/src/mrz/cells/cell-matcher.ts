import {
  CELL_HEIGHT,
  CELL_PIXELS,
  CELL_WIDTH,
  COARSE_HEIGHT,
  COARSE_PIXELS,
  COARSE_WIDTH,
  MRZ_CHARACTERS,
} from './cell.ts';
import type { CellTemplates } from './cell-templates.ts';
import { type CellWindow, WINDOW_MARGIN, WINDOW_WIDTH } from './cell-window.ts';

/** Best match of a template in a window. */
export interface CellMatch {
  /** Normalized cross-correlation, -1 to 1. */
  readonly correlation: number;
  /** Offset of the cell in the window, to a fraction of a pixel; {@link WINDOW_MARGIN} is the centre. */
  readonly offsetX: number;
  readonly offsetY: number;
  /** Standard deviation of the cell in grey levels, which is its contrast. */
  readonly deviation: number;
}

/** Number of templates matched at full resolution, after all were matched at half resolution. */
const CANDIDATES = 3;

/** Matches templates of characters in windows. */
export interface CellMatcher {
  /** Returns the correlation of the best template at half resolution, with the cell at an integer offset. */
  coarse(window: CellWindow, offsetX: number, offsetY: number): number;
  /** Returns the best match at most `reach` (1 to 4) pixels from the window's centre. */
  match(window: CellWindow, reach: number): CellMatch;
}

export function createCellMatcher(templates: CellTemplates): CellMatcher {
  const pooled = new Float32Array(COARSE_PIXELS);
  const scores = new Float32Array(MRZ_CHARACTERS.length);
  /** Of the cells at the nine offsets that every candidate is matched at. */
  const deviations = new Float64Array(9);

  /** Fills `scores` with the correlation of every template. */
  function scoreCoarsely(window: CellWindow, offsetX: number, offsetY: number): void {
    const length = pool(window, offsetX, offsetY, pooled);
    const { coarse } = templates;
    for (let character = 0, at = 0; character < scores.length; character++) {
      let sum = 0;
      for (let i = 0; i < pooled.length; i++, at++) sum += pooled[i]! * coarse[at]!;
      scores[character] = sum / length;
    }
  }

  /** Removes the best character from `scores` and returns it. */
  function takeBest(): number {
    let best = 0;
    for (let character = 1; character < scores.length; character++) {
      if (scores[character]! > scores[best]!) best = character;
    }
    scores[best] = -2;
    return best;
  }

  function match(window: CellWindow, reach: number): CellMatch {
    const middle = WINDOW_MARGIN;
    scoreCoarsely(window, middle, middle);
    let character = 0;
    let best: CellMatch = { correlation: -2, offsetX: middle, offsetY: middle, deviation: 0 };
    const step = Math.min(reach, 2);
    for (let candidate = 0; candidate < CANDIDATES; candidate++) {
      const tried = takeBest();
      for (let place = 0; place < deviations.length; place++) {
        const offsetX = middle + ((place % 3) - 1) * step;
        const offsetY = middle + (Math.floor(place / 3) - 1) * step;
        // The deviation does not depend on the template, so it is computed once for all candidates.
        if (candidate === 0) deviations[place] = deviationOf(window, offsetX, offsetY);
        const found = correlate(window, offsetX, offsetY, templates.fine, tried, deviations[place]);
        if (found.correlation <= best.correlation) continue;
        best = found;
        character = tried;
      }
    }
    if (step > 1) best = climbToPixel(window, best, character, reach);
    return refine(window, best, character);
  }

  /** Improves an offset found in steps of two pixels to the best whole pixel. */
  function climbToPixel(window: CellWindow, start: CellMatch, character: number, reach: number): CellMatch {
    let best = start;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const x = start.offsetX + dx;
        const y = start.offsetY + dy;
        if (Math.abs(x - WINDOW_MARGIN) > reach || Math.abs(y - WINDOW_MARGIN) > reach) continue;
        const found = correlate(window, x, y, templates.fine, character);
        if (found.correlation > best.correlation) best = found;
      }
    }
    return best;
  }

  /** Improves a match to a fraction of a pixel, at the vertex of parabolas through its neighbours. */
  function refine(window: CellWindow, best: CellMatch, character: number): CellMatch {
    const at = (dx: number, dy: number): number =>
      correlate(window, best.offsetX + dx, best.offsetY + dy, templates.fine, character).correlation;
    const { offsetX, offsetY, correlation } = best;
    const last = 2 * WINDOW_MARGIN;
    return {
      ...best,
      offsetX:
        offsetX > 0 && offsetX < last ? offsetX + parabolaTop(at(-1, 0), correlation, at(1, 0)) : offsetX,
      offsetY:
        offsetY > 0 && offsetY < last ? offsetY + parabolaTop(at(0, -1), correlation, at(0, 1)) : offsetY,
    };
  }

  return {
    coarse(window, offsetX, offsetY) {
      scoreCoarsely(window, offsetX, offsetY);
      return scores.reduce((best, score) => Math.max(best, score), -1);
    },
    match,
  };
}

/** Averages 2 x 2 pixels of the cell at an offset, subtracts the mean and returns the remaining norm. */
function pool({ pixels }: CellWindow, offsetX: number, offsetY: number, out: Float32Array): number {
  const [width, height, stride] = [COARSE_WIDTH, COARSE_HEIGHT, WINDOW_WIDTH];
  let sum = 0;
  for (let y = 0, at = 0; y < height; y++) {
    let i = (2 * y + offsetY) * stride + offsetX;
    for (let x = 0; x < width; x++, i += 2, at++) {
      const value = pixels[i]! + pixels[i + 1]! + pixels[i + stride]! + pixels[i + stride + 1]!;
      out[at] = value;
      sum += value;
    }
  }
  let squares = 0;
  const mean = sum / out.length;
  for (let i = 0; i < out.length; i++) {
    const value = out[i]! - mean;
    out[i] = value;
    squares += value * value;
  }
  return Math.sqrt(squares) + 1e-3;
}

/** @param deviation - of the cell at this offset, if it is known. */
function correlate(
  window: CellWindow,
  offsetX: number,
  offsetY: number,
  fine: Float32Array,
  character: number,
  deviation = deviationOf(window, offsetX, offsetY),
): CellMatch {
  const { pixels } = window;
  let product = 0;
  for (let y = 0, at = character * CELL_PIXELS; y < CELL_HEIGHT; y++) {
    let i = (y + offsetY) * WINDOW_WIDTH + offsetX;
    for (let x = 0; x < CELL_WIDTH; x++, i++, at++) product += pixels[i]! * fine[at]!;
  }
  return { correlation: product / (deviation * Math.sqrt(CELL_PIXELS) + 1e-3), offsetX, offsetY, deviation };
}

function deviationOf({ pixels }: CellWindow, offsetX: number, offsetY: number): number {
  let sum = 0;
  let squares = 0;
  for (let y = 0; y < CELL_HEIGHT; y++) {
    const first = (y + offsetY) * WINDOW_WIDTH + offsetX;
    for (let i = first; i < first + CELL_WIDTH; i++) {
      const value = pixels[i]!;
      sum += value;
      squares += value * value;
    }
  }
  return Math.sqrt(Math.max(0, squares / CELL_PIXELS - (sum / CELL_PIXELS) ** 2));
}

function parabolaTop(before: number, at: number, after: number): number {
  const curvature = before - 2 * at + after;
  return curvature < -1e-6 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * curvature))) : 0;
}
