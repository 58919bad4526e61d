/**
 * One line of a CSV file (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe before it: who opens the
 * file must not run what somebody else wrote.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[\s\0]*[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
