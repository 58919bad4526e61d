import { type Execution, eventTraits } from '@vendor/contract';
import type { ElapsedMs, TrustedClock } from '../../clock.ts';
import type { JobOutcome } from '../../jobs/job-runner.ts';
import type { Logger } from '../../logging/logger.ts';
import type { Outgoing, OutgoingReply } from '../../outgoing/outgoing.ts';
import type { Vault } from '../../secrets/vault.ts';
import { inSpan, tracingHeaders } from '../../tracing/spans.ts';
import { healthAfter, isSameHealth } from '../endpoints/endpoint-health.ts';
import { openSecrets, secretsInUse } from '../endpoints/endpoint-secrets.ts';
import type { DeliveryClaim, StoredDelivery, WebhookStore, WebhookTransaction } from '../webhook-store.ts';
import { keptAnswerBytes } from './answer-text.ts';
import { type LoggedAttempt, requestHeadOf, responseHeadOf } from './delivery-log.ts';
import { type DeliveryVerdict, judgeReply } from './judge-reply.ts';
import { renderWebhook } from './render-webhook.ts';
import { waitAfterAttempt } from './retry-schedule.ts';
import { signWebhook } from './sign-webhook.ts';
import { isHeldBack, startHolding } from './update-queue.ts';

/** The beginning of a response body, with its delivery and execution. */
export interface AnswerToSeal {
  readonly deliveryId: string;
  readonly executionId: string;
  readonly body: Uint8Array;
}

export interface DeliveryServices {
  store: WebhookStore;
  outgoing: Outgoing;
  vault: Vault;
  clock: TrustedClock;
  /** Returns the time that is signed; by default, the clock's. */
  signedAt?: () => number;
  /** Monotonic clock that measures the duration of attempts. */
  elapsed: ElapsedMs;
  logger: Logger;
  /** Renders the execution object as a read would return it now. */
  renderExecution(executionId: string): Promise<Execution | null>;
  /**
   * Encrypts the beginning of a response body with the key of its execution; null if that was purged. If missing, no response
   * body is stored.
   */
  sealAnswer?(answer: AnswerToSeal): Promise<Uint8Array | null>;
  /** Returns a number from 0 to 1, used as jitter for retries. */
  random(): number;
  /** Returns whether nothing may be sent now, as in a restored copy. By default, sending is always allowed. */
  isHeld?(): Promise<boolean>;
}

/** Result of an attempt. The state of its job was stored in the same transaction. */
export interface DeliveryAttempt {
  readonly verdict: DeliveryVerdict;
  /** Time from the request to the last byte of the response. */
  readonly durationMs: number;
  readonly outcome: 'settled';
}

/** An attempt that was made and is not yet stored. */
interface MadeAttempt {
  readonly claim: DeliveryClaim;
  readonly verdict: DeliveryVerdict;
  readonly logged: Omit<LoggedAttempt, 'number'>;
  /** Address to which it was sent. */
  readonly url: string;
}

/**
 * Makes an attempt at a delivery that is due. If the process dies before the attempt is stored, it is repeated under the same
 * `webhook-id`. If another process has taken over the job in the meantime, the result is discarded.
 *
 * @param claim - claim of the job whose subject is the delivery.
 * @returns the outcome of the job if no attempt was due.
 */
export async function deliverWebhook(
  services: DeliveryServices,
  claim: DeliveryClaim,
  signal: AbortSignal,
): Promise<DeliveryAttempt | JobOutcome> {
  const { store, outgoing, clock, elapsed } = services;
  const deliveryId = claim.subjectId;
  const delivery = await store.findDelivery(deliveryId);
  if (delivery?.state !== 'pending' || isHeldBack(delivery)) return setAside(services, claim);
  if (delivery.nextAt !== null && delivery.nextAt > clock.now()) return { againAt: delivery.nextAt };
  const prepared = await prepare(services, delivery);
  const startedAt = clock.now();
  const begun = elapsed();
  const { request, reply } = await inSpan('webhook', spanOf(prepared.url, delivery), async (span) => {
    const traced = { ...prepared, headers: { ...prepared.headers, ...tracingHeaders() } };
    const answered = await outgoing.send({ ...traced, method: 'POST', signal });
    if (answered.kind !== 'failed') span.setAttribute('http.response.status_code', answered.status);
    return { request: traced, reply: answered };
  });
  // An attempt that was interrupted by a stop reveals nothing about the endpoint.
  signal.throwIfAborted();
  const verdict = judgeReply(reply, clock.now());
  const logged = {
    deliveryId,
    startedAt,
    durationMs: Math.round(elapsed() - begun),
    status: verdict.status,
    error: verdict.kind === 'delivered' ? null : verdict.error,
    request: requestHeadOf(request),
    response: responseHeadOf(reply, clock.now()),
    sealedAnswer: await sealAnswer(services, delivery, reply),
  };
  const made = { claim, verdict, logged, url: request.url };
  await store.transact({ endpointOfDelivery: deliveryId }, (transaction) =>
    settle(services, transaction, made),
  );
  return { verdict, durationMs: logged.durationMs, outcome: 'settled' };
}

/**
 * Deletes the job of a delivery that has ended, or that must wait for its endpoint to be resumed. Checks again in the
 * transaction, because a resumed delivery must keep its job.
 */
