import type { KeyActor, PersonInMode } from '../access/actor.ts';
import { type Act, findObstacle } from '../access/find-obstacle.ts';
import type { Clock } from '../clock.ts';
import type { JobQueue } from '../jobs/job.ts';
import type { Logger } from '../logging/logger.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { Refusal, refuseHeader } from '../refusal.ts';
import type { EndpointStore } from './endpoints/endpoint-store.ts';
import type { EndpointPolicy } from './endpoints/endpoint-url.ts';
import type { WebhookReads } from './webhook-reads.ts';
import type { WebhookStore } from './webhook-store.ts';

/** Actor who manages the webhooks of an account, in one mode. */
export type WebhookActor = KeyActor | PersonInMode;

/** Services needed to manage the webhooks of an account. */
export interface WebhookServices {
  readonly reads: WebhookReads;
  readonly store: WebhookStore;
  readonly endpoints: EndpointStore;
  readonly outgoing: Outgoing;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly logger: Logger;
  /** Rules for the addresses of endpoints. */
  readonly endpointPolicy: EndpointPolicy;
  /** Ids of the endpoints to which this process is sending a test delivery. */
  readonly testsInProgress: Set<string>;
}

/**
 * Refuses an act that the actor may not carry out. Endpoints also serve live executions, which a test key may not affect.
 * @throws {Refusal} FORBIDDEN.
 */
export function requireWebhookAct(actor: WebhookActor, act: Act): void {
  const obstacle = findObstacle(actor, act, actor.kind === 'person' ? { mode: actor.mode } : {});
  if (obstacle === null) return;
  if (actor.kind === 'person')
    throw new Refusal(
      'FORBIDDEN',
      obstacle === 'mode'
        ? 'This endpoint also receives live events, and you have no access to live mode.'
        : 'You are not allowed to do this.',
    );
  throw refuseHeader(
    'FORBIDDEN',
    'x-api-key',
    obstacle === 'test-key'
      ? 'contains a test key, and this endpoint also receives live events'
      : 'contains a key that is not for webhooks',
  );
}
