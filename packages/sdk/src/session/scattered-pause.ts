/**
 * How long to wait before another try, in ms: spread over the upper half of what is due, so that many pages do not come back at the same
 * moment and no page comes back at once. Where the service asks for a time it begins after that, and a tenth of it at most is added by
 * chance: those whom it has sent away together do not come back together.
 *
 * @param fullMs - what is due without being asked for.
 * @param random - 0..1.
 */
export function scatteredPause(fullMs: number, askedMs: number, random: number): number {
  return askedMs * (1 + random / 10) + (fullMs * (1 + random)) / 2;
}
