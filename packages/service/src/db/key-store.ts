import type { ApiKeyEntry, NewApiKey } from '../accounts/api-key.ts';
import type { KeyReads, KeyStore } from '../administration/keys/key-store.ts';
import { insertApiKey, listApiKeys } from './accounts.ts';
import { recordAct } from './audit-trail.ts';
import type { OpenDatabase } from './open-database.ts';
import type { Database } from './schema.ts';

/** The administration of API keys in the database. */
export function createKeyStore({ main, reader }: Pick<OpenDatabase, 'main' | 'reader'>): KeyStore {
  return {
    ...readsOf(reader),
    transact: (work) =>
      main.transaction().execute((trx) =>
        work({
          ...readsOf(trx),
          async workflowIds(accountId) {
            const rows = await trx
              .selectFrom('workflows')
              .select('id')
              .where('account_id', '=', accountId)
              .execute();
            return rows.map(({ id }) => id);
          },
          insert: (key: NewApiKey) => insertApiKey(trx, key),
          async revoke(id, now) {
            await trx
              .updateTable('api_keys')
              .set({ revoked_at: now })
              .where('id', '=', id)
              .where('revoked_at', 'is', null)
              .execute();
          },
          async expire(id, at) {
            await trx.updateTable('api_keys').set({ expires_at: at }).where('id', '=', id).execute();
          },
          async record(act) {
            await recordAct(trx, act);
          },
        }),
      ),
  };
}

function readsOf(db: Database): KeyReads {
  return {
    keys: (accountId) => listApiKeys(db, accountId),
    async key(id): Promise<ApiKeyEntry | null> {
      return (await listApiKeys(db)).find((key) => key.id === id) ?? null;
    },
  };
}
