import { useRef, useState } from 'preact/hooks';
import { type Failure, failureOf } from '../api/failure.ts';
import { useResource } from './use-resource.ts';

/** Page of a list. `next`: place where the next page starts; null: last page. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** Reads one page. `after`: `next` of the previous page; null: the first page. */
type ReadPage<Row> = (after: string | null, signal?: AbortSignal) => Promise<Page<Row>>;

/**
 * Maximum number of pages without a row that are read at once: for some filters, the service examines a limited number of rows
 * for each page, and may find none.
 */
const maxEmptyPages = 10;

/**
 * Loads a list page by page, newest first. Rows of earlier filters stay until those of the new ones arrive, but not beside a
 * failure. After `reload`, rows that newer ones pushed out of the first page stay.
 *
 * @param key - text that differs for each list, such as its filters.
 * @param round - text whose changes reload the list.
 * @param idOf - returns what identifies a row.
 */
export function usePages<Row>(
  read: ReadPage<Row>,
  key: string,
  round: string,
  idOf: (row: Row) => string | number,
) {
  const latest = useRef<(Page<Row> & { readonly key: string }) | null>(null);
  const { data, failure, setData, reload } = useResource(async (signal) => {
    const known = latest.current?.key === key ? latest.current : null;
    const hasSearched = known !== null && known.rows.length === 0 && known.next !== null;
    const first = await readUntilRow(read, null, hasSearched ? 1 : maxEmptyPages, signal);
    const now = latest.current?.key === key ? latest.current : null;
    return { key, ...(now ? joined(first, now, idOf) : first) };
  }, `${key} ${round}`);
  latest.current = data;
  const isStale = data !== null && data.key !== key;
  const shown = isStale && failure ? null : data;
  const next = isStale ? null : (shown?.next ?? null);
  const [last, setLast] = useState<{ key: string; isBusy: boolean; failure: Failure | null } | null>(null);
  const more = last?.key === key ? last : { key, isBusy: false, failure: null };
  const showMore = async () => {
    if (more.isBusy || next === null) return;
    setLast({ key, isBusy: true, failure: null });
    const finish = (failure: Failure | null) =>
      setLast((now) => (now?.key === key ? { key, isBusy: false, failure } : now));
    try {
      const page = await readUntilRow(read, next, maxEmptyPages);
      // Drops a page that arrives after other filters were chosen.
      setData((now) => (now?.key === key && now.next === next ? { key, ...appended(now, page, idOf) } : now));
      finish(null);
    } catch (error) {
      finish(failureOf(error));
    }
  };
  return {
    /** Rows, newest first; null until the first page has been loaded. */
    rows: shown?.rows ?? null,
    /** Whether the rows still belong to the previous key. */
    isStale,
    hasMore: next !== null,
    failure,
    reload,
    showMore,
    isLoadingMore: more.isBusy,
    moreFailure: more.failure,
  };
}

/** Reads pages until one has rows. The result is empty only if all those read were, and then `next` may lead further. */
async function readUntilRow<Row>(
  read: ReadPage<Row>,
  after: string | null,
  maxPages: number,
  signal?: AbortSignal,
): Promise<Page<Row>> {
  for (let place = after, pages = 1; ; pages++) {
    const page = await read(place, signal);
    if (page.rows.length > 0 || page.next === null || pages >= maxPages) return page;
    place = page.next;
  }
}

/** Joins the first page, which was read again, with the older rows that are known, if it reaches as far as one of them. */
function joined<Row>(first: Page<Row>, known: Page<Row>, idOf: (row: Row) => string | number): Page<Row> {
  // A search that has found nothing goes on at its place.
  if (known.rows.length === 0) return first.rows.length === 0 && first.next ? known : first;
  const end = first.rows.at(-1);
  const place = end ? known.rows.findIndex((row) => idOf(row) === idOf(end)) : -1;
  if (place === -1 || first.next === null) return first;
  return appended(first, { rows: known.rows.slice(place + 1), next: known.next }, idOf);
}

function appended<Row>(list: Page<Row>, page: Page<Row>, idOf: (row: Row) => string | number): Page<Row> {
  const ids = new Set(list.rows.map(idOf));
  return { rows: [...list.rows, ...page.rows.filter((row) => !ids.has(idOf(row)))], next: page.next };
}
