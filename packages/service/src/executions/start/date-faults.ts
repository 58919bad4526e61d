import type { ProblemCode, ProblemFault } from '@vendor/contract';

/** Maximum age that a birth date can imply. */
const maxAgeYears = 130;
const dayMs = 24 * 60 * 60 * 1000;

/** Dates among inputs, well-formed or not. */
export interface GivenDates {
  readonly user_dob?: unknown;
  readonly user_created?: unknown;
}

/**
 * Finds well-formed dates that cannot be true: birth dates in the future or more than 130 years ago, and accounts created in the
 * future.
 *
 * @param within - JSON pointer of the object with the dates.
 */
export function dateFaults(
  dates: GivenDates,
  within: string,
  code: ProblemCode,
  now: number,
): ProblemFault[] {
  const faults: ProblemFault[] = [];
  const { user_dob: birth, user_created: created } = dates;
  if (typeof birth === 'string' && /^\d{4}-\d\d-\d\d$/.test(birth) && !isBirthDate(birth, now)) {
    const detail = `must be in the past, and at most ${maxAgeYears} years ago`;
    faults.push({ pointer: `${within}/user_dob`, code, detail });
  }
  // Allows a day, because the caller's clock may be ahead.
  if (typeof created === 'number' && created * 1000 > now + dayMs)
    faults.push({
      pointer: `${within}/user_created`,
      code,
      detail: 'must be in the past, in seconds since 1970',
    });
  return faults;
}

/** Compares dates as strings, which is valid for `YYYY-MM-DD`. */
function isBirthDate(date: string, now: number): boolean {
  const today = new Date(now).toISOString().slice(0, 10);
  const oldest = `${String(Number(today.slice(0, 4)) - maxAgeYears).padStart(4, '0')}${today.slice(4)}`;
  return date <= today && date >= oldest;
}
