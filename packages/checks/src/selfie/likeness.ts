/** The distance of two descriptors at which they are taken to be of one and the same picture, and of nothing alike. */
const NEAREST = 20;
const FARTHEST = 80;

/** What the descriptor's distances are multiplied with before they are compared with the limits above. */
const SCALE = 25;

/**
 * How alike two faces are, 0 to 1: the measure that the descriptor's own library compares with (Euclidean distance, scaled and
 * cut off at both ends). It is no probability; what it is worth was measured, see `docs/liveness.md`.
 *
 * @returns 0 for descriptors that are not of the same length, or empty.
 */
export function likenessOf(one: readonly number[], other: readonly number[]): number {
  if (one.length === 0 || one.length !== other.length) return 0;
  const squares = one.reduce((sum, value, index) => sum + (value - other[index]!) ** 2, 0);
  const likeness = (FARTHEST - Math.sqrt(SCALE * squares)) / (FARTHEST - NEAREST);
  return Math.max(0, Math.min(1, likeness));
}
