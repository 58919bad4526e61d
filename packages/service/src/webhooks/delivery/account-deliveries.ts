import type {
  WebhookDeliveries,
  WebhookDelivery,
  WebhookDeliveryLog,
  WebhookDeliveryState,
  WebhookEvent,
} from '@vendor/contract';
import { Refusal, refuseParameter } from '../../refusal.ts';
import { noLock } from '../../transaction-locks.ts';
import { accountEndpoint } from '../endpoints/account-endpoints.ts';
import type { DeliveryCursor, DeliveryEntry } from '../webhook-reads.ts';
import { requireWebhookAct, type WebhookActor, type WebhookServices } from '../webhook-services.ts';
import type { ReplyToKeep } from '../webhook-store.ts';
import { redeliverableMs, redeliverWebhook, redeliverWebhooks } from './redeliver-webhook.ts';

/** Filter of a page of deliveries; undefined members do not filter. */
export interface DeliveryFilter {
  readonly endpoint: string | undefined;
  readonly execution: string | undefined;
  readonly event: WebhookEvent | undefined;
  readonly state: WebhookDeliveryState | undefined;
  /** Earliest time of the event, in ms since 1970. */
  readonly from?: number | undefined;
  /** Time before which the event happened, in ms since 1970. */
  readonly to?: number | undefined;
  readonly cursor: DeliveryCursor | undefined;
  readonly limit: number | undefined;
}

const defaultLimit = 50;

/** State of a delivery that starts its retry schedule again. */
const requeuedState = { state: 'pending', attempts: 0, deliveredAt: null, undeliveredAt: null } as const;

/**
 * Returns a page of the deliveries of the actor's account and mode. @throws {Refusal} FORBIDDEN for a key that is not for
 * webhooks.
 */
export async function accountDeliveries(
  { reads }: WebhookServices,
  actor: WebhookActor,
  filter: DeliveryFilter,
): Promise<WebhookDeliveries> {
  requireWebhookAct(actor, 'delivery.read');
  const { entries, next } = await reads.deliveries({
    accountId: actor.accountId,
    mode: actor.mode,
    endpointId: filter.endpoint,
    executionId: filter.execution,
    event: filter.event,
    state: filter.state,
    from: filter.from,
    to: filter.to,
    after: filter.cursor,
    limit: filter.limit ?? defaultLimit,
  });
  return { deliveries: entries.map(renderDelivery), nextCursor: next && formatCursor(next) };
}

/** Returns a delivery and its log. @throws {Refusal} FORBIDDEN, WEBHOOK_DELIVERY_NOT_FOUND. */
export async function deliveryLog(
  services: WebhookServices,
  actor: WebhookActor,
  id: string,
): Promise<WebhookDeliveryLog> {
  const entry = await deliveryOf(services, actor, id);
  const attempts = await services.reads.attempts(entry.id);
  const log = attempts.map(({ startedAt, ...rest }) => ({ ...rest, startedAt: toIsoString(startedAt) }));
  return { delivery: renderDelivery(entry), log };
}

/**
 * Sends an event to its endpoint again, under its existing `webhook-id` and with a new retry schedule. A pending delivery stays
 * unchanged, so that a call can be repeated if its reply was lost. If the event has arrived in the meantime, a repeated call
 * sends it once more, unless the caller stores the reply with `keep` and returns it again.
 *
 * @param keep - makes the row that stores the reply in the same transaction; null if the reply is not stored.
 * @throws {Refusal} FORBIDDEN, WEBHOOK_DELIVERY_NOT_FOUND; WEBHOOK_ENDPOINT_DISABLED while its endpoint is disabled;
 *   WEBHOOK_DELIVERY_TOO_OLD 30 days after it first arrived.
 */
export async function redeliver(
  services: WebhookServices,
  actor: WebhookActor,
  id: string,
  keep: ((executionId: string, reply: WebhookDelivery) => ReplyToKeep) | null,
): Promise<WebhookDelivery> {
  requireWebhookAct(actor, 'delivery.redeliver');
  const entry = await deliveryOf(services, actor, id);
  const { executionId } = entry;
  let redelivered: WebhookDelivery | null = null;
  const outcome = await redeliverWebhook({ ...services, actor }, entry.id, async (transaction, dueAt) => {
    redelivered = renderDelivery({ ...entry, ...requeuedState, nextAt: dueAt });
    if (keep) await transaction.keepReply(keep(executionId, redelivered), dueAt);
  });
  if (redelivered) return redelivered;
  if (outcome === 'endpoint-disabled') throw endpointDisabled();
  if (outcome === 'too-old')
    throw new Refusal(
      'WEBHOOK_DELIVERY_TOO_OLD',
      'This event first arrived more than 30 days ago: read the execution instead.',
    );
  // The delivery was already pending, or has arrived in the meantime.
  const reply = renderDelivery(await deliveryOf(services, actor, id));
  if (keep)
    await services.store.transact(noLock, (it) =>
      it.keepReply(keep(executionId, reply), services.clock.now()),
    );
  return reply;
}