function setAside({ store, clock }: DeliveryServices, claim: DeliveryClaim): Promise<JobOutcome> {
  return store.transact({ endpointOfDelivery: claim.subjectId }, async (transaction) => {
    const delivery = await transaction.findDelivery(claim.subjectId);
    if (delivery?.state === 'pending') {
      if (!isHeldBack(delivery)) return { againAt: delivery.nextAt ?? clock.now() };
      await transaction.updateDelivery(delivery.id, { state: 'held', nextAt: null });
    }
    await transaction.completeJob(claim);
    return 'settled';
  });
}

/** Builds the attributes of the span. Contains only the host of the address, because the rest may contain a secret. */
function spanOf(url: string, { id, event }: StoredDelivery) {
  return {
    kind: 'client',
    attributes: {
      'server.address': new URL(url).hostname,
      'webhook.delivery': id,
      'execution.id': event.executionId,
    },
  } as const;
}

async function prepare(
  { vault, clock, signedAt = clock.now, renderExecution }: DeliveryServices,
  delivery: StoredDelivery,
) {
  const { event, endpoint } = delivery;
  const execution = await renderExecution(event.executionId);
  if (execution === null) throw new Error(`The execution of event ${event.id} is missing.`);
  const body = JSON.stringify(renderWebhook(event, execution));
  const now = signedAt();
  const key = vault.openDataKey(endpoint.wrappedKey);
  const secrets = secretsInUse(openSecrets(key, endpoint.id, endpoint.sealedSecrets), now);
  const headers = signWebhook({
    id: event.id,
    sequence: event.sequence,
    body,
    secrets: secrets.map(({ secret }) => secret),
    now,
  });
  return {
    url: endpoint.url,
    // Some firewalls reject requests without a User-Agent.
    headers: { ...headers, 'user-agent': 'orchestration-webhooks' },
    body: Buffer.from(body, 'utf8'),
  };
}

/** Encrypts the beginning of a response body; null if there is none, or it may not be stored. */
async function sealAnswer(
  { sealAnswer }: DeliveryServices,
  { id, event }: StoredDelivery,
  reply: OutgoingReply,
): Promise<Uint8Array | null> {
  if (!sealAnswer || reply.kind === 'failed' || reply.body.byteLength === 0) return null;
  return sealAnswer({
    deliveryId: id,
    executionId: event.executionId,
    body: reply.body.subarray(0, keptAnswerBytes),
  });
}

/**
 * Stores the result of an attempt and its job. Reads the state again first, because other attempts of the endpoint may have
 * ended.
 */
async function settle(
  { clock, random, logger }: DeliveryServices,
  transaction: WebhookTransaction,
  { claim, verdict, logged, url }: MadeAttempt,
): Promise<void> {
  const deliveryId = claim.subjectId;
  const delivery = await transaction.findDelivery(deliveryId);
  if (delivery === null) return transaction.completeJob(claim);
  if (!(await transaction.holds(claim))) {
    logger.warn('An attempt ended after its lease and is not counted.', { delivery: deliveryId });
    return;
  }
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
  await transaction.logAttempt({ ...logged, number: attempts });
  const counted = { attempts, lastStatus: verdict.status };
  const { startedAt } = logged;
  // If the endpoint was moved in the meantime, the response of the old address says nothing about the new one.
  const isTrusted = clock.isTrusted();
  const health =
    url === endpoint.url ? healthAfter(endpoint, verdict, { startedAt, now }, isTrusted) : endpoint;
  if (!isSameHealth(health, endpoint)) await transaction.updateEndpoint(endpoint.id, health);
  if (verdict.kind === 'delivered') {
    const delivered = { state: 'delivered', nextAt: null, lastError: null, deliveredAt: now } as const;
    const firstDeliveredAt = delivery.firstDeliveredAt ?? now;
    await transaction.updateDelivery(deliveryId, { ...counted, ...delivered, firstDeliveredAt });
    return transaction.completeJob(claim);
  }
  const failed = { ...counted, lastError: verdict.error };
  const givenUp = { ...failed, state: 'undelivered', nextAt: null, undeliveredAt: now } as const;
  // A delivery that was held during the attempt is sent with the endpoint's other held deliveries, which may already have been
  // resumed.
  if (health.disabledAt !== null || delivery.state === 'held') {
    const held = { ...failed, state: 'held', nextAt: null } as const;
    // An event that is only sent once has now been sent: resuming the endpoint must not send it again.
    await transaction.updateDelivery(deliveryId, eventTraits[event.event].isSentOnce ? givenUp : held);
    await transaction.completeJob(claim);
    if (health.disabledAt === null || endpoint.disabledAt !== null) return;
    logger.warn('A webhook endpoint was disabled.', { endpoint: endpoint.id, reason: health.disabledReason });
    await transaction.record({
      actor: { kind: 'system', task: 'workflow' },
      act: 'endpoint.disable',
      id: endpoint.id,
      at: now,
      changes: { reason: health.disabledReason },
    });
    return startHolding(transaction, endpoint.id, now);
  }
  const { retryAfterMs } = verdict;
  const attempt = { event: event.event, attempts, retryAfterMs, random: random() };
  const wait = waitAfterAttempt(attempt, isTrusted);
  if (wait === null) {
    await transaction.updateDelivery(deliveryId, givenUp);
    return transaction.completeJob(claim);
  }
  await transaction.updateDelivery(deliveryId, { ...failed, nextAt: now + wait });
  return transaction.postponeJob(claim, now + wait);
}
