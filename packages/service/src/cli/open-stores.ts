import { createAccountStore } from '../db/accounts/account-store.ts';
import { listApiKeys } from '../db/accounts/accounts.ts';
import { createKeyStore } from '../db/accounts/key-store.ts';
import { createWorkflowStore } from '../db/accounts/workflow-administration.ts';
import { createAuditStore } from '../db/audit/audit-trail.ts';
import { createExecutionDirectory } from '../db/executions/execution-directory.ts';
import { createExecutionStore } from '../db/executions/execution-store.ts';
import { wrappedKeysOf } from '../db/executions/wrapped-keys.ts';
import { createHoldStore } from '../db/hold-store.ts';
import { areStatesWaiting } from '../db/integrity/seal-earlier-states.ts';
import { verifyStatesOf } from '../db/integrity/verify-states.ts';
import { createPeopleStore } from '../db/people/people-store.ts';
import { createPurgeStore } from '../db/retention/purge-store.ts';
import { createRetentionStore } from '../db/retention/retention-store.ts';
import { deliveryPage } from '../db/webhooks/delivery-pages.ts';
import { createEndpointStore } from '../db/webhooks/endpoint-store.ts';
import { attemptsOf, findDeliveryEntry } from '../db/webhooks/webhook-deliveries.ts';
import { listEndpoints, undeliveredTo } from '../db/webhooks/webhook-endpoints.ts';
import { createWebhookReads } from '../db/webhooks/webhook-reads.ts';
import { createWebhookStore } from '../db/webhooks/webhook-store.ts';
import type { DeliveryQuery } from '../webhooks/webhook-reads.ts';
import type { Operator } from './operator.ts';

/** Stores of the data on which a command works. */
export type Stores = Awaited<ReturnType<typeof openStores>>;

/**
 * Opens the stores of the data, each on first use, because some need the master key. Commands only access the database through
 * them; only commands that examine the database itself, such as `doctor`, query it directly.
 *
 * @throws as `Operator.database`.
 */
export async function openStores(operator: Operator, options?: { begin: boolean }) {
  const database = await operator.database(options);
  const { main, reader } = database;
  return {
    accounts: createAccountStore(database),
    retention: createRetentionStore(database),
    holds: createHoldStore(database),
    workflows: createWorkflowStore(database),
    directory: createExecutionDirectory(reader),
    get audit() {
      return createAuditStore(database);
    },
    get people() {
      return createPeopleStore(database, operator.rows());
    },
    get keys() {
      return createKeyStore(database, operator.rows());
    },
    get executions() {
      return createExecutionStore(database, operator.clock, operator.seal());
    },
    get purges() {
      return createPurgeStore(database, operator.seal());
    },
    get endpoints() {
      return createEndpointStore(main, operator.vault());
    },
    get webhooks() {
      return createWebhookStore(main);
    },
    get webhookReads() {
      return createWebhookReads(main, operator.vault());
    },
    /** Lists the endpoints of one account or of all accounts, in every mode. */
    endpointsOf: (accountId?: string) => listEndpoints(main, accountId),
    /** Returns a page of the deliveries of one account or of all accounts. */
    deliveryPage: (query: DeliveryQuery) => deliveryPage(main, query),
    /** Finds a delivery of any account. */
    findDelivery: (id: string) => findDeliveryEntry(main, id, null),
    /** Returns the logged attempts of a delivery, oldest first. */
    attemptsOf: (deliveryId: string) => attemptsOf(main, deliveryId),
    /** Returns the ids of deliveries to an endpoint that were given up, oldest first. */
    undeliveredTo: (endpointId: string) => undeliveredTo(main, endpointId),
    /** Returns the names of keys, without verifying the rows. */
    keyNames: (accountId: string) => listApiKeys(reader, accountId),
    /** Returns whether executions of an earlier version wait to be sealed. */
    areStatesWaiting: () => areStatesWaiting(reader, operator.seal()),
    /** Returns those executions that were changed outside of the service. */
    brokenStates: (ids: readonly string[]) => verifyStatesOf(reader, operator.seal(), ids),
    /** Returns wrapped data keys by execution; null: purged. */
    wrappedKeys: (ids: readonly string[]) => wrappedKeysOf(reader, ids),
  };
}
