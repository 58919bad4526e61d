/** Lifetimes offered for a key, in days. */
export const keyEnds = [30, 90, 365] as const;

/** When a key expires: never, after some days, or at the end of a chosen day. */
export type KeyEnd = 'never' | (typeof keyEnds)[number] | 'day';

/**
 * Returns the expiry of a key that is created now.
 *
 * @param day - YYYY-MM-DD, for `day`: the last day on which the key can be used, in the zone of the browser.
 * @returns ISO 8601 in UTC; null for never.
 */
export function endOfKey(end: KeyEnd, day: string, now: Date): string | null {
  if (end === 'never') return null;
  if (end !== 'day') return new Date(now.getTime() + end * 86_400_000).toISOString();
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(year, month - 1, date + 1).toISOString();
}
