import { type NewAuditEvent, serviceChain } from '../audit/audit-event.ts';
import { auditPage, recordAct } from './audit-trail.ts';
import type { OpenDatabase } from './open-database.ts';
import type { Database } from './schema.ts';
import { findRowFault, macOfRow, type RowSeal, selectSealed } from './sealed-rows.ts';

/** Subject of the event that says that all rows that give rights are sealed. */
const subject = { kind: 'seal', id: 'rights' } as const;

/**
 * Whether all rows that give rights were sealed once, so that one without a MAC is broken.
 *
 * @param seal - left out: as far as the database alone tells.
 */
export async function areRowsSealed(db: Database, seal?: Pick<RowSeal, 'isAnchored'>): Promise<boolean> {
  return seal?.isAnchored() || (await countSealedRows(db)) !== null;
}

/** How many rows of an earlier version the database says were sealed; null: it does not say that they were. */
export async function countSealedRows(db: Database): Promise<number | null> {
  const filter = { chain: serviceChain, act: 'integrity.seal', subjectId: subject.id, limit: 1 };
  const [event] = await auditPage(db, filter);
  if (!event) return null;
  try {
    const { keys } = JSON.parse(event.changes ?? '') as { keys?: unknown };
    return typeof keys === 'number' ? keys : 0;
  } catch {
    return 0;
  }
}

/**
 * Seals API keys that an earlier version stored, and memberships that it gave, once: at the first start with the master key. Of
 * memberships those alone whose earlier MAC is right.
 *
 * @param earlierMac - the MAC of a membership as the version before made it, over `[account, person, role, modes, pictures]`.
 * @returns how many keys were sealed as they were.
 */
export function sealEarlierRows(
  { main }: Pick<OpenDatabase, 'main'>,
  { seal, earlierMac, now }: { seal: RowSeal; earlierMac(text: string): string; now: number },
): Promise<number> {
  return main.transaction().execute(async (trx) => {
    if (await areRowsSealed(trx, seal)) return 0;
    let keys = 0;
    for (const row of await selectSealed(trx, 'api_keys').execute()) {
      if (findRowFault(seal, 'api_keys', row) !== 'ROW_UNSEALED' || row.recorded_serial !== null) continue;
      const mac = macOfRow(seal, 'api_keys', row);
      await trx.updateTable('api_keys').set({ mac }).where('id', '=', row.id).execute();
      keys += 1;
    }
    for (const row of await selectSealed(trx, 'memberships').execute()) {
      const { account_id, person_id, role, modes, pictures } = row;
      const earlier = earlierMac(JSON.stringify([account_id, person_id, role, modes, pictures === 1]));
      if (row.mac !== earlier || row.recorded_serial !== null) continue;
      const mac = macOfRow(seal, 'memberships', row);
      await trx
        .updateTable('memberships')
        .set({ mac })
        .where('account_id', '=', account_id)
        .where('person_id', '=', person_id)
        .execute();
    }
    const act: NewAuditEvent = {
      actor: { kind: 'system', task: 'integrity' },
      act: 'integrity.seal',
      at: now,
      accountId: null,
      subject,
      mode: null,
      changes: { keys },
    };
    await recordAct(trx, act);
    return keys;
  });
}
