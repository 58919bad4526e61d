import { listDeliveries } from '../../api/webhooks.ts';
import { usePages } from '../../parts/use-pages.ts';
import { mode, renewals } from '../../session.ts';
import { callFilters, type DeliveryFilters } from './delivery-filters.ts';

/** Loads the deliveries of an endpoint that match the filters, page by page. */
export function useDeliveries(endpointId: string, filters: DeliveryFilters) {
  const shownMode = mode.value;
  return usePages(
    async (after, signal) => {
      const query = { ...callFilters(filters), mode: shownMode, ...(after && { after }) };
      const { deliveries, nextCursor } = await listDeliveries(endpointId, query, signal);
      return { rows: deliveries, next: nextCursor };
    },
    JSON.stringify([endpointId, shownMode, filters]),
    String(renewals.value),
    ({ id }) => id,
  );
}
