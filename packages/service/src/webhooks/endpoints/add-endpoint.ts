import { randomUUID } from 'node:crypto';
import type { WebhookEvent } from '@vendor/contract';
import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../clock.ts';
import { createEndpointSecret } from './endpoint-secrets.ts';
import type { EndpointStore, NewEndpoint } from './endpoint-store.ts';

/** Endpoint at which an account wants its events. */
export interface WantedEndpoint {
  readonly accountId: string;
  /** After `faultOfEndpointUrl`. */
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** `whsec_…`; left out: a new one. */
  readonly secret?: string;
}

/**
 * Adds an endpoint.
 *
 * @returns the endpoint with its secret, which is nowhere else; null where the account has as many as it may.
 */
export async function addEndpoint(
  { endpoints, clock, actor }: { endpoints: EndpointStore; clock: Clock; actor: Actor },
  { accountId, url, events, secret = createEndpointSecret() }: WantedEndpoint,
): Promise<NewEndpoint | null> {
  const endpoint = {
    id: randomUUID(),
    accountId,
    url,
    secret,
    events: [...new Set(events)],
    createdAt: clock.now(),
  };
  return (await endpoints.add(endpoint, actor)) ? endpoint : null;
}
