import type { PopupEnding } from '@vendor/contract';
import type { Clock } from '../../clock.ts';
import type { PopupReads, PopupStore } from '../../popups/popup-store.ts';
import type { PopupOver, PopupWindow } from '../../popups/popup-window.ts';
import type { OpenDatabase } from '../opening/open-database.ts';
import type { Database } from '../schema.ts';
import type { StateSeal } from './execution-states.ts';
import { transactExecutions } from './execution-store.ts';
import { handOffReads, updateHandOff } from './hand-off-store.ts';
import type { PopupWindowsTable } from './session-tables.ts';

/** Stores popup windows in the database. */
export function createPopupStore({ main, reader }: OpenDatabase, clock: Clock, seal: StateSeal): PopupStore {
  return {
    ...reads(reader),
    transact: (locks, work) =>
      transactExecutions(main, { clock, seal }, locks, (transaction, trx) =>
        work({
          ...transaction,
          ...reads(trx),
          updateHandOff: updateHandOff(trx),
          async putPopup(popup) {
            const row = rowOf(popup) as PopupWindowsTable;
            await trx
              .insertInto('popup_windows')
              .values(row)
              .onConflict((before) => before.column('execution_id').doUpdateSet(row))
              .execute();
          },
          async updatePopup(executionId, changes) {
            await trx
              .updateTable('popup_windows')
              .set(rowOf(changes))
              .where('execution_id', '=', executionId)
              .execute();
          },
        }),
      ),
  };
}

function reads(db: Database): PopupReads {
  const findBy = async (column: 'execution_id' | 'ticket_hash', value: string) => {
    const row = await db.selectFrom('popup_windows').selectAll().where(column, '=', value).executeTakeFirst();
    return row ? fromRow(row) : null;
  };
  return {
    findHandOff: handOffReads(db).findHandOff,
    findPopup: (executionId) => findBy('execution_id', executionId),
    findPopupByTicketHash: (ticketHash) => findBy('ticket_hash', ticketHash),
  };
}

/** Converts the members that are present to columns. */
function rowOf(popup: Partial<PopupWindow>): Partial<PopupWindowsTable> {
  const row: { [Column in keyof PopupWindowsTable]: PopupWindowsTable[Column] | undefined } = {
    execution_id: popup.executionId,
    ticket_hash: popup.ticketHash,
    opener_epoch: popup.openerEpoch,
    window_epoch: popup.windowEpoch,
    nonce_hash: popup.nonceHash,
    visits: popup.visits,
    expires_at: popup.expiresAt,
    gone_at: popup.goneAt,
    seq: popup.seq,
    opened: popup.opened === undefined ? undefined : Number(popup.opened),
    started: popup.started === undefined ? undefined : Number(popup.started),
    ending: popup.ending && JSON.stringify(popup.ending),
    over: popup.over,
    sealed_look: popup.sealedLook,
  };
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<PopupWindowsTable>;
}

function fromRow(row: PopupWindowsTable): PopupWindow {
  return {
    executionId: row.execution_id,
    ticketHash: row.ticket_hash,
    openerEpoch: row.opener_epoch,
    windowEpoch: row.window_epoch,
    nonceHash: row.nonce_hash,
    visits: row.visits,
    expiresAt: row.expires_at,
    goneAt: row.gone_at,
    seq: row.seq,
    opened: row.opened === 1,
    started: row.started === 1,
    ending: row.ending === null ? null : (JSON.parse(row.ending) as PopupEnding),
    over: row.over as PopupOver | null,
    sealedLook: row.sealed_look,
  };
}
