import type { AdminExecutionRow } from '@vendor/contract/admin';
import { belongs, type Filters } from './filters.ts';

/**
 * Applies changes to the rows. A visible row stays in its place even if it no longer matches, so that it does not disappear
 * while somebody looks at it. On a page that begins with the newest run, missing runs are inserted in order, because changes
 * can arrive out of order.
 */
export function applyChanges(
  rows: readonly AdminExecutionRow[],
  changed: readonly AdminExecutionRow[],
  { filters, mode, takesNew }: { filters: Filters; mode: string; takesNew: boolean },
): readonly AdminExecutionRow[] {
  const present = new Map(changed.map((row) => [row.id, row]));
  const kept = rows.map((row) => newer(row, present.get(row.id)));
  if (!takesNew) return kept;
  const known = new Set(rows.map(({ id }) => id));
  const added = changed.filter(
    (row) =>
      !known.has(row.id) &&
      belongs(row, filters, mode) === true &&
      // Leaves out runs older than every visible row, which may be on a later page.
      row.createdAt >= (rows.at(-1)?.createdAt ?? ''),
  );
  if (added.length === 0) return kept;
  return [...added, ...kept].toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
}

function newer(row: AdminExecutionRow, changed: AdminExecutionRow | undefined): AdminExecutionRow {
  return changed && changed.revision >= row.revision ? changed : row;
}
