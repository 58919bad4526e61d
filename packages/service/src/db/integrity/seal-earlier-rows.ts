import { type NewAuditEvent, serviceChain } from '../../audit/audit-event.ts';
import { auditPage, recordAct } from '../audit/audit-trail.ts';
import { inTransaction } from '../in-transaction.ts';
import type { OpenDatabase } from '../opening/open-database.ts';
import type { Database } from '../schema.ts';
import {
  findRowFault,
  genuineRows,
  macOfRow,
  type RowSeal,
  type SealedRow,
  type SealedTable,
  type SealGroup,
  sealGroupOf,
  selectSealed,
} from './sealed-rows.ts';

/**
 * Returns whether all rows of a group were sealed once. If so, a row without a MAC is broken.
 *
 * @param seal - if omitted, only the database is asked.
 */
export async function areRowsSealed(
  db: Database,
  group: SealGroup,
  seal?: Pick<RowSeal, 'isAnchored'>,
): Promise<boolean> {
  return seal?.isAnchored(group) || (await countSealedRows(db, group)) !== null;
}

/**
 * Returns how many rows of an earlier version were sealed, according to the database; null if the database does not record that
 * they were.
 */
export async function countSealedRows(db: Database, group: SealGroup): Promise<number | null> {
  const filter = { chain: serviceChain, act: 'integrity.seal', subjectId: group, limit: 1 };
  const [event] = await auditPage(db, filter);
  if (!event) return null;
  try {
    const changes = JSON.parse(event.changes ?? '') as Record<string, unknown>;
    const count = changes[countNames[group]];
    return typeof count === 'number' ? count : 0;
  } catch {
    return 0;
  }
}

/** Member of the audit event with the number of rows that were sealed without verification. */
const countNames = { rights: 'keys', people: 'people' } as const;

/** Returns the genuine rows and, until the service has sealed them, the rows of an earlier version. */
export async function usableRows<Table extends SealedTable>(
  db: Database,
  seal: RowSeal,
  table: Table,
  rows: readonly SealedRow<Table>[],
): Promise<SealedRow<Table>[]> {
  const mayAwaitSeal =
    rows.some(({ mac }) => mac === null) && !(await areRowsSealed(db, sealGroupOf(table), seal));
  const awaitsSeal = ({ mac, recorded_serial }: SealedRow<Table>) =>
    mayAwaitSeal && mac === null && recorded_serial === null;
  return rows.filter((row) => awaitsSeal(row) || genuineRows(seal, table, [row]).length > 0);
}

/**
 * Seals the API keys and memberships that an earlier version stored. Does so only once, at the first start with the master key.
 * Skips memberships whose earlier MAC is wrong.
 *
 * @param earlierMac - computes the MAC of a membership as the previous version did, over `[account, person, role, modes,
 *   pictures]`.
 * @returns how many keys were sealed without verification.
 */
export function sealEarlierRows(
  { main }: Pick<OpenDatabase, 'main'>,
  { seal, earlierMac, now }: { seal: RowSeal; earlierMac(text: string): string; now: number },
): Promise<number> {
  return inTransaction(main, { all: 'keys' }, async (trx) => {
    if (await areRowsSealed(trx, 'rights', seal)) return 0;
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
    await recordAct(trx, sealEvent('rights', keys, now));
    return keys;
  });
}

/**
 * Seals, without verification, the people that an earlier version stored and the rules of accounts that require a second step.
 * Does so only once, at the first start with the master key.
 *
 * @returns how many people were sealed.
 */
export function sealEarlierPeople(
  { main }: Pick<OpenDatabase, 'main'>,
  { seal, now }: { seal: RowSeal; now: number },
): Promise<number> {
  return inTransaction(main, { all: 'people' }, async (trx) => {
    if (await areRowsSealed(trx, 'people', seal)) return 0;
    const awaitsSeal = <Table extends SealedTable>(table: Table, row: SealedRow<Table>) =>
      findRowFault(seal, table, row) === 'ROW_UNSEALED' && row.recorded_serial === null;
    let people = 0;
    for (const row of await selectSealed(trx, 'people').execute()) {
      if (!awaitsSeal('people', row)) continue;
      const mac = macOfRow(seal, 'people', row);
      await trx.updateTable('people').set({ mac }).where('id', '=', row.id).execute();
      people += 1;
    }
    for (const row of await selectSealed(trx, 'sign_in_rules').execute()) {
      if (!awaitsSeal('sign_in_rules', row)) continue;
      // From now on the audit trail records the rule, so a removed rule is noticed.
      const serial = 1;
      const mac = macOfRow(seal, 'sign_in_rules', { ...row, serial });
      await trx
        .updateTable('sign_in_rules')
        .set({ mac, serial })
        .where('account_id', '=', row.account_id)
        .execute();
      await recordAct(trx, {
        ...sealEvent('people', 0, now),
        accountId: row.account_id,
        subject: { kind: 'account', id: row.account_id },
        changes: { required: row.requires_second_step === 1 },
        subjectSeq: serial,
      });
    }
    await recordAct(trx, sealEvent('people', people, now));
    return people;
  });
}

/** Builds the audit event that records that all rows of a group are sealed. */
function sealEvent(group: SealGroup, count: number, at: number): NewAuditEvent {
  return {
    actor: { kind: 'system', task: 'integrity' },
    act: 'integrity.seal',
    at,
    accountId: null,
    subject: { kind: 'seal', id: group },
    mode: null,
    changes: { [countNames[group]]: count },
  };
}
