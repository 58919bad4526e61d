const pattern = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/**
 * Parses a date or a time with its zone, such as `2026-11-27` or `2026-11-27T09:00Z`. A date is its first moment in UTC.
 *
 * @returns ms since 1970; null if it is neither, also for a day that its month does not have.
 */
export function parseDateOrTime(text: string): number | null {
  const [, year, month, day] = pattern.exec(text) ?? [];
  const time = Date.parse(text);
  // `Date.parse` takes 30 February for 2 March.
  const isDay = Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return isDay && !Number.isNaN(time) ? time : null;
}
