import type { ApiKeyEntry, NewApiKey } from '../../accounts/api-key.ts';
import type { KeyReads, KeyRotation, KeyStore } from '../../administration/keys/key-store.ts';
import { changesIn } from '../../audit/audit-event.ts';
import { auditPage, recordAct } from '../audit/audit-trail.ts';
import { inTransaction } from '../in-transaction.ts';
import { usableRows } from '../integrity/seal-earlier-rows.ts';
import { nextSerial, type RowSeal, sealRow, selectSealed } from '../integrity/sealed-rows.ts';
import type { OpenDatabase } from '../opening/open-database.ts';
import type { Database } from '../schema.ts';
import type { ApiKeysTable } from './account-tables.ts';
import { entryOfKey, insertApiKey } from './accounts.ts';

/** Administers API keys in the database. Leaves out keys whose rows were forged. */
export function createKeyStore(
  { main, reader }: Pick<OpenDatabase, 'main' | 'reader'>,
  seal: RowSeal,
): KeyStore {
  return {
    ...readsOf(reader, seal),
    transact: (locks, work) =>
      inTransaction(main, locks, (trx) =>
        work({
          ...readsOf(trx, seal),
          async workflowIds(accountId) {
            const rows = await trx
              .selectFrom('workflows')
              .select('id')
              .where('account_id', '=', accountId)
              .execute();
            return rows.map(({ id }) => id);
          },
          rotations: ({ id, accountId }) => findRotations(trx, id, accountId),
          insert: (key: NewApiKey) => insertApiKey(trx, seal, key),
          revoke: (id, now) => changeKey(trx, seal, id, { revoked_at: now }),
          expire: (id, at) => changeKey(trx, seal, id, { expires_at: at }),
          async record(act) {
            await recordAct(trx, act);
          },
        }),
      ),
  };
}

/** Maximum number of rotations of one key that are read. A key that is being replaced lives for at most 30 days. */
const maxRotations = 1000;

async function findRotations(db: Database, id: string, chain: string): Promise<KeyRotation[]> {
  const events = await auditPage(db, { chain, subjectId: id, act: 'key.expire', limit: maxRotations });
  return events
    .sort((one, other) => one.seq - other.seq)
    .flatMap((event) => {
      const { expiresAt, replacedBy } = changesIn(event);
      if (!Array.isArray(expiresAt)) return [];
      const before: unknown = expiresAt[0];
      return {
        expiresAt: typeof before === 'number' ? before : null,
        replacedBy: typeof replacedBy === 'string' ? replacedBy : null,
      };
    });
}

/**
 * Changes a key, and seals it with its next serial.
 *
 * @returns the serial after the change.
 * @throws if the key is missing or its row was forged.
 */
async function changeKey(
  db: Database,
  seal: RowSeal,
  id: string,
  changes: Partial<ApiKeysTable>,
): Promise<number> {
  const [row] = await usableRows(
    db,
    seal,
    'api_keys',
    await selectSealed(db, 'api_keys').where('id', '=', id).execute(),
  );
  if (!row) throw new Error('The key differs from what the service wrote.');
  const { recorded_serial: _, ...before } = row;
  const serial = await nextSerial(db, { kind: 'key', id }, row.account_id);
  const changed = sealRow(seal, 'api_keys', { ...before, ...changes, serial });
  await db
    .updateTable('api_keys')
    .set({ ...changes, serial, mac: changed.mac })
    .where('id', '=', id)
    .execute();
  return serial;
}

function readsOf(db: Database, seal: RowSeal): KeyReads {
  const select = () => selectSealed(db, 'api_keys').orderBy('created_at').orderBy('id');
  return {
    async keys(accountId) {
      const all = select();
      const rows = await (accountId === undefined ? all : all.where('account_id', '=', accountId)).execute();
      return (await usableRows(db, seal, 'api_keys', rows)).map(entryOfKey);
    },
    async key(id): Promise<ApiKeyEntry | null> {
      const [row] = await usableRows(db, seal, 'api_keys', await select().where('id', '=', id).execute());
      return row ? entryOfKey(row) : null;
    },
  };
}
