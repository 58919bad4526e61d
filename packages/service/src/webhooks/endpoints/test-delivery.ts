import { randomUUID } from 'node:crypto';
import type { Execution, ExecutionStatus, WebhookEnvelope, WebhookEvent } from '@vendor/contract';
import type { Clock } from '../../clock.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import {
  type RequestHead,
  type ResponseHead,
  requestHeadOf,
  responseHeadOf,
} from '../delivery/delivery-log.ts';
import { type DeliveryVerdict, judgeReply } from '../delivery/judge-reply.ts';
import { signWebhook } from '../delivery/sign-webhook.ts';

export interface TestDelivery {
  readonly url: string;
  /** Secrets that each produce a signature, newest first. */
  readonly secrets: readonly string[];
  readonly event: WebhookEvent;
  /** Status of the invented execution; REVIEW by default. */
  readonly status?: ExecutionStatus | undefined;
}

/** Result of a test delivery. */
export interface TestOutcome {
  readonly id: string;
  readonly verdict: DeliveryVerdict;
  readonly durationMs: number;
  readonly request: RequestHead;
  readonly response: ResponseHead | null;
  /** The complete request, which contains no personal data. */
  readonly sent: { readonly headers: Readonly<Record<string, string>>; readonly body: string };
  /** Body of the response, as far as it was read; null if there was none. */
  readonly answer: Uint8Array | null;
}

/**
 * Sends one event like the service would, signed by the same secrets, and returns the response. Nothing is stored or retried.
 * The execution is invented: no account has one with its id. By default its status is REVIEW, so that a receiver that mistakes
 * it for a real one neither approves nor declines anybody.
 */
export async function sendTestDelivery(
  { outgoing, clock }: { outgoing: Outgoing; clock: Clock },
  { url, secrets, event, status = 'REVIEW' }: TestDelivery,
  signal: AbortSignal,
): Promise<TestOutcome> {
  const id = `test_${randomUUID()}`;
  const now = clock.now();
  const text = JSON.stringify(testEnvelope(event, status, now));
  const headers = {
    ...signWebhook({ id, sequence: 1, body: text, secrets, now }),
    'user-agent': 'orchestration-webhooks',
  };
  const body = Buffer.from(text, 'utf8');
  const reply = await outgoing.send({ url, method: 'POST', headers, body, signal });
  return {
    id,
    verdict: judgeReply(reply, clock.now()),
    durationMs: Math.max(0, clock.now() - now),
    request: requestHeadOf({ url, headers, body }),
    response: responseHeadOf(reply, clock.now()),
    sent: { headers, body: text },
    answer: reply.kind === 'replied' ? reply.body : null,
  };
}

function testEnvelope(event: WebhookEvent, status: ExecutionStatus, now: number): WebhookEnvelope {
  const at = new Date(now).toISOString();
  const data: Execution = {
    id: randomUUID(),
    status,
    workflow: { id: randomUUID(), name: 'Test delivery' },
    createdAt: at,
    dataPurgedAt: null,
    // As in the execution object, a PENDING execution has no checks yet.
    checks: status === 'PENDING' ? null : [],
  };
  return { event, timestamp: at, data };
}
