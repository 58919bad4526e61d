import type { ApiKeyStore, StoredApiKey } from '../accounts/api-key.ts';
import type { OpenDatabase } from './open-database.ts';
import { prepareQuery } from './prepared-query.ts';
import type { ApiKeysTable } from './schema.ts';

/** API keys in the database. */
export function createApiKeyStore({ reader, read }: OpenDatabase): ApiKeyStore {
  const byId = prepareQuery<{ id: string }, ApiKeysTable>(reader, (db, value) =>
    db.selectFrom('api_keys').selectAll().where('id', '=', value('id')),
  );
  return {
    async find(id): Promise<StoredApiKey | null> {
      const [row] = await read(byId({ id }));
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
