/**
 * Formats a line of a CSV file (RFC 4180). Prefixes a text that a spreadsheet would take for a formula with an apostrophe, so
 * that opening the file evaluates nothing. A spreadsheet that separates cells by semicolons or tabs also finds texts after
 * them.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = value
    .replace(/^(?=[\s\0\u200b\ufeff]*[=+\-@＝＋－＠\t\r\n])/, "'")
    .replace(/[;\t\r\n](?=[\s\0"\u200b\ufeff]*[=+\-@＝＋－＠])/g, "$&'");
  return /[",\r\n;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
