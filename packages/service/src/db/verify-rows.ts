import type { Database } from './schema.ts';
import { areRowsSealed } from './seal-earlier-rows.ts';
import { type BrokenRow, findRowFault, nameOfRow, type RowSeal, selectSealed } from './sealed-rows.ts';

/** Result of a look at the rows that give rights. */
export interface RowsReport {
  readonly rows: number;
  readonly broken: readonly BrokenRow[];
}

/** Verifies each API key, membership, invitation and session. */
export async function verifyRows(db: Database, seal: RowSeal): Promise<RowsReport> {
  const isSealed = await areRowsSealed(db, seal);
  const broken: BrokenRow[] = [];
  let count = 0;
  for (const table of ['api_keys', 'memberships', 'invitations', 'admin_sessions'] as const) {
    const rows = await selectSealed(db, table).execute();
    count += rows.length;
    for (const row of rows) {
      const fault = findRowFault(seal, table, row);
      const waits = fault === 'ROW_UNSEALED' && !isSealed && row.recorded_serial === null;
      if (fault !== null && !waits) broken.push({ ...nameOfRow(table, row), fault });
    }
  }
  return { rows: count, broken };
}

const words = {
  api_keys: 'API key',
  memberships: 'role of the person',
  invitations: 'invitation',
  admin_sessions: 'session',
} as const;

/** Tells a broken row. */
export function rowWords({ table, id, accountId, fault }: BrokenRow): string {
  return `The ${words[table]} ${id} of the account ${accountId} is not as the service wrote it (${fault}).`;
}
