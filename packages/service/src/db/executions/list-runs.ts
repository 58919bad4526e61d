import type { ListCursor } from '../../executions/reads/execution-directory.ts';

/** How runs are merged into a page. */
export interface CutOptions<Row> {
  /** Maximum number of rows that were read from each run. */
  readonly window: number;
  /** Maximum number of rows in a page. */
  readonly limit: number;
  readonly isOldestFirst: boolean;
  /** Returns whether a row belongs to the list. */
  keep(row: Row): boolean;
}

/**
 * Merges the beginnings of sorted runs into a page. A run that fills its window may continue beyond it, so only the rows up to
 * the nearest end of such a window are in final order.
 *
 * @returns the rows of the page in order, and the place after which the next page starts; null on the last page.
 */
export function cutRuns<Row extends ListCursor>(
  runs: readonly (readonly Row[])[],
  { window, limit, isOldestFirst, keep }: CutOptions<Row>,
): { readonly places: readonly Row[]; readonly next: ListCursor | null } {
  const compare = (a: ListCursor, b: ListCursor) => (isOldestFirst ? oldestFirst(a, b) : oldestFirst(b, a));
  const ends = runs.flatMap((run) => (run.length >= window ? (run.at(-1) ?? []) : []));
  const [end] = ends.sort(compare);
  const certain = runs
    .flat()
    .sort(compare)
    .filter((row) => end === undefined || compare(row, end) <= 0);
  const kept = certain.filter(keep);
  const places = kept.slice(0, limit);
  const last = kept.length > limit ? places.at(-1) : end;
  return { places, next: last ? { id: last.id, createdAt: last.createdAt } : null };
}

function oldestFirst(a: ListCursor, b: ListCursor): number {
  if (a.createdAt !== b.createdAt) return a.createdAt - b.createdAt;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
