/** Limits on attempts at a code: `burst` attempts in a row, and the seconds after which each becomes available again. */
export const codeLimits = {
  /** Allows 288 guesses a day, each with a chance of 3 in 1,000,000. */
  codesFromStrangers: { burst: 10, seconds: 300 },
  codesFromDevices: { burst: 10, seconds: 60 },
} as const;

/**
 * Counts an attempt at a code in a token bucket. Its state is one time stored with the person, so a restart does not reset it.
 *
 * @param paidAt - when the bucket will be full again, in ms since 1970; null: there was no attempt.
 * @returns the new `paidAt`; null if the attempt is not allowed yet.
 */
export function countAttempt(
  paidAt: number | null,
  now: number,
  { burst, seconds }: { burst: number; seconds: number },
): number | null {
  const next = Math.max(paidAt ?? 0, now) + seconds * 1000;
  return next - now > burst * seconds * 1000 ? null : next;
}
