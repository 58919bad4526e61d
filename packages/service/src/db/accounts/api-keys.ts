import type { ApiKeyStore, KeyPurpose, StoredApiKey } from '../../accounts/api-key.ts';
import type { KeyUseStore } from '../../accounts/key-use.ts';
import { genuineRows, type RowSeal, type SealedRow, selectSealed } from '../integrity/sealed-rows.ts';
import type { OpenDatabase } from '../opening/open-database.ts';
import { prepareQuery } from '../prepared-query.ts';

/** Reads API keys from the database and notes their last use. A key whose row was forged counts as missing. */
export function createApiKeyStore(
  { main, reader, read, write, shareReads }: OpenDatabase,
  seal: RowSeal,
): ApiKeyStore & KeyUseStore {
  const byId = prepareQuery<{ id: string }, SealedRow<'api_keys'>>(reader, (db, value) =>
    selectSealed(db, 'api_keys').where('id', '=', value('id')),
  );
  const use = prepareQuery<{ id: string; now: number }, unknown>(main, (db, value) =>
    db
      .updateTable('api_keys')
      .set({ last_used_at: value('now') })
      .where('id', '=', value('id')),
  );
  const find = async (id: string): Promise<StoredApiKey | null> => {
    const [row] = genuineRows(seal, 'api_keys', await read(byId({ id })));
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
