import type { Component } from './components.ts';

/** How far the true pitch may be from the estimate, and how much it may change along the line, as shares of it. */
const PITCH_RANGE = 0.1;
const CHANGE_RANGE = 0.18;
/** Error of the last column, in columns, at which the search is fine enough. */
const TOLERANCE = 0.15;

/**
 * Tells which column each component of a monospaced line is in, counted from the first.
 *
 * Rounding one distance after the other loses count where characters touch, are broken or are missing. So the pitch, and
 * its change along the line in a slanting view, are searched for which most components sit on whole columns.
 *
 * @param pitchPx - estimated distance of neighbours.
 */
export function countColumns(components: readonly Component[], pitchPx: number): number[] {
  const first = components[0]!.x;
  const length = Math.max(pitchPx, components[components.length - 1]!.x - first);
  const middle = first + length / 2;
  const positions = components.map(({ x }) => (x - middle) / length);
  const columns = length / pitchPx;
  const pitchSteps = Math.ceil((PITCH_RANGE * columns) / 2 / TOLERANCE);
  const changeSteps = Math.ceil((CHANGE_RANGE * columns) / 4 / TOLERANCE);

  let best = { coherence: -1, rate: columns, change: 0, phase: 0 };
  for (let p = -pitchSteps; p <= pitchSteps; p++) {
    const rate = columns * (1 + (PITCH_RANGE * p) / pitchSteps);
    for (let c = -changeSteps; c <= changeSteps; c++) {
      const change = (rate * CHANGE_RANGE * c) / changeSteps;
      const { coherence, phase } = sumPhases(positions, rate, change);
      // The simplest explanation wins among equals.
      const penalised = coherence - 0.03 * (Math.abs(p) / pitchSteps + Math.abs(c) / changeSteps);
      if (penalised > best.coherence) best = { coherence: penalised, rate, change, phase };
    }
  }
  const counts = positions.map((u) => Math.round(best.rate * u + best.change * u * u - best.phase));
  return counts.map((count) => count - counts[0]!);
}

/** How well components agree on where columns are: the length of the mean of their phases, and its angle in columns. */
function sumPhases(
  positions: readonly number[],
  rate: number,
  change: number,
): { coherence: number; phase: number } {
  let cosines = 0;
  let sines = 0;
  for (const u of positions) {
    const angle = 2 * Math.PI * (rate * u + change * u * u);
    cosines += Math.cos(angle);
    sines += Math.sin(angle);
  }
  return {
    coherence: Math.hypot(cosines, sines) / positions.length,
    phase: Math.atan2(sines, cosines) / (2 * Math.PI),
  };
}
