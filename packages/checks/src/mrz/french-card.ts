/** Day on which the last cards of this kind lose their validity: Regulation (EU) 2019/1157, article 5. */
const LAST_DAY = '2031-08-03';
/** First year of issue of cards that are valid for 15 years when their holder was of age; others are valid for ten. */
const FIFTEEN_YEARS_FROM = 2004;
const ADULT_YEARS = 18;

/**
 * The latest day on which a French identity card from before 2021 may be valid. The expiry date is not in its zone, but the
 * number begins with year and month of issue.
 *
 * @returns `YYYY-MM-DD`; null when the number does not begin with a month.
 */
export function estimateLatestExpiration(documentNumber: string, birthDate: string | null): string | null {
  const [, year, month] = /^(\d\d)(0[1-9]|1[0-2])/.exec(documentNumber) ?? [];
  if (year === undefined || month === undefined) return null;
  const issueYear = Number(year) + (Number(year) > 80 ? 1900 : 2000);
  // The month is issued up to its last day.
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
