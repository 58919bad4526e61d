import type { WebhookDeliveryState } from '@vendor/contract';
import type { RequestHead, ResponseHead } from '../../webhooks/delivery/delivery-log.ts';
import type { AttemptEntry, DeliveryEntry, DeliveryOwner } from '../../webhooks/webhook-reads.ts';
import type { Database } from '../schema.ts';

/**
 * Returns the delivery with an id.
 *
 * @param of - account and mode to which it must belong; null: any, for operators.
 */
export async function findDeliveryEntry(
  db: Database,
  id: string,
  of: DeliveryOwner | null,
): Promise<DeliveryEntry | null> {
  const known = selectDeliveries(db).where('webhook_deliveries.id', '=', id);
  const wanted = of
    ? known
        .where('webhook_events.account_id', '=', of.accountId)
        .where('webhook_deliveries.mode', '=', of.mode)
    : known;
  const row = await wanted.executeTakeFirst();
  return row ? { ...row, state: row.state as WebhookDeliveryState } : null;
}

/** Selects deliveries with the data that their owners see. */
export function selectDeliveries(db: Database) {
  return db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_events', 'webhook_events.id', 'webhook_deliveries.event_id')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'webhook_deliveries.endpoint_id')
    .where('webhook_endpoints.removed_at', 'is', null)
    .select([
      'webhook_deliveries.id as id',
      'webhook_deliveries.event_id as eventId',
      'webhook_events.event as event',
      'webhook_events.sequence as sequence',
      'webhook_events.execution_id as executionId',
      'webhook_deliveries.endpoint_id as endpointId',
      'webhook_endpoints.url as url',
      'webhook_deliveries.state as state',
      'webhook_deliveries.attempts as attempts',
      'webhook_deliveries.last_status as lastStatus',
      'webhook_deliveries.last_error as lastError',
      'webhook_events.emitted_at as emittedAt',
      'webhook_deliveries.next_at as nextAt',
      'webhook_deliveries.delivered_at as deliveredAt',
      'webhook_deliveries.first_delivered_at as firstDeliveredAt',
      'webhook_deliveries.undelivered_at as undeliveredAt',
    ]);
}

/** Returns the attempts of a delivery that are still in the log, oldest first. */
export async function attemptsOf(db: Database, deliveryId: string): Promise<AttemptEntry[]> {
  const rows = await selectAttempts(db, deliveryId).selectAll().execute();
  return rows.map((row) => ({
    number: row.number,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    status: row.status,
    error: row.error,
    request: JSON.parse(row.request_head) as RequestHead,
    response: row.response_head === null ? null : (JSON.parse(row.response_head) as ResponseHead),
  }));
}

/** Returns the beginnings of replies in the order of {@link attemptsOf}, encrypted under the key of the execution. */
export async function sealedAnswersOf(db: Database, deliveryId: string): Promise<(Uint8Array | null)[]> {
  const rows = await selectAttempts(db, deliveryId).select('sealed_answer').execute();
  return rows.map((row) => row.sealed_answer);
}

function selectAttempts(db: Database, deliveryId: string) {
  return db
    .selectFrom('webhook_attempts')
    .where('delivery_id', '=', deliveryId)
    .orderBy('started_at')
    .orderBy('number')
    .orderBy('id');
}
