import { type RightInTrail, RightsInTrail } from '../../audit/rights-in-trail.ts';
import { auditPage } from '../audit/audit-trail.ts';
import { isRuleMissing } from '../people/sign-in-rules.ts';
import type { Database } from '../schema.ts';
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

/** Result of verifying the rows that give rights or identify people. */
export interface RowsReport {
  readonly rows: number;
  readonly broken: readonly BrokenRow[];
}

/**
 * Verifies all API keys, people, memberships, invitations, sessions of people, and rules of second steps, in all accounts.
 *
 * @param recorded - rights recorded in the audit trail: one without a row is reported as missing. Default: no rights.
 */
export async function verifyRows(
  db: Database,
  seal: RowSeal,
  recorded: RightsInTrail = new RightsInTrail(),
): Promise<RowsReport> {
  const broken: BrokenRow[] = [];
  let count = 0;
  for (const table of Object.keys(nouns) as SealedTable[]) {
    const isSealed = await areRowsSealed(db, sealGroupOf(table), seal);
    const rows = await selectSealed(db, table).execute();
    count += rows.length;
    for (const row of rows) {
      const fault = findRowFault(seal, table, row);
      const awaitsSeal = fault === 'ROW_UNSEALED' && !isSealed && row.recorded_serial === null;
      if (fault !== null && !awaitsSeal) broken.push({ ...nameOfRow(table, row), fault });
    }
  }
  for (const { id } of await db.selectFrom('accounts').select('id').execute())
    if (await isRuleMissing(db, id))
      broken.push({ table: 'sign_in_rules', id, accountId: id, fault: 'ROW_MISSING' });
  for (const row of await findMissing(db, recorded)) broken.push({ ...row, fault: 'ROW_MISSING' });
  return { rows: count, broken };
}

/** Finds the people of memberships that have no row, and recorded rights that have none. */
async function findMissing(db: Database, recorded: RightsInTrail): Promise<Omit<BrokenRow, 'fault'>[]> {
  const keys = await db.selectFrom('api_keys').select('id').execute();
  const members = await db
    .selectFrom('memberships')
    .leftJoin('people', 'people.id', 'memberships.person_id')
    .select(['memberships.account_id', 'memberships.person_id', 'people.id'])
    .execute();
  const existing = new Set([
    ...keys.map(({ id }) => id),
    ...members.map(({ account_id, person_id }) => `${account_id} ${person_id}`),
  ]);
  const missingPeople = new Set(members.filter(({ id }) => id === null).map(({ person_id }) => person_id));
  const missing: Omit<BrokenRow, 'fault'>[] = [...missingPeople].map((id) => ({
    table: 'people',
    id,
    accountId: null,
  }));
  const missingRights = recorded.missing(({ table, id, accountId }) =>
    existing.has(table === 'api_keys' ? id : `${accountId} ${id}`),
  );
  for (const right of missingRights) if (!(await wasRemovedSince(db, right))) missing.push(right);
  return missing;
}

/** Returns whether an owner has ended a membership since the audit trail was read. */
async function wasRemovedSince(db: Database, { table, id, accountId }: RightInTrail): Promise<boolean> {
  if (table !== 'memberships') return false;
  const lastOf = async (act: string) => {
    const [event] = await auditPage(db, { chain: accountId, subjectId: id, act, limit: 1 });
    return event?.seq ?? 0;
  };
  return (await lastOf('person.remove')) > (await lastOf('person.join'));
}

/** Names of a single row in messages, by table. */
const nouns = {
  api_keys: 'API key',
  memberships: 'role of the person',
  invitations: 'invitation',
  admin_sessions: 'session',
  people: 'person',
  sign_in_rules: 'rule of second steps',
} as const satisfies Readonly<Record<SealedTable, string>>;

/** Describes a broken row. */
export function describeBrokenRow({ table, id, accountId, fault }: BrokenRow): string {
  const where = accountId === null ? '' : ` of the account ${accountId}`;
  return `The ${nouns[table]} ${id}${where} differs from what the service wrote (${fault}).`;
}
