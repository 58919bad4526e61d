import type { ListPlace } from '../../executions/reads/execution-directory.ts';

/** How runs are put together to a page. */
export interface CutOptions<Row> {
  /** Rows of each run that were read, at most. */
  readonly window: number;
  /** Rows of a page, at most. */
  readonly limit: number;
  readonly isOldestFirst: boolean;
  /** Whether a row belongs to the list. */
  keep(row: Row): boolean;
}

/**
 * Merges the beginnings of sorted runs into a page. A run that fills its window may continue, so rows beyond the end of such a
 * window are not certain.
 *
 * @returns the rows of the page in order, and the start of the next page; null if there is none.
 */
export function cutRuns<Row extends ListPlace>(
  runs: readonly (readonly Row[])[],
  { window, limit, isOldestFirst, keep }: CutOptions<Row>,
): { readonly places: readonly Row[]; readonly next: ListPlace | null } {
  const compare = (a: ListPlace, b: ListPlace) => (isOldestFirst ? oldestFirst(a, b) : oldestFirst(b, a));
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

function oldestFirst(a: ListPlace, b: ListPlace): number {
  if (a.createdAt !== b.createdAt) return a.createdAt - b.createdAt;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
