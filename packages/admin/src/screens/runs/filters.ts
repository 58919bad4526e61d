import type { AdminExecutionRow } from '@vendor/contract/admin';
import type { ListQuery } from '../../api/runs.ts';
import type { Mode } from '../../api/session.ts';
import { isDay, startOfDay, timesOf } from '../../parts/filters/days.ts';

/** Names of the filters of the list, used as parameters of the address and of the call. */
export const filterNames = [
  'waiting',
  'status',
  'workflow',
  'version',
  'check',
  'code',
  'from',
  'to',
] as const;
export type FilterName = (typeof filterNames)[number];

export type Filters = Readonly<Partial<Record<FilterName, string>>>;

/** Reads the filters from the query of the address. Leaves out days and versions that a damaged link cannot mean. */
export function readFilters(query: URLSearchParams): Filters {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = query.get(name);
      return value && isPossible(name, value) ? [[name, value]] : [];
    }),
  );
}

function isPossible(name: FilterName, value: string): boolean {
  if (name === 'version') return /^\d{1,9}$/.test(value);
  return (name !== 'from' && name !== 'to') || isDay(value);
}

/** Returns the address of the first page of the list with these filters. */
export function addressOf(filters: Filters, mode: string): string {
  return `/runs?${new URLSearchParams({ mode, ...inOrder(filters) })}`;
}

/**
 * Returns the query of the call. Days are in the zone of the browser.
 *
 * @param after - `next` of the previous page.
 */
export function callQuery(filters: Filters, mode: Mode, after: string | null): ListQuery {
  const { waiting, version, from = '', to = '', ...rest } = inOrder(filters);
  return {
    mode,
    ...rest,
    ...(waiting && { waiting: 'true' }),
    ...(version && { version: Number(version) }),
    ...timesOf({ from, to }),
    ...(after && { after }),
  };
}

function inOrder(filters: Filters): Record<string, string> {
  return Object.fromEntries(filterNames.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])));
}

/** Returns whether a run belongs in a list; null if only the service can tell, as for findings. */
export function belongs(row: AdminExecutionRow, filters: Filters, mode: string): boolean | null {
  if (row.mode !== mode) return false;
  if (filters.waiting && row.status !== 'REVIEW') return false;
  if (filters.status && row.status !== filters.status) return false;
  if (filters.workflow && row.workflow.id !== filters.workflow) return false;
  if (filters.version && String(row.workflow.version) !== filters.version) return false;
  if (filters.from && row.createdAt < startOfDay(filters.from, 0)) return false;
  if (filters.to && row.createdAt >= startOfDay(filters.to, 1)) return false;
  return filters.check || filters.code ? null : true;
}
