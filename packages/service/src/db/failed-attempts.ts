import type { Database } from './schema.ts';

/**
 * Whether the log has an attempt at an endpoint that failed from a time on, and before another. It is looked for by the
 * deliveries of the endpoint that have not arrived, and the log of each: both have an index for it, and those that are on their
 * way, which come first, have the newest attempts.
 */
export async function hasFailedBetween(
  db: Database,
  endpointId: string,
  from: number,
  before: number,
): Promise<boolean> {
  const found = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('endpoint_id', '=', endpointId)
    .where('state', 'in', ['pending', 'held', 'undelivered'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_attempts')
          .select('webhook_attempts.id')
          .whereRef('webhook_attempts.delivery_id', '=', 'webhook_deliveries.id')
          .where('webhook_attempts.started_at', '>=', from)
          .where('webhook_attempts.started_at', '<', before)
          .where('webhook_attempts.error', 'is not', null),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
