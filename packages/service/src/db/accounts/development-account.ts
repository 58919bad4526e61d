import { randomUUID } from 'node:crypto';
import { webhookEvents } from '@vendor/contract';
import { type DevelopmentStore, demoShop } from '../../accounts/development-account.ts';
import type { Vault } from '../../secrets/vault.ts';
import { noLock } from '../../transaction-locks.ts';
import { createEndpointSecret, openSecrets } from '../../webhooks/endpoints/endpoint-secrets.ts';
import { containsText } from '../dialect.ts';
import { inTransaction } from '../in-transaction.ts';
import { createRowSeal } from '../integrity/sealed-rows.ts';
import type { OpenDatabase } from '../opening/open-database.ts';
import type { Database } from '../schema.ts';
import { scheduleQueueUpdate } from '../webhooks/endpoint-queues.ts';
import { insertEndpoint } from '../webhooks/webhook-endpoints.ts';
import { insertAccount, insertApiKey } from './accounts.ts';
import { createApiKeyStore } from './api-keys.ts';
import { insertWorkflow } from './workflow-library.ts';

/**
 * Stores the development account in the database. Finds it by the name of the demo's shop, also if that name was changed in the
 * Admin Panel or other accounts exist.
 */
export function createDevelopmentStore(database: OpenDatabase, vault: Vault): DevelopmentStore {
  const db = database.main;
  const seal = createRowSeal(vault);
  return {
    ...createApiKeyStore(database, seal),
    async findAccount() {
      const named = await db
        .selectFrom('accounts')
        .select('id')
        .where('name', '=', demoShop)
        .orderBy('created_at')
        .limit(1)
        .executeTakeFirst();
      const account = named ?? (await findRenamed(db));
      if (!account) return null;
      const workflows = await db
        .selectFrom('workflows')
        .select(['id', 'name'])
        .where('account_id', '=', account.id)
        .orderBy('created_at')
        .orderBy('name', 'desc')
        .execute();
      return { id: account.id, workflows };
    },
    createAccount({ name, workflows, now }) {
      return inTransaction(db, noLock, async (trx) => {
        const id = randomUUID();
        await insertAccount(trx, { id, name, createdAt: now });
        for (const workflow of workflows) {
          await insertWorkflow(trx, { id: randomUUID(), accountId: id, active: true, ...workflow, now });
        }
        return id;
      });
    },
    async addApiKey(accountId, { id, hash, now }) {
      await insertApiKey(db, seal, { id, accountId, hash, mode: 'test', name: null, workflowIds: null, now });
    },
    ensureEndpoint(accountId, url, now) {
      return inTransaction(db, { account: accountId }, (trx) =>
        ensureEndpoint(trx, vault, accountId, url, now),
      );
    },
  };
}

async function ensureEndpoint(
  db: Database,
  vault: Vault,
  accountId: string,
  url: string,
  now: number,
): Promise<string> {
  const found = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (found) {
    // Clears the failures of an endpoint that moved: those at the old port say nothing about the new one.
    const doingWell = { failing_since: null, relapsed_at: null, failed_at: null };
    const moved = { url, ...doingWell, disabled_at: null, disabled_reason: null };
    if (found.url !== url) {
      await db.updateTable('webhook_endpoints').set(moved).where('id', '=', found.id).execute();
      // Sends events that were waiting for the old address to the new one.
      await scheduleQueueUpdate(db, found.id, now);
    }
    const [newest] = openSecrets(vault.openDataKey(found.wrapped_key), found.id, found.sealed_secret);
    if (!newest) throw new Error('The endpoint has no secret.');
    return newest.secret;
  }
  const id = randomUUID();
  const secret = createEndpointSecret();
  await insertEndpoint(db, vault, { id, accountId, url, secret, events: webhookEvents, createdAt: now });
  return secret;
}

/** Finds the account that had the name of the demo's shop before the Admin Panel changed it. */
function findRenamed(db: Database): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('audit_events')
    .innerJoin('accounts', 'accounts.id', 'audit_events.chain')
    .select('accounts.id')
    .where('act', '=', 'account.brand')
    .where(containsText('changes', `"name":[${JSON.stringify(demoShop)},`))
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
}
