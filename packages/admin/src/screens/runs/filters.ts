import type { AdminExecutionRow } from '@vendor/contract/admin';
import type { ListQuery, Mode } from '../../api/endpoints.ts';

/** Filters of the list; each is a parameter of the address and of the call. */
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

/** The filters that the address names. */
export function readFilters(query: URLSearchParams): Filters {
  return Object.fromEntries(
    filterNames.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
  );
}

/** The address of the list with other filters; the first page of them. */
export function addressOf(filters: Filters, mode: string): string {
  return `/runs?${new URLSearchParams({ mode, ...inOrder(filters) })}`;
}

/**
 * The query of the call. Days are those of the browser: `from` begins with its day, `to` ends with its day.
 *
 * @param after - `next` of the page before.
 */
export function callQuery(filters: Filters, mode: Mode, after: string | null): ListQuery {
  const { waiting, version, from, to, ...rest } = inOrder(filters);
  return {
    mode,
    ...rest,
    ...(waiting && { waiting: 'true' }),
    ...(version && { version: Number(version) }),
    ...(from && { from: startOfDay(from, 0) }),
    ...(to && { to: startOfDay(to, 1) }),
    ...(after && { after }),
  };
}

function inOrder(filters: Filters): Record<string, string> {
  return Object.fromEntries(filterNames.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])));
}

/** Beginning of a day, some days later, in UTC. @param day - `YYYY-MM-DD`. */
function startOfDay(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

/** The day of the browser that is some days before another, as `YYYY-MM-DD`. */
export function dayBefore(now: Date, days: number): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** Whether a run belongs into a list; null: only the service can say, as for findings. */
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
