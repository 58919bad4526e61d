/**
 * Day on which the last cards of this kind expire, except those of holders born by `EXEMPT_UNTIL`, who were 70 or older on
 * 2 August 2021: Regulation (EU) 2019/1157, article 5.
 */
const LAST_DAY = '2031-08-03';
const EXEMPT_UNTIL = '1951-08-02';
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
  // A birth date after the issue was read a century too late: the holder is older than any limit here.
  const bornOn = birthDate !== null && birthDate <= issuedBy ? birthDate : null;
  const isMinor =
    bornOn !== null && issuedBy < `${Number(bornOn.slice(0, 4)) + ADULT_YEARS}${bornOn.slice(4)}`;
  const years = issueYear >= FIFTEEN_YEARS_FROM && !isMinor ? 15 : 10;
  const latest = lastDayOf(issueYear + years, Number(month));
  const isExempt = bornOn === null || bornOn <= EXEMPT_UNTIL;
  return isExempt || latest < LAST_DAY ? latest : LAST_DAY;
}

function lastDayOf(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
