/** Day on which the last cards of this kind expire: Regulation (EU) 2019/1157, article 5. */
const LAST_DAY = '2031-08-03';
/** First year of issue of cards that are valid for 15 years if the holder was of age; others are valid for ten. */
const FIFTEEN_YEARS_FROM = 2004;
const ADULT_YEARS = 18;

/**
 * Estimates the latest possible expiry of a French identity card from before 2021. Its MRZ has no expiry date, but the number
 * begins with year and month of issue.
 *
 * @returns `YYYY-MM-DD`; null if the number does not begin with a year and month.
 */
export function estimateLatestExpiration(documentNumber: string, birthDate: string | null): string | null {
  const [, year, month] = /^(\d\d)(0[1-9]|1[0-2])/.exec(documentNumber) ?? [];
  if (year === undefined || month === undefined) return null;
  const issueYear = Number(year) + (Number(year) > 80 ? 1900 : 2000);
  // Assumes the last day of the month of issue.
  const issuedBy = lastDayOf(issueYear, Number(month));
  const isMinor =
    birthDate !== null && issuedBy < `${Number(birthDate.slice(0, 4)) + ADULT_YEARS}${birthDate.slice(4)}`;
  const years = issueYear >= FIFTEEN_YEARS_FROM && !isMinor ? 15 : 10;
  const latest = lastDayOf(issueYear + years, Number(month));
  return latest < LAST_DAY ? latest : LAST_DAY;
}

function lastDayOf(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
