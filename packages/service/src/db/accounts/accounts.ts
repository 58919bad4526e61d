import type { ApiKeyEntry, KeyMode, KeyPurpose, NewApiKey } from '../../accounts/api-key.ts';
import type { Account, NewAccount } from '../../administration/accounts/account-store.ts';
import type { RetentionDays } from '../../administration/retention/retention-store.ts';
import { type RowSeal, sealRow } from '../integrity/sealed-rows.ts';
import type { Database } from '../schema.ts';
import type { ApiKeysTable } from './account-tables.ts';

/** Stores an account. */
export async function insertAccount(db: Database, { id, name, createdAt }: NewAccount): Promise<void> {
  await db.insertInto('accounts').values({ id, name, created_at: createdAt }).execute();
}

/** Sets how many days one account keeps the data of one mode. */
export async function setRetention(
  db: Database,
  id: string,
  mode: KeyMode,
  days: number | null,
): Promise<void> {
  const set = mode === 'live' ? { retention_days: days } : { test_retention_days: days };
  await db.updateTable('accounts').set(set).where('id', '=', id).execute();
}

/** Returns how many days an account keeps data, by mode; null if the account does not exist. */
export async function findRetention(db: Database, id: string): Promise<RetentionDays | null> {
  const row = await db
    .selectFrom('accounts')
    .select(['retention_days', 'test_retention_days'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? retentionOf(row) : null;
}

function retentionOf(row: {
  retention_days: number | null;
  test_retention_days: number | null;
}): RetentionDays {
  return { live: row.retention_days, test: row.test_retention_days };
}

/** Lists all accounts, oldest first. */
export async function listAccounts(db: Database): Promise<Account[]> {
  const rows = await db.selectFrom('accounts').selectAll().orderBy('created_at').orderBy('id').execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    retentionDays: retentionOf(row),
  }));
}

/** Stores an API key with its MAC. */
export async function insertApiKey(db: Database, seal: Pick<RowSeal, 'mac'>, key: NewApiKey): Promise<void> {
  await db
    .insertInto('api_keys')
    .values(
      sealRow(seal, 'api_keys', {
        id: key.id,
        account_id: key.accountId,
        hash: key.hash,
        scope: key.workflowIds && JSON.stringify(key.workflowIds),
        mode: key.mode,
        purpose: key.purpose ?? 'executions',
        name: key.name,
        created_at: key.now,
        last_used_at: null,
        revoked_at: null,
        expires_at: key.expiresAt ?? null,
        serial: 0,
      }),
    )
    .execute();
}

/**
 * Lists the API keys of one account, or of all accounts; oldest first. Does not verify their MACs, so use it only for names and
 * counts.
 */
export async function listApiKeys(db: Database, accountId?: string): Promise<ApiKeyEntry[]> {
  const all = db.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('id');
  const rows = await (accountId === undefined ? all : all.where('account_id', '=', accountId)).execute();
  return rows.map(entryOfKey);
}

export function entryOfKey(row: ApiKeysTable): ApiKeyEntry {
  return {
    id: row.id,
    accountId: row.account_id,
    mode: row.mode as KeyMode,
    purpose: row.purpose as KeyPurpose,
    name: row.name,
    workflowIds: row.scope === null ? null : (JSON.parse(row.scope) as string[]),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
    expiresAt: row.expires_at,
  };
}
