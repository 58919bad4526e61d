const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** Maximum length of a range of years: a longer one would match almost anyone. */
const maxRangeYears = 10;

/**
 * Reads dates as lists write them: `1948-12-07`, `1948-12`, `1948`, `07 Dec 1948`, `Dec 1948`, `circa 1948`, `1948 to 1950`.
 *
 * @returns `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, as precise as known; empty if no date can be read.
 */
export function readDates(text: string): string[] {
  const plain = text.trim().toUpperCase();
  if (/^\d{4}(-\d{2}){0,2}$/.test(plain)) return [plain];
  const day = /^(\d{1,2}) ([A-Z]{3})[A-Z]* (\d{4})$/.exec(plain);
  const monthOfDay = monthNumber(day?.[2]);
  if (day && monthOfDay) return [`${day[3]}-${monthOfDay}-${day[1]!.padStart(2, '0')}`];
  const month = /^([A-Z]{3})[A-Z]* (\d{4})$/.exec(plain);
  const monthAlone = monthNumber(month?.[1]);
  if (month && monthAlone) return [`${month[2]}-${monthAlone}`];
  const years = [...plain.matchAll(/\b(1[89]\d{2}|20\d{2})\b/g)].map(([year]) => Number(year));
  const [first, last = first] = years;
  if (first === undefined || last === undefined || last < first || last - first > maxRangeYears) return [];
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
}

function monthNumber(name: string | undefined): string | null {
  const index = months.indexOf(name ?? '');
  return index < 0 ? null : String(index + 1).padStart(2, '0');
}
