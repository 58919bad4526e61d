import type { WebhookDeliveryState } from '@vendor/contract';
import { type RawBuilder, sql } from 'kysely';
import { type KeyMode, keyModes } from '../../accounts/api-key.ts';
import { maxCounted } from '../../webhooks/webhook-reads.ts';

/**
 * Builds a count of an endpoint's deliveries in a state, up to {@link maxCounted}, for queries that select from
 * `webhook_endpoints`.
 *
 * @param mode - mode of the executions. If omitted, both modes are counted.
 */
export function countDeliveries(state: WebhookDeliveryState, mode?: KeyMode): RawBuilder<number> {
  const modes = sql.join(mode === undefined ? keyModes : [mode]);
  return sql<number>`(
    select count(*) from (
      select 1 from webhook_deliveries
      where endpoint_id = webhook_endpoints.id and state = ${state} and mode in (${modes}) limit ${maxCounted}
    ) as counted
  )`;
}
