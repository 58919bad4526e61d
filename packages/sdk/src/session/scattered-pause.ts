/**
 * Returns the pause before another try, in ms: random within the upper half of the due time, so that pages do not retry at the
 * same moment. If the service requests a wait, begins after it and adds at most a tenth at random.
 *
 * @param fullMs - due time without a request.
 * @param random - 0..1.
 */
export function scatteredPause(fullMs: number, askedMs: number, random: number): number {
  return askedMs * (1 + random / 10) + (fullMs * (1 + random)) / 2;
}
