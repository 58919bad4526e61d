import type { ApiKeyEntry, KeyMode, KeyPurpose, NewApiKey } from '../accounts/api-key.ts';
import type { Database } from './schema.ts';

/** Account that asks for verifications. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  /** After so many days the data of an execution that has ended is purged; null: it is kept. */
  readonly retentionDays: number | null;
}

export async function insertAccount(db: Database, account: Account): Promise<void> {
  const { id, name, createdAt, retentionDays } = account;
  await db
    .insertInto('accounts')
    .values({ id, name, created_at: createdAt, retention_days: retentionDays })
    .execute();
}

/** Sets how long the data of an account is kept. @returns false when there is no such account. */
export async function setRetention(db: Database, id: string, days: number | null): Promise<boolean> {
  const query = db.updateTable('accounts').set({ retention_days: days }).where('id', '=', id);
  return (await query.executeTakeFirst()).numUpdatedRows > 0n;
}

/** All accounts, the oldest first. */
export async function listAccounts(db: Database): Promise<Account[]> {
  const rows = await db.selectFrom('accounts').selectAll().orderBy('created_at').orderBy('id').execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    retentionDays: row.retention_days,
  }));
}

export async function insertApiKey(db: Database, key: NewApiKey): Promise<void> {
  await db
    .insertInto('api_keys')
    .values({
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
    })
    .execute();
}

/** The keys of an account, or of all; the oldest first. */
export async function listApiKeys(db: Database, accountId?: string): Promise<ApiKeyEntry[]> {
  const all = db.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('id');
  const rows = await (accountId === undefined ? all : all.where('account_id', '=', accountId)).execute();
  return rows.map((row) => ({
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
  }));
}
