import type { SelectQueryBuilder } from 'kysely';
import type { NewAuditEvent } from '../../audit/audit-event.ts';
import type { IntegrityAnchor } from '../../audit/integrity-anchor.ts';
import type { Vault } from '../../secrets/vault.ts';
import type { Database, Schema } from '../schema.ts';
import { newestSeq, readable } from './readable-columns.ts';

/** Tables whose rows give rights or identify people, each with the columns that its MAC covers, in this order. */
export const sealedColumns = {
  api_keys: [
    'id',
    'account_id',
    'hash',
    'scope',
    'purpose',
    'mode',
    'name',
    'created_at',
    'revoked_at',
    'expires_at',
    'serial',
  ],
  memberships: ['account_id', 'person_id', 'role', 'modes', 'pictures', 'created_at', 'serial'],
  invitations: [
    'id',
    'hash',
    'kind',
    'account_id',
    'email',
    'person_id',
    'role',
    'modes',
    'pictures',
    'invited_by',
    'created_at',
    'expires_at',
    'used_at',
    'serial',
  ],
  admin_sessions: [
    'id',
    'hash',
    'person_id',
    'account_id',
    'stage',
    'network',
    'address',
    'browser',
    'created_at',
    'authenticated_at',
    'last_seen_at',
    'expires_at',
    'ended_at',
    'serial',
  ],
  people: [
    'id',
    'email',
    'name',
    'created_at',
    'sealed_credentials',
    'credentials_at',
    'totp_step',
    'codes_from_strangers',
    'codes_from_devices',
    'serial',
  ],
  sign_in_rules: ['account_id', 'requires_second_step', 'serial'],
} as const satisfies { readonly [Table in SealedTable]: readonly (keyof Schema[Table] & string)[] };

export type SealedTable =
  | 'api_keys'
  | 'memberships'
  | 'invitations'
  | 'admin_sessions'
  | 'people'
  | 'sign_in_rules';

/** Groups of tables. The first version that seals a group seals all its earlier rows at once. */
export type SealGroup = 'rights' | 'people';

/** Returns the group of a table. */
export function sealGroupOf(table: SealedTable): SealGroup {
  return table === 'people' || table === 'sign_in_rules' ? 'people' : 'rights';
}

/** Columns of sealed tables that give no rights, so the MAC does not cover them. */
export const openColumns: Partial<Record<SealedTable, readonly string[]>> = {
  api_keys: ['last_used_at'],
  memberships: ['last_sign_in_at'],
};

/**
 * `ROW_CHANGED`: somebody without the master key changed a column or inserted the row. `ROW_UNSEALED`: its MAC was removed.
 * `ROW_OLDER`: the audit trail has a later change of the row. `ROW_UNRECORDED`: the audit trail lacks the last change of the
 * row. `ROW_MISSING`: the audit trail has the row, but it was removed.
 */
export type RowFault = 'ROW_CHANGED' | 'ROW_UNSEALED' | 'ROW_OLDER' | 'ROW_UNRECORDED' | 'ROW_MISSING';

/** A row that gives rights and was not written by the service in this form. */
export interface BrokenRow {
  readonly table: SealedTable;
  /** Id of the row; for a membership, that of the person; for a rule, that of the account. */
  readonly id: string;
  /** Null for a person, who may be a member of several accounts. */
  readonly accountId: string | null;
  readonly fault: RowFault;
}

/** Seals and verifies rows that give rights. */
export interface RowSeal {
  /** Computes the MAC of a canonical text. */
  mac(text: string): string;
  /** Called with each row whose verification fails. */
  onBroken(row: BrokenRow): void;
  /** Returns whether the anchor outside the database records that all rows of a group were sealed once. */
  isAnchored(group: SealGroup): boolean;
}

/**
 * Creates a seal with a key derived from the master key (HMAC-SHA-256).
 *
 * @param anchor - if omitted, only the database says whether rows were sealed.
 */
export function createRowSeal(
  vault: Pick<Vault, 'keyedHash'>,
  onBroken: RowSeal['onBroken'] = () => {},
  anchor?: Pick<IntegrityAnchor, 'read'>,
): RowSeal {
  return {
    mac: (text) => vault.keyedHash('rights-row', text),
    onBroken,
    isAnchored(group) {
      const seal = anchor?.read() ?? null;
      return seal !== null && (seal === 'changed' || seal[group] !== undefined);
    },
  };
}

/** A row with its highest serial in the audit trail; null if the trail has none. */
export type SealedRow<Table extends SealedTable> = Schema[Table] & {
  readonly recorded_serial: number | null;
};

const selections = new Map<SealedTable, ReturnType<typeof selectionOf>>();

