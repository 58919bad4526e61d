import type { WebhookEvent } from '@vendor/contract';
import type { Vault } from '../secrets/vault.ts';
import { sealSecrets } from '../webhooks/endpoint-secrets.ts';
import type { Database } from './schema.ts';

export interface NewEndpoint {
  id: string;
  accountId: string;
  url: string;
  /** `whsec_…`, after `createEndpointSecret`. */
  secret: string;
  events: readonly WebhookEvent[];
  createdAt: number;
}

/** Stores where an account wants its events; the secret is sealed under a data key of the endpoint's own. */
export async function insertEndpoint(db: Database, vault: Vault, endpoint: NewEndpoint): Promise<void> {
  const { wrapped, key } = vault.createDataKey();
  await db
    .insertInto('webhook_endpoints')
    .values({
      id: endpoint.id,
      account_id: endpoint.accountId,
      url: endpoint.url,
      wrapped_key: wrapped,
      sealed_secret: sealSecrets(key, endpoint.id, [{ secret: endpoint.secret, until: null }]),
      events: JSON.stringify(endpoint.events),
      disabled_at: null,
      disabled_reason: null,
      failing_since: null,
      created_at: endpoint.createdAt,
    })
    .execute();
}
