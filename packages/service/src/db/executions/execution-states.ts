import { type RawBuilder, sql } from 'kysely';
import type { IntegrityAnchor } from '../../audit/integrity-anchor.ts';
import { StateBrokenError, type StateFault } from '../../executions/state-broken-error.ts';
import type { Vault } from '../../secrets/vault.ts';
import { byDialect, hexOf, isOneOf, jsonText, rowsOf } from '../dialect.ts';
import { newestSeq, readableColumns, readableInJson } from '../integrity/readable-columns.ts';
import type { Database } from '../schema.ts';
import { executionFromRow } from './execution-rows.ts';
import type { ExecutionsTable } from './execution-tables.ts';

/** Seals and verifies the states of executions. */
export interface StateSeal {
  /** Computes the MAC of a canonical text. */
  mac(text: string): string;
  /** Called with each state whose verification fails. */
  onBroken(executionId: string, fault: StateFault): void;
  /** Returns whether the anchor outside the database records that all states were sealed once. */
  isAnchored(): boolean;
}

/**
 * Creates a seal with a key derived from the master key (HMAC-SHA-256).
 *
 * @param anchor - if omitted, only the database says whether states were sealed.
 */
export function createStateSeal(
  vault: Pick<Vault, 'keyedHash'>,
  onBroken: StateSeal['onBroken'] = () => {},
  anchor?: Pick<IntegrityAnchor, 'read'>,
): StateSeal {
  return {
    mac: (text) => vault.keyedHash('execution-state', text),
    onBroken,
    isAnchored: () => anchor !== undefined && anchor.read() !== null,
  };
}

/** The row of an execution, with the other data that its MAC covers. */
export type StateRow = ExecutionsTable & {
  /** JSON of the unencrypted columns of its checks, in order. */
  readonly checks_state: string;
  /** JSON of the encrypted columns of its checks, in hex. */
  readonly checks_seals: string;
  /** The highest `seq` of the execution in the audit trail; null if the trail has none. */
  readonly recorded_seq: number | null;
};

const formatVersion = 1;

/** Columns that the MAC covers, in this order. Adding a column needs a new `formatVersion`. */
const columns = [
  'id',
  'account_id',
  'workflow_id',
  'workflow_version',
  'mode',
  'channel',
  'status',
  'token_hash',
  'session_nonce_hash',
  'session_epoch',
  'expires_at',
  'begun_at',
  'deadline_at',
  'created_at',
  'finished_at',
  'data_purged_at',
  'platform',
  'seq',
  'walk',
] as const satisfies readonly (keyof ExecutionsTable)[];

const sealColumns = [
  'wrapped_key',
  'sealed_inputs',
  'sealed_ip',
  'sealed_session',
  'sealed_redirects',
] as const satisfies readonly (keyof ExecutionsTable)[];

/** `checks_state` of an execution without checks, as the databases write it. */
const noChecks = '[]';

/** The two stored MACs of a state: `open` over its readable columns, `seals` over its encrypted ones. */
interface StateMacs {
  readonly open: string;
  readonly seals: string;
}

/** Computes the MACs of a state. The canonical text is JSON without white space, with bytes in base64. */
function macsOf(
  seal: StateSeal,
  row: ExecutionsTable,
  { checks_state, checks_seals }: Pick<StateRow, 'checks_state' | 'checks_seals'>,
): StateMacs {
  const open = columns.map((column) => row[column] ?? null);
  const seals = sealColumns.map((column) => {
    const bytes = row[column] ?? null;
    // A value of another type is forged, and its text never equals that of bytes.
    if (!(bytes instanceof Uint8Array)) return bytes && { other: bytes };
    // Covers only the presence of this key: a rotation of the master key wraps it again, and a forged key could not decrypt
    // anything in this row.
    return column === 'wrapped_key' ? 'kept' : Buffer.from(bytes).toString('base64');
  });
  return {
    open: seal.mac(`${JSON.stringify([formatVersion, 'open', ...open])}${checks_state}`),
    seals: seal.mac(`${JSON.stringify([formatVersion, 'seals', row.id, ...seals])}${checks_seals}`),
  };
}

