import type { ApiKeyStore, KeyPurpose, StoredApiKey } from '../accounts/api-key.ts';
import type { KeyUseStore } from '../accounts/key-use.ts';
import type { ApiKeysTable } from './account-tables.ts';
import type { OpenDatabase } from './open-database.ts';
import { prepareQuery } from './prepared-query.ts';

/** API keys in the database. */
export function createApiKeyStore({
  main,
  reader,
  read,
  write,
  shareReads,
}: OpenDatabase): ApiKeyStore & KeyUseStore {
  const byId = prepareQuery<{ id: string }, ApiKeysTable>(reader, (db, value) =>
    db.selectFrom('api_keys').selectAll().where('id', '=', value('id')),
  );
  const use = prepareQuery<{ id: string; now: number }, unknown>(main, (db, value) =>
    db
      .updateTable('api_keys')
      .set({ last_used_at: value('now') })
      .where('id', '=', value('id')),
  );
  const find = async (id: string): Promise<StoredApiKey | null> => {
    const [row] = await read(byId({ id }));
    if (!row) return null;
    return {
      id: row.id,
      accountId: row.account_id,
      hash: row.hash,
      purpose: row.purpose as KeyPurpose,
      workflowIds: row.scope === null ? null : (JSON.parse(row.scope) as string[]),
      revokedAt: row.revoked_at,
      expiresAt: row.expires_at,
    };
  };
  return { noteUse: (id, now) => write([use({ id, now })]), find: shareReads(find) };
}
