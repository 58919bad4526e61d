import { parseDateOrTime } from '../date-or-time.ts';
import { UsageError } from './command-error.ts';

/**
 * Parses the time of an option. A date is its first moment in UTC.
 *
 * @returns ms since 1970; undefined if the option is absent.
 * @throws {UsageError} if it is not a time.
 */
export function timeOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = parseDateOrTime(text);
  if (time === null)
    throw new UsageError(
      `--${option} must be a date or a time with its zone: 2026-11-27, 2026-11-27T09:00Z.`,
    );
  return time;
}
