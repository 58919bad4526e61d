/**
 * Returns the pause before the next attempt, in ms: random within the upper half of the full pause, so that pages do not retry
 * at the same moment. A wait that the service asks for is added, lengthened at random by up to a tenth.
 *
 * @param fullMs - full pause without such a wait.
 * @param random - 0..1.
 */
export function scatteredPause(fullMs: number, askedMs: number, random: number): number {
  return askedMs * (1 + random / 10) + (fullMs * (1 + random)) / 2;
}
