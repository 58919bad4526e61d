import type { Clock } from '../../clock.ts';
import type { HandOff } from '../../hand-offs/hand-off.ts';
import type { HandOffReads, HandOffStore, HandOffTransaction } from '../../hand-offs/hand-off-store.ts';
import type { OpenDatabase } from '../opening/open-database.ts';
import type { Database } from '../schema.ts';
import type { StateSeal } from './execution-states.ts';
import { transactExecutions } from './execution-store.ts';
import type { HandOffsTable } from './session-tables.ts';

/** Stores hand-offs in the database. */
export function createHandOffStore(
  { main, reader }: OpenDatabase,
  clock: Clock,
  seal: StateSeal,
): HandOffStore {
  return {
    ...handOffReads(reader),
    transact: (locks, work) =>
      transactExecutions(main, { clock, seal }, locks, (transaction, trx) =>
        work({
          ...transaction,
          ...handOffReads(trx),
          async putHandOff(handOff) {
            const row = rowOf(handOff) as HandOffsTable;
            await trx
              .insertInto('hand_offs')
              .values(row)
              .onConflict((before) => before.column('execution_id').doUpdateSet(row))
              .execute();
          },
          updateHandOff: updateHandOff(trx),
          async removeHandOff(executionId) {
            await trx.deleteFrom('hand_offs').where('execution_id', '=', executionId).execute();
          },
        }),
      ),
  };
}

/** Returns the function that changes hand-offs on a connection. */
export function updateHandOff(db: Database): HandOffTransaction['updateHandOff'] {
  return async (executionId, changes) => {
    await db.updateTable('hand_offs').set(rowOf(changes)).where('execution_id', '=', executionId).execute();
  };
}

/** Builds the queries about hand-offs on a connection. */
export function handOffReads(db: Database): HandOffReads {
  const findBy = async (column: 'execution_id' | 'secret_hash', value: string) => {
    const row = await db.selectFrom('hand_offs').selectAll().where(column, '=', value).executeTakeFirst();
    return row ? fromRow(row) : null;
  };
  return {
    findHandOff: (executionId) => findBy('execution_id', executionId),
    findHandOffBySecretHash: (secretHash) => findBy('secret_hash', secretHash),
  };
}

/** Converts the members that are present to columns. */
function rowOf(handOff: Partial<HandOff>): Partial<HandOffsTable> {
  const row: { [Column in keyof HandOffsTable]: HandOffsTable[Column] | undefined } = {
    execution_id: handOff.executionId,
    secret_hash: handOff.secretHash,
    pairing_code: handOff.pairingCode,
    opener_epoch: handOff.openerEpoch,
    origin_epoch: handOff.originEpoch,
    opener_nonce_hash: handOff.openerNonceHash,
    phone_epoch: handOff.phoneEpoch,
    nonce_hash: handOff.nonceHash,
    expires_at: handOff.expiresAt,
    gone_at: handOff.goneAt,
    silent: handOff.silent === undefined ? undefined : Number(handOff.silent),
    returned_epoch: handOff.returnedEpoch,
    sealed_look: handOff.sealedLook,
  };
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<HandOffsTable>;
}

function fromRow(row: HandOffsTable): HandOff {
  return {
    executionId: row.execution_id,
    secretHash: row.secret_hash,
    pairingCode: row.pairing_code,
    openerEpoch: row.opener_epoch,
    originEpoch: row.origin_epoch ?? row.opener_epoch,
    openerNonceHash: row.opener_nonce_hash,
    phoneEpoch: row.phone_epoch,
    nonceHash: row.nonce_hash,
    expiresAt: row.expires_at,
    goneAt: row.gone_at,
    silent: row.silent === 1,
    returnedEpoch: row.returned_epoch,
    sealedLook: row.sealed_look,
  };
}
