import type { Component } from './components.ts';

/**
 * Maximum error of the estimated pitch, and maximum change of the pitch from the middle of the line to either end, as shares of
 * it.
 */
const PITCH_RANGE = 0.1;
const CHANGE_RANGE = 0.18;
/** Maximum error of the last column, in columns, due to the step of the search. */
const TOLERANCE = 0.15;

/**
 * Assigns a column to each component of a monospaced line, counted from the first.
 *
 * Rounding successive distances miscounts if characters touch, are broken or are missing. So the pitch, and its change along
 * the line under perspective, are searched for the values at which most components are at whole columns.
 *
 * @param pitchPx - estimated distance between neighbours.
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
      // Prefers the smallest correction among equally good ones.
      const penalised = coherence - 0.03 * (Math.abs(p) / pitchSteps + Math.abs(c) / changeSteps);
      if (penalised > best.coherence) best = { coherence: penalised, rate, change, phase };
    }
  }
  const counts = positions.map((u) => Math.round(best.rate * u + best.change * u * u - best.phase));
  return counts.map((count) => count - counts[0]!);
}

/**
 * Measures how well components agree on the positions of columns: the length of the mean of their phases, and its angle in
 * columns.
 */
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
