const pattern = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/**
 * Parses a date or a time with its zone, such as `2026-11-27` or `2026-11-27T09:00Z`. A date is its first moment in UTC.
 *
 * @returns ms since 1970; null if it is neither.
 */
export function parseDateOrTime(text: string): number | null {
  const time = pattern.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
