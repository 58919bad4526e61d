import type { AdminDeliveryList } from '@vendor/contract/admin';
import { useMemo, useState } from 'preact/hooks';
import { type Failure, failureOf } from '../../api/failure.ts';
import { listDeliveries } from '../../api/webhooks.ts';
import { useResource } from '../../parts/use-resource.ts';
import { mode, renewals } from '../../session.ts';
import { callFilters, type DeliveryFilters } from './delivery-filters.ts';

/**
 * Maximum number of pages that one request of the person reads while none has a match: with a filter by event, the service
 * examines a limited number of deliveries for each page.
 */
const maxEmptyPages = 10;

/** Pages after the first, for one choice of mode and filters. */
interface Further {
  readonly choice: object;
  readonly pages: readonly AdminDeliveryList[];
  readonly isLoading: boolean;
  readonly failure: Failure | null;
}

const nothingFurther = { pages: [], isLoading: false, failure: null };

/** Loads the deliveries of an endpoint that match the filters, page by page. */
export function useDeliveries(endpointId: string, filters: DeliveryFilters) {
  const key = JSON.stringify([mode.value, filters]);
  // Begins anew with each choice of filters, also of those that were chosen before.
  const choice = useMemo(() => ({}), [key]);
  const [last, setLast] = useState<Further>({ choice, ...nothingFurther });
  const further = last.choice === choice ? last : { choice, ...nothingFurther };
  const readFrom = async (after: string | null, signal?: AbortSignal) => {
    const query = { ...callFilters(filters), mode: mode.value };
    for (let place = after, pages = 1; ; pages++) {
      const page = await listDeliveries(endpointId, { ...query, ...(place && { after: place }) }, signal);
      if (page.deliveries.length > 0 || page.nextCursor === null || pages === maxEmptyPages)
        return { key, ...page };
      place = page.nextCursor;
    }
  };
  const { data, failure, reload } = useResource(
    (signal) => readFrom(null, signal),
    `${key} ${renewals.value}`,
  );
  // Deliveries of the previous filters stay until the new ones arrive, but not beside a failure.
  const isStale = data !== null && data.key !== key;
  const first = isStale && failure ? null : data;
  const pages = first ? [first, ...(isStale ? [] : further.pages)] : [];
  // New rows push others from the first page into the next, so duplicates are removed.
  const rows = new Map(pages.flatMap(({ deliveries }) => deliveries).map((row) => [row.id, row]));
  const next = isStale ? null : (pages.at(-1)?.nextCursor ?? null);
  const showMore = async () => {
    if (further.isLoading) return;
    setLast({ ...further, isLoading: true, failure: null });
    // A page that arrives after other filters were chosen is dropped.
    const finish = (change: (before: Further) => Partial<Further>) =>
      setLast((now) => (now.choice === choice ? { ...now, isLoading: false, ...change(now) } : now));
    await readFrom(next).then(
      (page) => finish(({ pages }) => ({ pages: [...pages, page] })),
      (error) => finish(() => ({ failure: failureOf(error) })),
    );
  };
  return {
    /** Deliveries, newest first; null until the first page has been loaded. */
    rows: first && [...rows.values()],
    /** Whether the rows still match the previous filters. */
    isStale,
    hasMore: next !== null,
    failure,
    reload,
    showMore,
    isLoadingMore: further.isLoading,
    moreFailure: further.failure,
  };
}
