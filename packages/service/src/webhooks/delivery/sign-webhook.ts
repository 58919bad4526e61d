import { webhookHeaders } from '@vendor/contract';
import { Webhook } from 'standardwebhooks';

export interface WebhookToSign {
  /** The same in every attempt, so that the receiver can drop a repeated delivery of an event. */
  id: string;
  sequence: number;
  body: string;
  /** Secrets that each produce a signature, newest first. */
  secrets: readonly string[];
  now: number;
}

/** Builds the headers of one attempt according to Standard Webhooks: signed over id, time and the exact bytes of the body. */
export function signWebhook({ id, sequence, body, secrets, now }: WebhookToSign): Record<string, string> {
  const time = new Date(now);
  return {
    'content-type': 'application/json',
    [webhookHeaders.id]: id,
    [webhookHeaders.timestamp]: String(Math.floor(now / 1000)),
    [webhookHeaders.signature]: secrets.map((secret) => new Webhook(secret).sign(id, time, body)).join(' '),
    [webhookHeaders.sequence]: String(sequence),
  };
}
