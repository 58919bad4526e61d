/** Wrong codes in a row that are let through, and seconds until each further one. */
export const codeLimits = {
  /** 288 a day, each with a chance of 3 in 1,000,000. */
  codesFromStrangers: { burst: 10, seconds: 300 },
  codesFromDevices: { burst: 10, seconds: 60 },
} as const;

/**
 * Counts a try at a code by one time that is kept with the person: a restart of the service forgives nothing.
 *
 * @param paidAt - when all tries before are paid off, in ms; null: there was none.
 * @returns the same after this try; null: it may not be made yet.
 */
export function takeTry(
  paidAt: number | null,
  now: number,
  { burst, seconds }: { burst: number; seconds: number },
): number | null {
  const next = Math.max(paidAt ?? 0, now) + seconds * 1000;
  return next - now > burst * seconds * 1000 ? null : next;
}
