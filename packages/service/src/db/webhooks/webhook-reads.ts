import type { Kysely } from 'kysely';
import type { Vault } from '../../secrets/vault.ts';
import type { WebhookReads } from '../../webhooks/webhook-reads.ts';
import type { Schema } from '../schema.ts';
import { deliveriesHeldAt } from './delivery-holds.ts';
import { deliveryPage } from './delivery-pages.ts';
import { attemptsOf, findDeliveryEntry, sealedAnswersOf } from './webhook-deliveries.ts';
import { listEndpoints, signingSecrets, someUndelivered } from './webhook-endpoints.ts';

/** Reads endpoints and deliveries with the data that their accounts see. */
export function createWebhookReads(db: Kysely<Schema>, vault: Vault): WebhookReads {
  return {
    heldAt: () => deliveriesHeldAt(db),
    endpoints: ({ accountId, mode }) => listEndpoints(db, accountId, mode),
    signingSecrets: (endpointId, now) => signingSecrets(db, vault, endpointId, now),
    deliveries: (query) => deliveryPage(db, query),
    undelivered: (query) => someUndelivered(db, query),
    delivery: (of, id) => findDeliveryEntry(db, id, of),
    attempts: (deliveryId) => attemptsOf(db, deliveryId),
    sealedAnswers: (deliveryId) => sealedAnswersOf(db, deliveryId),
  };
}
