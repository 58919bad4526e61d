/**
 * Formats rows under headings, each column as wide as its widest cell.
 *
 * @param empty - text if there are no rows.
 */
export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  empty: string,
): string {
  if (rows.length === 0) return empty;
  const lines = [headings.map((heading) => heading.toUpperCase()), ...rows];
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => [...(line[column] ?? '')].length)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats a time to the minute, in UTC. */
export function minuteOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')}Z`;
}

/** Formats a time for programs; null stays null. */
export function toIsoString(time: number): string;
export function toIsoString(time: number | null): string | null;
export function toIsoString(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
