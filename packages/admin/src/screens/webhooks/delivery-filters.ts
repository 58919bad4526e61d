import type { WebhookDeliveryState, WebhookEvent } from '@vendor/contract';
import type { listDeliveries } from '../../api/webhooks.ts';
import { type Days, isDay, timesOf } from '../../parts/filters/days.ts';
import { webhooks } from '../../texts/en/webhooks.ts';

/** States of deliveries, in the order of their filter. */
export const deliveryStates = ['delivered', 'pending', 'held', 'undelivered'] as const;

/** Names of all events. */
export const eventNames = Object.keys(webhooks.events) as WebhookEvent[];

/** Filters of the log of an endpoint, each also a parameter of its address. Days are in the zone of the browser. */
export interface DeliveryFilters extends Days {
  readonly state?: WebhookDeliveryState | undefined;
  readonly event?: WebhookEvent | undefined;
  /** Id of a run. */
  readonly execution?: string | undefined;
}

/** Pattern of the id of a run. */
export const runIdPattern = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/** Reads the filters from the query of the address. Leaves out those that a damaged link cannot mean. */
export function readFilters(query: URLSearchParams): DeliveryFilters {
  const textOf = (name: string, isPossible: (text: string) => boolean) => {
    const text = query.get(name) ?? '';
    return isPossible(text) ? text : undefined;
  };
  return withoutEmpty({
    state: deliveryStates.find((one) => one === query.get('state')),
    event: eventNames.find((one) => one === query.get('event')),
    execution: textOf('execution', (text) => new RegExp(`^${runIdPattern}$`).test(text)),
    from: textOf('from', isDay),
    to: textOf('to', isDay),
  });
}

/**
 * Returns the address of the log of an endpoint. It names the mode if it has filters, because somebody else may open it.
 *
 * @param delivery - id of the delivery whose details are open; null: none.
 */
export function logAddress(
  endpointId: string,
  mode: string,
  filters: DeliveryFilters,
  delivery: string | null,
): string {
  const kept = Object.entries(withoutEmpty({ ...filters, delivery }));
  const query = kept.length > 0 ? `?${new URLSearchParams([['mode', mode], ...kept])}` : '';
  return `/settings/webhooks/${endpointId}${query}`;
}

/** Returns the filters as parameters of the call. */
export function callFilters({ from, to, ...rest }: DeliveryFilters): Parameters<typeof listDeliveries>[1] {
  return { ...withoutEmpty(rest), ...timesOf({ from, to }) };
}

/** Leaves out members without a value. */
function withoutEmpty<Values extends object>(
  values: Values,
): { [Name in keyof Values]?: NonNullable<Values[Name]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as never;
}