function selectionOf(table: SealedTable) {
  const columns = [...sealedColumns[table], 'mac', ...(openColumns[table] ?? [])];
  const { id, narrowed = '' } = recordedSubjects[table];
  return [
    ...columns.map((column) => readable(`${table}.${column}`).as(column)),
    newestSeq(`subject_id = ${id}${narrowed}`).as('recorded_serial'),
  ];
}

/**
 * The subject of a row in audit events. A person has the id of the invitation by which they joined, and so have their
 * memberships in all accounts.
 */
const recordedSubjects: {
  readonly [Table in SealedTable]: { readonly id: string; readonly narrowed?: string };
} = {
  api_keys: { id: 'api_keys.id' },
  memberships: {
    id: 'memberships.person_id',
    narrowed: ` and chain = memberships.account_id and subject_kind = 'person'`,
  },
  invitations: { id: 'invitations.id', narrowed: ` and subject_kind = 'invitation'` },
  admin_sessions: { id: 'admin_sessions.id' },
  people: { id: 'people.id', narrowed: ` and subject_kind = 'credentials'` },
  sign_in_rules: {
    id: 'sign_in_rules.account_id',
    narrowed: ` and chain = sign_in_rules.account_id and subject_kind = 'account'`,
  },
};

/** Selects rows with the data needed to verify them. */
export function selectSealed<Table extends SealedTable>(
  db: Database,
  table: Table,
): SelectQueryBuilder<Schema, Table, SealedRow<Table>> {
  let selection = selections.get(table);
  if (!selection) {
    selection = selectionOf(table);
    selections.set(table, selection);
  }
  return db.selectFrom(table as SealedTable).select(selection as never) as never;
}

/** Returns the serial for the next change of a subject. Record the change with it in the same transaction. */
export async function nextSerial(
  db: Database,
  { kind, id }: NonNullable<NewAuditEvent['subject']>,
  chain: string,
): Promise<number> {
  const row = await db
    .selectFrom('audit_events')
    .select(readable<number | null>('max(execution_seq)').as('newest'))
    .where('subject_id', '=', id)
    .where('execution_seq', 'is not', null)
    .where('chain', '=', chain)
    .where('subject_kind', '=', kind)
    .executeTakeFirst();
  return Number(row?.newest ?? 0) + 1;
}

const formatVersion = 1;

/**
 * Computes the MAC of a row, over the JSON array of the format version, the table and its columns. Bytes are written as
 * `{"base64":"…"}`.
 */
export function macOfRow<Table extends SealedTable>(
  seal: Pick<RowSeal, 'mac'>,
  table: Table,
  row: Omit<Schema[Table], 'mac'>,
): string {
  const columns: readonly string[] = sealedColumns[table];
  const values = columns.map((column) => {
    const value = (row as Record<string, unknown>)[column] ?? null;
    return value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value;
  });
  return seal.mac(JSON.stringify([formatVersion, table, ...values]));
}

/** Adds the MAC to a row. */
export function sealRow<Table extends SealedTable>(
  seal: Pick<RowSeal, 'mac'>,
  table: Table,
  row: Omit<Schema[Table], 'mac'>,
): Schema[Table] {
  return { ...row, mac: macOfRow(seal, table, row) } as Schema[Table];
}

/**
 * Verifies a row.
 *
 * @returns its fault; null if the row is genuine.
 */
export function findRowFault<Table extends SealedTable>(
  seal: Pick<RowSeal, 'mac'>,
  table: Table,
  row: SealedRow<Table>,
): RowFault | null {
  if (row.mac === null) return 'ROW_UNSEALED';
  if (row.mac !== macOfRow(seal, table, row)) return 'ROW_CHANGED';
  const recorded = row.recorded_serial ?? 0;
  if (row.serial === recorded) return null;
  return row.serial < recorded ? 'ROW_OLDER' : 'ROW_UNRECORDED';
}

/** Returns the genuine rows, and reports each forged one. */
export function genuineRows<Table extends SealedTable>(
  seal: RowSeal,
  table: Table,
  rows: readonly SealedRow<Table>[],
): SealedRow<Table>[] {
  return rows.filter((row) => {
    const fault = findRowFault(seal, table, row);
    if (fault !== null) seal.onBroken({ ...nameOfRow(table, row), fault });
    return fault === null;
  });
}

/** Returns what identifies a row in an alarm. */
export function nameOfRow<Table extends SealedTable>(
  table: Table,
  row: Schema[Table],
): Omit<BrokenRow, 'fault'> {
  const accountId = 'account_id' in row ? row.account_id : null;
  if ('id' in row) return { table, accountId, id: row.id };
  return { table, accountId, id: 'person_id' in row ? row.person_id : row.account_id };
}
