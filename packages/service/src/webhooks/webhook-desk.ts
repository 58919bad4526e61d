import type { AccountKey } from '../accounts/api-key.ts';
import type { Clock } from '../clock.ts';
import type { JobQueue } from '../jobs/job.ts';
import type { Logger } from '../logging/logger.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { refuseHeader } from '../refusal.ts';
import type { EndpointPolicy } from './endpoint-url.ts';
import type { WebhookReads } from './webhook-reads.ts';
import type { WebhookStore } from './webhook-store.ts';

/** What is needed to look after the webhooks of an account. */
export interface WebhookDesk {
  readonly reads: WebhookReads;
  readonly store: WebhookStore;
  readonly outgoing: Outgoing;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly logger: Logger;
  /** Where endpoints may be. */
  readonly endpointPolicy: EndpointPolicy;
  /** The endpoints that this process is sending a test delivery to. */
  readonly testsUnderWay: Set<string>;
}

/** @throws {Refusal} FORBIDDEN for a key that is for something else. */
export function requireWebhookKey({ purpose }: AccountKey): void {
  if (purpose === 'webhooks') return;
  throw refuseHeader('FORBIDDEN', 'x-api-key', 'holds a key that is not for webhooks');
}

/** @throws {Refusal} FORBIDDEN for a key that is for something else, and for a test key: endpoints serve live executions, too. */
export function requireLiveKey(key: AccountKey): void {
  requireWebhookKey(key);
  if (key.mode === 'live') return;
  throw refuseHeader('FORBIDDEN', 'x-api-key', 'holds a test key, and live events go to this endpoint, too');
}
