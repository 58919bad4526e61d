/** A span of whole days, each as `YYYY-MM-DD`. */
export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Returns whether a text is a day that exists, as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  // A date that does not exist, such as 30 February, is another one when it is read back.
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/**
 * Returns the times of a span of days in the zone of the browser, as ISO 8601 in UTC: `from` is the beginning of its day, `to`
 * the end of its day.
 */
export function timesOf({ from, to }: Days): { from?: string; to?: string } {
  return { ...(from && { from: startOfDay(from, 0) }), ...(to && { to: startOfDay(to, 1) }) };
}

/**
 * Returns when a day begins in the zone of the browser, as ISO 8601 in UTC.
 *
 * @param day - `YYYY-MM-DD`.
 * @param daysLater - number of days to add to it.
 */
export function startOfDay(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}

/** Returns the day, in the zone of the browser, that is some days before a time, as `YYYY-MM-DD`. */
export function dayBefore(now: Date, days: number): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
