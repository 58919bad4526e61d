import type { AdminExecutionRow } from '@vendor/contract/admin';
import { belongs, type Filters } from './filters.ts';

/**
 * Rows as they are after changes. A row that is shown stays where it is, even when it no longer matches: nobody should lose it from
 * under their eyes. A run that is missing comes to its place where the list begins with the newest: changes may be told out of order.
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
      // Leaves out what is older than all that is shown: it may stand on a later page.
      row.createdAt >= (rows.at(-1)?.createdAt ?? ''),
  );
  if (added.length === 0) return kept;
  return [...added, ...kept].toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
}

function newer(row: AdminExecutionRow, changed: AdminExecutionRow | undefined): AdminExecutionRow {
  return changed && changed.revision >= row.revision ? changed : row;
}
