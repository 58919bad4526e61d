import { type ExecutionStatus, executionStatuses } from '@vendor/contract';
import { sql } from 'kysely';
import { type KeyMode, keyModes } from '../../accounts/api-key.ts';
import type {
  CappedCount,
  DoubtedCheck,
  ExecutionDirectory,
  ListCursor,
  ListedDelivery,
  ListedExecution,
  ListFilter,
  SharedBy,
} from '../../executions/reads/execution-directory.ts';
import { containsText, isOneOf } from '../dialect.ts';
import type { Database } from '../schema.ts';
import { hashedPlaces, isOfMode } from './hashed-places.ts';
import { cutRuns } from './list-runs.ts';
import { countUnsearchable } from './search-hashes.ts';

/** Maximum of a count of executions. */
export const maxCounted = 1000;

/**
 * Number of rows read from each run for a page if no index fits the filter: a version, check or code, or the executions of one
 * workflow that await a decision.
 */
const scannedPerPage = 500;

/** Lists executions on the read-only connection, without holding up the service's own work. */
export function createExecutionDirectory(reader: Database): ExecutionDirectory {
  return {
    async page(filter, after, limit) {
      const window = isIndexed(filter) ? limit + 1 : scannedPerPage;
      const runs = await Promise.all(
        runsOf(filter).map((run) => readRun(reader, filter, run, after, window)),
      );
      const { workflowId, workflowVersion } = filter;
      const checked = await withCheck(reader, filter, runs.flat());
      const keep = (row: (typeof runs)[number][number]) =>
        row.workflowId === (workflowId ?? row.workflowId) &&
        row.workflowVersion === (workflowVersion ?? row.workflowVersion) &&
        (checked === null || checked.has(row.id));
      const { places, next } = cutRuns(runs, { window, limit, isOldestFirst: filter.isWaiting, keep });
      return { entries: await entriesOf(reader, filter.accountId, places), next };
    },
    count: async (filter) => (isIndexed(filter) ? countRuns(reader, filter) : null),
    async findCursor(accountId, id) {
      const row = await reader
        .selectFrom('executions')
        .select(['id', 'created_at as createdAt'])
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row ?? null;
    },
    async hashed(accountId, choices, after, limit, mode) {
      const { places, next } = await hashedPlaces(reader, choices, after, limit, mode);
      return { entries: await entriesOf(reader, accountId, places), next };
    },
    async isSearchComplete() {
      const progress = await reader
        .selectFrom('search_progress')
        .select('is_done')
        .where('id', '=', 1)
        .executeTakeFirst();
      return progress?.is_done !== 0;
    },
    countUnsearchable: (accountId) => countUnsearchable(reader, accountId),
    async countUsers(executionIds) {
      const { users } = await reader
        .selectFrom('search_hashes')
        .select(({ fn }) => fn.count<number>('hash').distinct().as('users'))
        .where(isOneOf('execution_id', executionIds))
        .where('kind', '=', 'user-id')
        .executeTakeFirstOrThrow();
      return Number(users);
    },
    sharedWith: (execution, limit, mode) => sharedWith(reader, execution, limit, mode),
    async doubtedChecks(executionIds) {
      const rows = await reader
        .selectFrom('checks')
        .select(['execution_id as executionId', 'node_id as nodeId', 'check_type as checkType'])
        .where(isOneOf('execution_id', executionIds))
        .where('status', 'in', ['REVIEW', 'DECLINED', 'ERROR'])
        .orderBy('started_at')
        .execute();
      return rows as DoubtedCheck[];
    },
    sealedInputs: (executionIds) =>
      reader
        .selectFrom('executions')
        .select(['id', 'wrapped_key as wrappedKey', 'sealed_inputs as sealedInputs'])
        .where(isOneOf('id', executionIds))
        .where('data_purged_at', 'is', null)
        .execute(),
    rowsOf: (ids) => rowsOf(reader, ids),
    async workflowNames(accountId) {
      const own = reader.selectFrom('workflows').where('account_id', '=', accountId);
      return new Map((await own.select(['id', 'name']).execute()).map(({ id, name }) => [id, name]));
    },
    deliveriesOf: (executionId) => deliveriesOf(reader, executionId),
  };
}