/**
 * Returns the same texts for both databases, so that a seal stays valid when data moves from SQLite to PostgreSQL. PostgreSQL
 * writes JSON with white space, SQLite without.
 */
function canonicalChecks({
  checks_state,
  checks_seals,
}: StateRow): Pick<StateRow, 'checks_state' | 'checks_seals'> {
  return { checks_state: compact(checks_state), checks_seals: compact(checks_seals, nullToEmptyText) };
}

function compact(json: string, revive?: (name: string, value: unknown) => unknown): string {
  return json.includes(', ') ? JSON.stringify(JSON.parse(json, revive)) : json;
}

/** Replaces null by an empty text: for the hex digits of null, SQLite returns an empty text, and PostgreSQL null. */
function nullToEmptyText(_name: string, value: unknown): unknown {
  return value ?? '';
}

function formatMacs({ open, seals }: StateMacs): string {
  return `${open}.${seals}`;
}

/** Adds the MAC to the row of a new execution. */
export function sealedRow(seal: StateSeal, row: ExecutionsTable): ExecutionsTable {
  return {
    ...row,
    state_mac: formatMacs(macsOf(seal, row, { checks_state: noChecks, checks_seals: noChecks })),
  };
}

/** Text columns: SQLite would convert an integer in them to text. */
const textColumns: ReadonlySet<string> = new Set([
  'id',
  'account_id',
  'workflow_id',
  'mode',
  'channel',
  'status',
  'token_hash',
  'session_nonce_hash',
  'platform',
  'walk',
  'state_mac',
]);

const stateColumns = readableColumns('executions', [...columns, ...sealColumns, 'state_mac'], textColumns);

const checkColumns = readableInJson([
  'id',
  'node_id',
  'position',
  'check_type',
  'status',
  'session_id',
  'transaction_id',
  'started_at',
  'finished_at',
  'platform',
  'status_detail',
]);
const checkId = readableInJson(['id']);

/** Selects columns of the checks of an execution as JSON, in order of the checks. */
function checksAsJson(some: RawBuilder<unknown>): RawBuilder<string> {
  return byDialect({
    sqlite: sql`(select json_group_array(json_array(${some}))
        from (select * from checks where execution_id = executions.id order by position, id))`,
    postgres: sql`(select coalesce(json_agg(json_build_array(${some}) order by position, id)::text, ${sql.lit(noChecks)})
        from checks where execution_id = executions.id)`,
  });
}

/** Selects states in one statement, so that no commit falls between reading an execution and its checks. */
function selectStates(where: RawBuilder<unknown>): RawBuilder<StateRow> {
  return sql<StateRow>`
    select ${stateColumns},
      ${checksAsJson(checkColumns)} as checks_state,
      ${checksAsJson(sql`${checkId}, ${hexOf('sealed')}`)} as checks_seals,
      ${newestSeq('subject_id = executions.id')} as recorded_seq
    from executions where ${where}`;
}

/**
 * Verifies a state.
 *
 * @returns its fault; null if the state is genuine.
 */
export function findStateFault(seal: StateSeal, row: StateRow): StateFault | null {
  if (row.state_mac === null || row.state_mac === undefined) return 'STATE_UNSEALED';
  if (typeof row.state_mac !== 'string') return 'STATE_CHANGED';
  const [open, seals] = row.state_mac.split('.');
  const macs = macsOf(seal, row, canonicalChecks(row));
  // Earlier versions sealed the text as PostgreSQL writes it, with white space.
  const spaced = open === macs.open && seals === macs.seals ? macs : macsOf(seal, row, row);
  if (open !== macs.open && open !== spaced.open) return 'STATE_CHANGED';
  if (row.recorded_seq !== null && row.seq < row.recorded_seq) return 'STATE_OLDER';
  return seals === macs.seals || seals === spaced.seals ? null : 'SEALS_CHANGED';
}

/**
 * Finds an execution and verifies its state.
 *
 * @throws {StateBrokenError} if the state was changed by something other than the service.
 */
