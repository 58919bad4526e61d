import type { Execution } from '@vendor/contract';
import type { Clock } from '../clock.ts';
import type { JobOutcome } from '../jobs/job-runner.ts';
import type { Logger } from '../logging/logger.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import type { Vault } from '../secrets/vault.ts';
import { healthAfter } from './endpoint-health.ts';
import { openSecrets, secretsInUse } from './endpoint-secrets.ts';
import { type DeliveryVerdict, judgeReply } from './judge-reply.ts';
import { renderWebhook } from './render-webhook.ts';
import { waitAfterAttempt } from './retry-schedule.ts';
import { signWebhook } from './sign-webhook.ts';
import type { StoredDelivery, WebhookStore, WebhookTransaction } from './webhook-store.ts';

export interface DeliveryServices {
  store: WebhookStore;
  outgoing: Outgoing;
  vault: Vault;
  clock: Clock;
  logger: Logger;
  /** The execution object as a read would give it now. */
  renderExecution(executionId: string): Promise<Execution | null>;
  /** From 0 to 1; scatters retries. */
  random(): number;
}

/** How an attempt ended, and when to come back. */
export interface DeliveryAttempt {
  readonly verdict: DeliveryVerdict;
  readonly outcome: JobOutcome;
}

/**
 * Makes the attempt of a delivery that is due. An attempt that was made but not stored, because the process died in
 * between, is made again under the same `webhook-id`.
 *
 * @returns what to do with the job when no attempt was due.
 */
export async function deliverWebhook(
  services: DeliveryServices,
  deliveryId: string,
  signal: AbortSignal,
): Promise<DeliveryAttempt | JobOutcome> {
  const { store, outgoing, clock } = services;
  const delivery = await store.findDelivery(deliveryId);
  if (delivery?.state !== 'pending') return 'done';
  if (delivery.nextAt !== null && delivery.nextAt > clock.now()) return { againAt: delivery.nextAt };
  if (delivery.endpoint.disabledAt !== null) {
    await store.transact((transaction) => transaction.holdDeliveries(delivery.endpoint.id));
    return 'done';
  }
  const request = await prepare(services, delivery);
  const reply = await outgoing.send({ ...request, method: 'POST', signal });
  // An attempt cut off by a stop says nothing about the receiver.
  signal.throwIfAborted();
  const verdict = judgeReply(reply, clock.now());
  const outcome = await store.transact((transaction) => settle(services, transaction, deliveryId, verdict));
  return { verdict, outcome };
}

async function prepare({ vault, clock, renderExecution }: DeliveryServices, delivery: StoredDelivery) {
  const { event, endpoint } = delivery;
  const execution = await renderExecution(event.executionId);
  if (execution === null) throw new Error(`The execution of event ${event.id} is missing.`);
  const body = JSON.stringify(renderWebhook(event, execution));
  const now = clock.now();
  const key = vault.openDataKey(endpoint.wrappedKey);
  const secrets = secretsInUse(openSecrets(key, endpoint.id, endpoint.sealedSecrets), now);
  const headers = signWebhook({
    id: event.id,
    sequence: event.sequence,
    body,
    secrets: secrets.map(({ secret }) => secret),
    now,
  });
  return { url: endpoint.url, headers, body: Buffer.from(body, 'utf8') };
}

/** Stores what came of an attempt. Reads again first: others of the same endpoint ended meanwhile. */
async function settle(
  { clock, random, logger }: DeliveryServices,
  transaction: WebhookTransaction,
  deliveryId: string,
  verdict: DeliveryVerdict,
): Promise<JobOutcome> {
  const delivery = await transaction.findDelivery(deliveryId);
  if (delivery === null) return 'done';
  const { endpoint, event } = delivery;
  const now = clock.now();
  const attempts = delivery.attempts + 1;
  const facts = {
    delivery: deliveryId,
    endpoint: endpoint.id,
    execution: event.executionId,
    attempts,
    status: verdict.status,
  };
  if (verdict.kind === 'delivered') logger.info('A webhook was delivered.', facts);
  else logger.warn('A webhook was not delivered.', { ...facts, cause: verdict.error });
  await transaction.updateDelivery(deliveryId, { attempts, lastStatus: verdict.status });
  const health = healthAfter(endpoint, verdict, now);
  await transaction.updateEndpoint(endpoint.id, health);
  if (verdict.kind === 'delivered') {
    const delivered = { state: 'delivered', nextAt: null, lastError: null, deliveredAt: now } as const;
    await transaction.updateDelivery(deliveryId, delivered);
    return 'done';
  }
  await transaction.updateDelivery(deliveryId, { lastError: verdict.error });
  if (health.disabledAt !== null) {
    logger.warn('A webhook endpoint is disabled.', { endpoint: endpoint.id, reason: health.disabledReason });
    await transaction.holdDeliveries(endpoint.id);
    return 'done';
  }
  const { retryAfterMs } = verdict;
  const wait = waitAfterAttempt({ event: event.event, attempts, retryAfterMs, random: random() });
  if (wait === null) {
    await transaction.updateDelivery(deliveryId, { state: 'undelivered', nextAt: null, undeliveredAt: now });
    return 'done';
  }
  await transaction.updateDelivery(deliveryId, { nextAt: now + wait });
  return { againAt: now + wait };
}
