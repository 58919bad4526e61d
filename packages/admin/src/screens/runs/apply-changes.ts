import type { AdminExecutionRow } from '@vendor/contract/admin';
import { belongs, type Filters } from './filters.ts';

/**
 * Rows as they are after changes. A row that is shown stays where it is, even when it no longer matches: nobody should lose it from
 * under their eyes. A new run comes on top where the list begins with the newest.
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
      (rows[0] === undefined || row.createdAt >= rows[0].createdAt),
  );
  return [...added.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1)), ...kept];
}

function newer(row: AdminExecutionRow, changed: AdminExecutionRow | undefined): AdminExecutionRow {
  return changed && changed.revision >= row.revision ? changed : row;
}
