import type { ApiKeyStore, StoredApiKey } from '../accounts/api-key.ts';
import type { Database } from './schema.ts';

/** API keys in the database. */
export function createApiKeyStore(db: Database): ApiKeyStore {
  return {
    async find(id): Promise<StoredApiKey | null> {
      const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row) return null;
      return {
        id: row.id,
        accountId: row.account_id,
        hash: row.hash,
        workflowIds: row.scope === null ? null : (JSON.parse(row.scope) as string[]),
        revokedAt: row.revoked_at,
      };
    },
  };
}
