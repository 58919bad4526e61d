import type { Execution } from '@vendor/contract';
import type { AdminDelivery } from '@vendor/contract/admin';
import type { PersonInMode } from '../../access/actor.ts';
import { findObstacle } from '../../access/find-obstacle.ts';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { renderExecution } from '../../executions/outcome/render-execution.ts';
import { sealReason } from '../../executions/outcome/reveal-reason.ts';
import { dataKeyOf, sealContext } from '../../executions/sealed-data.ts';
import { StateBrokenError } from '../../executions/state-broken-error.ts';
import type { StoredExecution } from '../../executions/stored-execution.ts';
import { Refusal } from '../../refusal.ts';
import { SealBrokenError } from '../../secrets/sealed-box.ts';
import { WrongMasterKeyError } from '../../secrets/vault.ts';
import { deliveryLog } from '../../webhooks/delivery/account-deliveries.ts';
import { describeAnswer } from '../../webhooks/delivery/answer-text.ts';
import { renderWebhook } from '../../webhooks/delivery/render-webhook.ts';
import { shownUrl } from '../../webhooks/endpoints/endpoint-url.ts';
import type { WebhookServices } from '../../webhooks/webhook-services.ts';
import type { StoredEvent } from '../../webhooks/webhook-store.ts';
import { maskWebhook, withoutSignatures } from './mask-webhook.ts';

export interface ShowDeliveryServices
  extends Pick<ExecutionServices, 'store' | 'vault' | 'mediaLinks' | 'clock' | 'recordRead'> {
  readonly webhookServices: WebhookServices;
}

/**
 * Shows a delivery with its log and payload. Personal data is masked, and response bodies are left out, because they may repeat
 * the payload.
 *
 * @throws {Refusal} FORBIDDEN, WEBHOOK_DELIVERY_NOT_FOUND.
 */
export function showDelivery(
  services: ShowDeliveryServices,
  actor: PersonInMode,
  id: string,
): Promise<AdminDelivery> {
  return describeDelivery(services, actor, id, null);
}

/**
 * Shows a delivery unmasked and with response bodies. The audit trail keeps the stated reason until the purge.
 *
 * @throws {Refusal} FORBIDDEN, also for a person who may see it only masked; WEBHOOK_DELIVERY_NOT_FOUND; EXECUTION_PURGED.
 */
export function revealDelivery(
  services: ShowDeliveryServices,
  actor: PersonInMode,
  id: string,
  reason: string,
): Promise<AdminDelivery> {
  return describeDelivery(services, actor, id, reason);
}

async function describeDelivery(
  services: ShowDeliveryServices,
  actor: PersonInMode,
  id: string,
  reason: string | null,
): Promise<AdminDelivery> {
  const { webhookServices: webhooks, clock, recordRead } = services;
  const { delivery, log } = await deliveryLog(webhooks, actor, id);
  const stored = await webhooks.store.findDelivery(delivery.id);
  const execution = await findReadable(services, delivery.executionId);
  const mayReveal = findObstacle(actor, 'execution.reveal', { mode: actor.mode }) === null;
  const isMasked = reason === null;
  if (!isMasked && !mayReveal)
    throw new Refusal('FORBIDDEN', 'You may not see personal data of this execution unmasked.');
  const key = execution?.dataPurgedAt === null && !isMasked ? dataKeyOf(services.vault, execution) : null;
  if (!isMasked && execution && key === null)
    throw new Refusal('EXECUTION_PURGED', 'The personal data of this execution was purged.');
  if (execution && execution.dataPurgedAt === null)
    await recordRead({
      actor,
      act: isMasked ? 'execution.read' : 'execution.reveal',
      at: clock.now(),
      accountId: actor.accountId,
      subject: { kind: 'execution', id: delivery.executionId },
      mode: actor.mode,
      changes: key && reason !== null ? sealReason(key, execution.id, reason) : { personal: false },
    });
  const body = stored && execution && (await renderBody(services, stored.event, execution));
  const sealed = isMasked ? [] : await webhooks.reads.sealedAnswers(delivery.id);
  return {
    delivery,
    url: shownUrl(stored?.endpoint.url ?? log.at(-1)?.request.url ?? 'https://removed.invalid'),
    isMasked,
    mayReveal: mayReveal && execution?.dataPurgedAt === null,
    body: body ? JSON.stringify(maskWebhook(body, isMasked), null, 2) : null,
    log: log.map((attempt, index) => {
      const body = sealed[index] && key?.open(sealed[index], sealContext.answer(delivery.id));
      const answer = body ? describeAnswer(body, attempt.response?.bodyBytes) : null;
      return { ...attempt, answer: answer && { ...answer, text: withoutSignatures(answer.text) } };
    }),
  };
}

/** Finds an execution; null: its state was changed outside of the service. */
async function findReadable({ store }: ShowDeliveryServices, id: string): Promise<StoredExecution | null> {
  try {
    return await store.find(id);
  } catch (error) {
    if (error instanceof StateBrokenError) return null;
    throw error;
  }
}

/** Renders the payload of an event; null: its data cannot be decrypted. */
async function renderBody(
  services: ShowDeliveryServices,
  event: StoredEvent,
  execution: StoredExecution,
): Promise<unknown> {
  try {
    const rendered: Execution = await renderExecution(services, execution);
    return renderWebhook(event, rendered);
  } catch (error) {
    if (error instanceof SealBrokenError || error instanceof WrongMasterKeyError) return null;
    throw error;
  }
}
