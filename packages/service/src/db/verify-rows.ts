import type { Database } from './schema.ts';
import { areRowsSealed } from './seal-earlier-rows.ts';
import {
  type BrokenRow,
  findRowFault,
  nameOfRow,
  type RowSeal,
  type SealedTable,
  sealGroupOf,
  selectSealed,
} from './sealed-rows.ts';
import { isRuleMissing } from './sign-in-rules.ts';

/** Result of a look at the rows that give rights, or prove who has them. */
export interface RowsReport {
  readonly rows: number;
  readonly broken: readonly BrokenRow[];
}

/** Verifies each API key, person, membership, invitation, session and rule of an account. */
export async function verifyRows(db: Database, seal: RowSeal): Promise<RowsReport> {
  const broken: BrokenRow[] = [];
  let count = 0;
  for (const table of Object.keys(words) as SealedTable[]) {
    const isSealed = await areRowsSealed(db, sealGroupOf(table), seal);
    const rows = await selectSealed(db, table).execute();
    count += rows.length;
    for (const row of rows) {
      const fault = findRowFault(seal, table, row);
      const waits = fault === 'ROW_UNSEALED' && !isSealed && row.recorded_serial === null;
      if (fault !== null && !waits) broken.push({ ...nameOfRow(table, row), fault });
    }
  }
  for (const { id } of await db.selectFrom('accounts').select('id').execute())
    if (await isRuleMissing(db, id))
      broken.push({ table: 'sign_in_rules', id, accountId: id, fault: 'ROW_MISSING' });
  return { rows: count, broken };
}

const words = {
  api_keys: 'API key',
  memberships: 'role of the person',
  invitations: 'invitation',
  admin_sessions: 'session',
  people: 'person',
  sign_in_rules: 'rule of second steps',
} as const satisfies Readonly<Record<SealedTable, string>>;

/** Tells a broken row. */
export function rowWords({ table, id, accountId, fault }: BrokenRow): string {
  const where = accountId === null ? '' : ` of the account ${accountId}`;
  return `The ${words[table]} ${id}${where} is not as the service wrote it (${fault}).`;
}
