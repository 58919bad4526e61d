import type { OpenDatabase } from '../db/opening/open-database.ts';
import { createEndpointStore } from '../db/webhooks/endpoint-store.ts';
import { createWebhookReads } from '../db/webhooks/webhook-reads.ts';
import { createWebhookStore } from '../db/webhooks/webhook-store.ts';
import type { Vault } from '../secrets/vault.ts';
import type { WebhookServices } from '../webhooks/webhook-services.ts';

interface WebhookParts
  extends Pick<WebhookServices, 'outgoing' | 'clock' | 'jobs' | 'logger' | 'endpointPolicy'> {
  readonly database: OpenDatabase;
  readonly vault: Vault;
}

/** Puts together the services by which accounts manage their webhooks, in the API and the Admin Panel. */
export function openWebhooks({ database, vault, ...parts }: WebhookParts): WebhookServices {
  return {
    ...parts,
    reads: createWebhookReads(database.reader, vault),
    store: createWebhookStore(database.main, database.reader),
    endpoints: createEndpointStore(database.main, vault),
    testsInProgress: new Set(),
  };
}