/** One sorted run of an index. */
interface Run {
  readonly mode: KeyMode;
  readonly status: ExecutionStatus;
}

function runsOf({ mode, status, isWaiting }: ListFilter): Run[] {
  const modes = mode === null ? keyModes : [mode];
  const any = status === null ? executionStatuses : [status];
  // Only executions in REVIEW wait for a decision.
  const statuses = isWaiting ? any.filter((one) => one === 'REVIEW') : any;
  return modes.flatMap((one) => statuses.map((two) => ({ mode: one, status: two })));
}

/** Returns whether each run of an index holds exactly the executions that the filter selects. */
function isIndexed({ workflowId, workflowVersion, isWaiting, checkType, code }: ListFilter): boolean {
  const isByRun = workflowVersion === null && checkType === null && code === null;
  return isByRun && (workflowId === null || !isWaiting);
}

/** Returns which of the executions have the check that the filter asks for; null if it asks for none. */
async function withCheck(
  db: Database,
  { checkType, code }: ListFilter,
  rows: readonly { readonly id: string }[],
): Promise<ReadonlySet<string> | null> {
  if (checkType === null && code === null) return null;
  const ids = rows.map(({ id }) => id);
  let checks = db
    .selectFrom('checks')
    .select(['execution_id as id', 'status_detail as detail'])
    .where(isOneOf('execution_id', ids));
  if (checkType !== null) checks = checks.where('check_type', '=', checkType);
  if (code !== null) checks = checks.where(containsText('status_detail', code));
  const found = await checks.execute();
  const has = ({ detail }: (typeof found)[number]) => code === null || codesIn(detail).includes(code);
  return new Set(found.filter(has).map(({ id }) => id));
}

/**
 * Returns the codes of a status detail. Leaves out its list entries, such as `ofac/36 0.97 NAME`: a filter by the id of an entry
 * would tell who is on a list.
 */
function codesIn(detail: string | null): string[] {
  const parts = detail?.split(';').filter((part) => !part.includes('/')) ?? [];
  return parts.flatMap((part) => part.split(/[^A-Z0-9_]+/));
}

function selectRun(db: Database, filter: ListFilter, { mode, status }: Run) {
  const { accountId, workflowId, from, to, isWaiting } = filter;
  let run = db.selectFrom('executions').where('mode', '=', mode);
  if (isWaiting)
    run = run
      .where('account_id', '=', accountId)
      .where('status', '=', sql.lit('REVIEW'))
      .where('data_purged_at', 'is', null);
  else if (workflowId === null) run = run.where('account_id', '=', accountId).where('status', '=', status);
  else run = run.where('workflow_id', '=', workflowId).where('status', '=', status);
  if (from !== null) run = run.where('created_at', '>=', from);
  if (to !== null) run = run.where('created_at', '<', to);
  return run;
}

function readRun(db: Database, filter: ListFilter, run: Run, after: ListCursor | null, window: number) {
  const order = filter.isWaiting ? 'asc' : 'desc';
  let some = selectRun(db, filter, run).select([
    'id',
    'created_at as createdAt',
    'workflow_id as workflowId',
    'workflow_version as workflowVersion',
  ]);
  if (after !== null) {
    const position = sql`(${after.createdAt}, ${after.id})`;
    some = some.where(
      filter.isWaiting
        ? sql<boolean>`(created_at, id) > ${position}`
        : sql<boolean>`(created_at, id) < ${position}`,
    );
  }
  return some.orderBy('created_at', order).orderBy('id', order).limit(window).execute();
}

async function countRuns(db: Database, filter: ListFilter): Promise<CappedCount> {
  let count = 0;
  for (const run of runsOf(filter)) {
    const some = selectRun(db, filter, run)
      .select('id')
      .limit(maxCounted + 1 - count);
    const { rows } = await db
      .selectFrom(some.as('some'))
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    count += Number(rows);
    if (count > maxCounted) return { count: maxCounted, isCapped: true };
  }
  return { count, isCapped: false };
}

