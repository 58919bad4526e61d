import type { WebhookDeliveryState } from '@vendor/contract';
import { type RawBuilder, sql } from 'kysely';
import { type KeyMode, keyModes } from '../../accounts/api-key.ts';
import { mostCounted } from '../../webhooks/webhook-reads.ts';

/**
 * How many deliveries of an endpoint stand so, up to {@link mostCounted}: to be selected with rows of `webhook_endpoints`.
 *
 * @param mode - of the executions that they are about; without it those of both modes.
 */
export function countOf(state: WebhookDeliveryState, mode?: KeyMode): RawBuilder<number> {
  const modes = sql.join(mode === undefined ? keyModes : [mode]);
  return sql<number>`(
    select count(*) from (
      select 1 from webhook_deliveries
      where endpoint_id = webhook_endpoints.id and state = ${state} and mode in (${modes}) limit ${mostCounted}
    ) as counted
  )`;
}
