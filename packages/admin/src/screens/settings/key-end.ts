/** After how many days a key may end. */
export const keyEnds = [30, 90, 365] as const;

/** When a key ends: never, after days, or with a day that is chosen. */
export type KeyEnd = 'never' | (typeof keyEnds)[number] | 'day';

/**
 * When a key ends that is created now.
 *
 * @param day - YYYY-MM-DD, for `day`: the last one that the key may be used on, in the zone of the browser.
 * @returns ISO 8601 in UTC; null: never.
 */
export function endOfKey(end: KeyEnd, day: string, now: Date): string | null {
  if (end === 'never') return null;
  if (end !== 'day') return new Date(now.getTime() + end * 86_400_000).toISOString();
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(year, month - 1, date + 1).toISOString();
}