/**
 * Returns the entries of some places, in their order. Leaves out rows of other accounts, so that a row that somebody moved to
 * another account in the database never appears there.
 */
async function entriesOf(
  db: Database,
  accountId: string,
  places: readonly Pick<ListCursor, 'id'>[],
): Promise<ListedExecution[]> {
  const ids = places.map(({ id }) => id);
  const own = (await rowsOf(db, ids)).filter((row) => row.accountId === accountId);
  const entries = new Map(own.map((row) => [row.id, row]));
  return ids.flatMap((id) => entries.get(id) ?? []);
}

async function rowsOf(db: Database, ids: readonly string[]): Promise<ListedExecution[]> {
  const rows = await db
    .selectFrom('executions')
    .select([
      'id',
      'account_id as accountId',
      'workflow_id as workflowId',
      'workflow_version as workflowVersion',
      'mode',
      'channel',
      'status',
      'created_at as createdAt',
      'finished_at as finishedAt',
      'data_purged_at as dataPurgedAt',
      'seq',
    ])
    .where(isOneOf('id', ids))
    .execute();
  return rows as ListedExecution[];
}

/** Kinds of hashes that two executions share only if they have the same user or document. */
const sharedKinds = ['user-id', 'document-number'];

async function sharedWith(
  db: Database,
  { id, accountId }: Pick<ListedExecution, 'id' | 'accountId'>,
  limit: number,
  mode: KeyMode | null,
): Promise<SharedBy[]> {
  const own = await db
    .selectFrom('search_hashes')
    .select(['kind', 'hash'])
    .where('execution_id', '=', id)
    .where('kind', 'in', sharedKinds)
    .execute();
  const marks = await db.selectFrom('user_marks').select('hash').where('execution_id', '=', id).execute();
  const shared: SharedBy[] = [];
  // One row more for the execution itself, and one to tell whether there are more than `limit` others.
  const window = limit + 2;
  for (const { kind, hash } of own) {
    const places = await db
      .selectFrom('search_hashes')
      .select('execution_id as id')
      .where('hash', '=', hash)
      .$if(mode !== null, (query) => query.where(isOfMode('search_hashes.execution_id', mode!)))
      .orderBy('created_at', 'desc')
      .orderBy('execution_id', 'desc')
      .limit(window)
      .execute();
    shared.push(await sharedOf(kind as SharedBy['kind'], hash, places));
  }
  for (const { hash } of marks) {
    const places = await db
      .selectFrom('user_marks')
      .select('execution_id as id')
      .where('hash', '=', hash)
      .$if(mode !== null, (query) => query.where(isOfMode('user_marks.execution_id', mode!)))
      .orderBy('noted_at', 'desc')
      .limit(window)
      .execute();
    shared.push(await sharedOf('mark', hash, places));
  }
  return shared.filter(({ entries }) => entries.length > 0);

  async function sharedOf(kind: SharedBy['kind'], hash: string, places: readonly { readonly id: string }[]) {
    const others = places.filter((place) => place.id !== id);
    const entries = await entriesOf(db, accountId, others.slice(0, limit));
    return { kind, hash, entries, isCapped: others.length > limit };
  }
}

async function deliveriesOf(db: Database, executionId: string): Promise<ListedDelivery[]> {
  return db
    .selectFrom('webhook_events')
    .innerJoin('webhook_deliveries', 'webhook_deliveries.event_id', 'webhook_events.id')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'webhook_deliveries.endpoint_id')
    .select([
      'webhook_deliveries.id as id',
      'webhook_deliveries.endpoint_id as endpointId',
      'webhook_events.event as event',
      'webhook_endpoints.url as url',
      'webhook_deliveries.state as state',
      'webhook_deliveries.attempts as attempts',
      'webhook_deliveries.last_status as lastStatus',
      'webhook_deliveries.last_error as lastError',
      'webhook_events.emitted_at as emittedAt',
    ])
    .where('webhook_events.execution_id', '=', executionId)
    .orderBy('webhook_events.sequence')
    .orderBy('webhook_deliveries.id')
    .execute();
}