/** Result of redelivering undelivered events. */
export interface RedeliveredEvents {
  /** Number of events that are sent again. */
  readonly redelivered: number;
  /** Number of events that are not sent, because the endpoint first received them more than 30 days ago. */
  readonly tooOld: number;
  /** Whether there are more, which takes another call. */
  readonly isMore: boolean;
}

/** Maximum number of redeliveries per call. Each is a transaction with an event in the audit trail. */
const maxRedeliveriesPerCall = 250;

/**
 * Sends undelivered events of executions in the actor's mode to their endpoint again, oldest first.
 *
 * @param since - earliest time of an event, in ms since 1970.
 * @throws {Refusal} FORBIDDEN, WEBHOOK_ENDPOINT_NOT_FOUND; WEBHOOK_ENDPOINT_DISABLED.
 */
export async function redeliverUndelivered(
  services: WebhookServices,
  actor: WebhookActor,
  endpointId: string,
  since: number,
): Promise<RedeliveredEvents> {
  requireWebhookAct(actor, 'delivery.redeliver');
  const { id } = await accountEndpoint(services, actor, endpointId);
  const { redeliverable, tooOld } = await services.reads.undelivered({
    endpointId: id,
    mode: actor.mode,
    since,
    forgottenBefore: services.clock.now() - redeliverableMs,
    limit: maxRedeliveriesPerCall + 1,
  });
  const batch = redeliverable.slice(0, maxRedeliveriesPerCall);
  const {
    redelivered,
    tooOld: tooOldMeanwhile,
    isDisabled,
  } = await redeliverWebhooks({ ...services, actor }, batch);
  if (isDisabled) throw endpointDisabled();
  return {
    redelivered,
    tooOld: tooOld + tooOldMeanwhile,
    isMore: redeliverable.length > maxRedeliveriesPerCall,
  };
}

function endpointDisabled(): Refusal {
  return new Refusal(
    'WEBHOOK_ENDPOINT_DISABLED',
    'The endpoint of this delivery is disabled: resume it first.',
  );
}

/** Parses a cursor; null if it is invalid. */
export function parseCursor(cursor: string): DeliveryCursor | null {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, createdAt, id] = /^(\d{1,16})\.([0-9a-f-]{36})$/.exec(text) ?? [];
  return createdAt === undefined || id === undefined ? null : { createdAt: Number(createdAt), id };
}

function formatCursor({ createdAt, id }: DeliveryCursor): string {
  return Buffer.from(`${createdAt}.${id}`, 'latin1').toString('base64url');
}

async function deliveryOf(
  { reads }: WebhookServices,
  actor: WebhookActor,
  id: string,
): Promise<DeliveryEntry> {
  requireWebhookAct(actor, 'delivery.read');
  const entry = await reads.delivery(actor, id.toLowerCase());
  if (entry) return entry;
  throw refuseParameter('WEBHOOK_DELIVERY_NOT_FOUND', 'deliveryId', 'is not the id of a delivery');
}

function renderDelivery({ eventId, url: _, nextAt, ...entry }: DeliveryEntry): WebhookDelivery {
  return {
    ...entry,
    webhookId: eventId,
    event: entry.event as WebhookEvent,
    emittedAt: toIsoString(entry.emittedAt),
    nextAttemptAt: nextAt === null ? null : toIsoString(nextAt),
    deliveredAt: entry.deliveredAt === null ? null : toIsoString(entry.deliveredAt),
    firstDeliveredAt: entry.firstDeliveredAt === null ? null : toIsoString(entry.firstDeliveredAt),
    undeliveredAt: entry.undeliveredAt === null ? null : toIsoString(entry.undeliveredAt),
  };
}

function toIsoString(time: number): string {
  return new Date(time).toISOString();
}