export async function findSealed(
  db: Database,
  seal: StateSeal,
  column: 'id' | 'token_hash',
  value: string,
): Promise<StateRow | null> {
  const { rows } = await selectStates(sql`${sql.ref(column)} = ${value}`).execute(db);
  const [row] = rows;
  if (!row) return null;
  const fault = findStateFault(seal, row);
  if (fault === null) return row;
  seal.onBroken(row.id, fault);
  throw new StateBrokenError(row.id, fault, fault === 'SEALS_CHANGED' ? executionFromRow(row) : null);
}

/**
 * Returns states in the order of their ids, without verifying them.
 *
 * @param afterId - returns only states with a greater id.
 */
export async function statesAfter(db: Database, afterId: string, limit: number): Promise<StateRow[]> {
  return (await selectStates(sql`id > ${afterId} order by id limit ${limit}`).execute(db)).rows;
}

/** Returns the states of some executions, without verifying them. */
export async function statesOf(db: Database, ids: readonly string[]): Promise<StateRow[]> {
  return (await selectStates(isOneOf('id', ids)).execute(db)).rows;
}

/** Returns the newest states, without verifying them. */
export async function newestStates(db: Database, limit: number): Promise<StateRow[]> {
  const newest = sql`id in (select id from executions order by created_at desc limit ${limit})`;
  return (await selectStates(newest).execute(db)).rows;
}

/** Seals the stored state. Call it only for a state that was verified before it was changed. */
export async function sealState(db: Database, seal: StateSeal, executionId: string): Promise<void> {
  const { rows } = await selectStates(sql`id = ${executionId}`).execute(db);
  const [row] = rows;
  if (!row) return;
  await sql`update executions set state_mac = ${formatMacs(macsOf(seal, row, canonicalChecks(row)))} where id = ${executionId}`.execute(
    db,
  );
}

/** Seals many stored states. Call it only for states that were verified before. */
export async function sealStates(
  db: Database,
  seal: StateSeal,
  executionIds: readonly string[],
): Promise<void> {
  const macs = (await statesOf(db, executionIds)).map((row) => ({
    id: row.id,
    mac: formatMacs(macsOf(seal, row, canonicalChecks(row))),
  }));
  await sql`
    update executions set state_mac = ${jsonText('sealed.value', 'mac')}
    from ${rowsOf(macs, 'sealed')}
    where executions.id = ${jsonText('sealed.value', 'id')}`.execute(db);
}

/**
 * The states that one transaction verifies and changes. Each is verified once, before its first change, and sealed at the end,
 * so forged data is never sealed.
 */
export class TransactionStates {
  readonly #db: Database;
  readonly #seal: StateSeal;
  readonly #verified = new Set<string>();
  readonly #changed = new Set<string>();

  constructor(db: Database, seal: StateSeal) {
    this.#db = db;
    this.#seal = seal;
  }

  /**
   * Finds an execution and verifies its state, unless the transaction has verified it before.
   *
   * @throws {StateBrokenError} if something other than the service changed the state.
   */
  async find(column: 'id' | 'token_hash', value: string): Promise<ExecutionsTable | null> {
    // Nothing outside the transaction can have changed it, and its MAC may be outdated until the transaction seals it.
    if (column === 'id' && this.#verified.has(value))
      return (
        (await this.#db.selectFrom('executions').selectAll().where('id', '=', value).executeTakeFirst()) ??
        null
      );
    if (column === 'token_hash' && this.#changed.size > 0) {
      const known = await this.#db
        .selectFrom('executions')
        .select('id')
        .where('token_hash', '=', value)
        .executeTakeFirst();
      return known ? this.find('id', known.id) : null;
    }
    const row = await findSealed(this.#db, this.#seal, column, value);
    if (row) this.#verified.add(row.id);
    return row;
  }

  /** Notes a new execution. */
  noteNew(executionId: string): void {
    this.#verified.add(executionId);
    this.#changed.add(executionId);
  }

  /**
   * Verifies a state. Call it before an execution or one of its checks changes.
   *
   * @throws {StateBrokenError} if something other than the service changed the state.
   */
  async beforeChange(executionId: string): Promise<void> {
    if (!this.#verified.has(executionId)) await this.find('id', executionId);
    this.#changed.add(executionId);
  }

  /** Seals all changed states. Call it after the last change. */
  async seal(): Promise<void> {
    for (const id of this.#changed) await sealState(this.#db, this.#seal, id);
  }
}
