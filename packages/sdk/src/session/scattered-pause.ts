/**
 * Returns the pause before the next attempt, in ms: random within the upper half of the full pause, so that pages do not retry
 * at the same moment. If the service asks for a wait, the pause is at least that long and at most a tenth longer.
 *
 * @param fullMs - full pause if the service asks for none.
 * @param random - 0..1.
 */
export function scatteredPause(fullMs: number, askedMs: number, random: number): number {
  return askedMs * (1 + random / 10) + (fullMs * (1 + random)) / 2;
}
