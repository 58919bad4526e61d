import type { AdminExecutionRow, AdminSearchRequest, AdminSearchResult } from '@vendor/contract/admin';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { type Failure, failureOf } from '../../api/failure.ts';
import { listExecutions, searchExecutions } from '../../api/runs.ts';
import type { Mode } from '../../api/session.ts';
import { onChanges } from '../../live.ts';
import { renewals } from '../../session.ts';
import { applyChanges } from './apply-changes.ts';
import { callQuery, type Filters } from './filters.ts';

export interface Page {
  readonly rows: readonly AdminExecutionRow[];
  readonly next: string | null;
  readonly total: { readonly count: number; readonly capped: boolean } | null;
  /** Present for a search. */
  readonly search: AdminSearchResult | null;
  /** Ids of rows that changed since the page was loaded. */
  readonly changed: ReadonlySet<string>;
}

/** Content of the list: a page by filters, or a page of a search. */
export interface Shown {
  readonly filters: Filters;
  readonly mode: Mode;
  readonly after: string | null;
  readonly search: AdminSearchRequest | null;
}

/** Loads a page of runs and follows their changes. */
export function useRuns(shown: Shown) {
  const [page, setPage] = useState<Page | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isLoading, setLoading] = useState(true);
  const [round, setRound] = useState(0);
  const key = JSON.stringify(shown);
  // Runs before the page is painted, so that an early reply is part of the first paint.
  useLayoutEffect(() => {
    const ending = new AbortController();
    setLoading(true);
    load(shown, ending.signal).then(
      (loaded) => {
        setPage(loaded);
        setFailure(null);
        setLoading(false);
      },
      (error) => {
        if (ending.signal.aborted) return;
        setFailure(failureOf(error));
        setLoading(false);
      },
    );
    return () => ending.abort();
  }, [key, round, renewals.value]);
  useEffect(
    () =>
      onChanges(({ isReset, executions }) => {
        if (isReset) setRound((last) => last + 1);
        else setPage((last) => last && changedPage(last, executions, shown));
      }),
    [key],
  );
  return { page, failure, isLoading, reload: () => setRound(round + 1) };
}

async function load({ filters, mode, after, search }: Shown, signal: AbortSignal): Promise<Page> {
  if (search) {
    const { by, value } = search;
    const found = await searchExecutions({ by, value, ...(after ? { after } : {}) }, signal);
    return { rows: found.executions, next: found.next, total: null, search: found, changed: new Set() };
  }
  const list = await listExecutions(callQuery(filters, mode, after), signal);
  return { rows: list.executions, next: list.next, total: list.total, search: null, changed: new Set() };
}

function changedPage(page: Page, executions: readonly AdminExecutionRow[], shown: Shown): Page {
  const { filters, mode, after, search } = shown;
  // The list of runs that wait for a decision begins with the oldest, so a new one does not belong on top.
  const takesNew = !search && after === null && !filters.waiting;
  const rows = applyChanges(page.rows, executions, { filters, mode, takesNew });
  const ids = executions.map(({ id }) => id);
  const added = rows.length - page.rows.length;
  const total = page.total && { ...page.total, count: page.total.count + (page.total.capped ? 0 : added) };
  return { ...page, rows, total, changed: new Set([...page.changed, ...ids]) };
}
