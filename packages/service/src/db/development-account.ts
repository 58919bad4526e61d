import { randomUUID } from 'node:crypto';
import { webhookEvents } from '@vendor/contract';
import type { DevelopmentStore, NewWorkflow } from '../accounts/development-account.ts';
import type { Vault } from '../secrets/vault.ts';
import { createEndpointSecret, openSecrets } from '../webhooks/endpoint-secrets.ts';
import { createApiKeyStore } from './api-keys.ts';
import type { OpenDatabase } from './open-database.ts';
import type { Database } from './schema.ts';
import { insertEndpoint } from './webhook-endpoints.ts';

/** The development account in the database: the only one there is, since nothing else creates accounts by itself. */
export function createDevelopmentStore(database: OpenDatabase, vault: Vault): DevelopmentStore {
  const db = database.main;
  return {
    ...createApiKeyStore(database),
    async findAccount() {
      const account = await db
        .selectFrom('accounts')
        .select('id')
        .orderBy('created_at')
        .limit(1)
        .executeTakeFirst();
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
      return db.transaction().execute(async (trx) => {
        const id = randomUUID();
        await trx.insertInto('accounts').values({ id, name, created_at: now }).execute();
        for (const workflow of workflows) await insertWorkflow(trx, id, workflow, now);
        return id;
      });
    },
    async addApiKey(accountId, { id, hash, now }) {
      const row = { id, account_id: accountId, hash, scope: null, created_at: now, revoked_at: null };
      await db.insertInto('api_keys').values(row).execute();
    },
    ensureEndpoint(accountId, url, now) {
      return db.transaction().execute((trx) => ensureEndpoint(trx, vault, accountId, url, now));
    },
  };
}

async function insertWorkflow(
  db: Database,
  accountId: string,
  workflow: NewWorkflow,
  now: number,
): Promise<void> {
  const id = randomUUID();
  await db
    .insertInto('workflows')
    .values({ id, account_id: accountId, name: workflow.name, active: 1, version: 1, created_at: now })
    .execute();
  await db
    .insertInto('workflow_versions')
    .values({ workflow_id: id, version: 1, definition: JSON.stringify(workflow.definition) })
    .execute();
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
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (found) {
    // An endpoint that moved starts anew: that nobody answered at the old port says nothing about the new one.
    const moved = { url, disabled_at: null, disabled_reason: null, failing_since: null };
    if (found.url !== url) {
      await db.updateTable('webhook_endpoints').set(moved).where('id', '=', found.id).execute();
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
