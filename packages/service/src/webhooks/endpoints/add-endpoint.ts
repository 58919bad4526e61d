import { randomUUID } from 'node:crypto';
import type { WebhookEvent } from '@vendor/contract';
import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../clock.ts';
import { createEndpointSecret } from './endpoint-secrets.ts';
import type { EndpointStore, NewEndpoint } from './endpoint-store.ts';

/** Endpoint that an account wants to add. */
export interface WantedEndpoint {
  readonly accountId: string;
  /** Must have passed `faultOfEndpointUrl`. */
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** `whsec_…`; by default, a new one is created. */
  readonly secret?: string;
}

/**
 * Adds an endpoint.
 *
 * @returns the endpoint with its secret, which cannot be read again; null if the account has the maximum number of endpoints.
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
