import { captureSlots } from '@vendor/contract';
import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import type {
  ExecutionReads,
  ExecutionStore,
  ExecutionTransaction,
} from '../../executions/execution-store.ts';
import type { TransactionLocks } from '../../transaction-locks.ts';
import { redirectSchemesOf } from '../accounts/redirect-schemes.ts';
import { createWorkflowReads } from '../accounts/workflows.ts';
import { type AuditQueries, prepareAuditQueries, recordAct, recordingStep } from '../audit/audit-trail.ts';
import { databaseNow, insertionOrder } from '../dialect.ts';
import { inTransaction } from '../in-transaction.ts';
import { areStatesSealed } from '../integrity/seal-earlier-states.ts';
import { holdsJob, insertJob, jobRow } from '../jobs/jobs.ts';
import type { OpenDatabase } from '../opening/open-database.ts';
import { prepareInsert } from '../prepared-query.ts';
import { bringErasureForward } from '../retention/pending-erasures.ts';
import type { Database, Schema } from '../schema.ts';
import { listEndpoints } from '../webhooks/webhook-endpoints.ts';
import { type EventQueries, insertEvent, prepareEventQueries } from '../webhooks/webhook-events.ts';
import {
  captureFromRow,
  captureRow,
  checkFromRow,
  checkRow,
  checkRowOf,
  decisionFromRow,
  decisionRow,
  executionFromRow,
  executionRow,
  executionRowOf,
} from './execution-rows.ts';
import { findSealed, type StateSeal, sealedRow, TransactionStates } from './execution-states.ts';
import type { ExecutionsTable } from './execution-tables.ts';
import { findKeptReply, insertKeptReply, removeKeptReplies } from './kept-replies.ts';
import {
  findSearchBacklog,
  noteSearchProgress,
  noteUnsearchable,
  searchHashInsertion,
  searchHashRow,
} from './search-hashes.ts';
import { insertMark, isMarkedBefore, isMarkedElsewhere, removeMarks, usersMarked } from './user-marks.ts';

/** Stores executions in the database. Reads outside a transaction use the read-only connection and hold up no write. */
export function createExecutionStore(database: OpenDatabase, clock: Clock, seal: StateSeal): ExecutionStore {
  const { main, reader } = database;
  const insertion = prepareInsert(main, 'executions');
  const jobInsertion = prepareInsert(main, 'jobs');
  const hashInsertion = prepareInsert(main, 'search_hashes');
  const events = prepareEventQueries(main);
  const audit = prepareAuditQueries(main);
  return {
    ...reads(reader, (column, value) => findSealed(reader, seal, column, value)),
    ...createWorkflowReads(database),
    insertWithJob: (execution, hashes, job, act) =>
      database.write([
        insertion(sealedRow(seal, executionRow(execution))),
        ...hashes.map((hash) => hashInsertion(searchHashRow(execution, hash))),
        jobInsertion(jobRow(job, clock.now())),
        recordingStep(audit, act),
      ]),
    findSearchBacklog: (limit) => findSearchBacklog(reader, limit),
    areStatesSealed: () => areStatesSealed(reader, seal),
    timeOfArrival: () => (database.sharing ? readDatabaseNow(reader) : Promise.resolve(clock.now())),
    async decisionsOf(executionId) {
      const rows = await reader
        .selectFrom('decisions')
        .selectAll()
        .where('execution_id', '=', executionId)
        .orderBy('decided_at')
        // If two decisions were made in the same millisecond, the one inserted later counts.
        .orderBy(insertionOrder('decisions'))
        .execute();
      return rows.map(decisionFromRow);
    },
    findKeptReply: (id) => findKeptReply(reader, id),
    removeKeptReplies: (now, limit) => removeKeptReplies(main, now, limit),
    removeMarks: (now, limit) => removeMarks(main, now, limit),
    namedMedia: (refs) => namedMedia(reader, refs),
    redirectSchemesOf: (accountId) => redirectSchemesOf(reader, accountId),
    transact: (locks, work) => transactExecutions(main, { clock, seal, events, audit }, locks, work),
  };
}

function reads(
  db: Database,
  find: (column: 'id' | 'token_hash', value: string) => Promise<ExecutionsTable | null>,
): ExecutionReads {
  return {
    async find(id) {
      const row = await find('id', id);
      return row ? executionFromRow(row) : null;
    },
    async findByTokenHash(tokenHash) {
      const row = await find('token_hash', tokenHash);
      return row ? executionFromRow(row) : null;
    },
    async checksOf(executionId) {
      const rows = await db
        .selectFrom('checks')
        .selectAll()
        .where('execution_id', '=', executionId)
        .orderBy('position')
        .orderBy('id')
        .execute();
      return rows.map(checkFromRow);
    },
    async findCheck(id) {
      const row = await db.selectFrom('checks').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? checkFromRow(row) : null;
    },
    async capturesOf(executionId) {
      const rows = await db
        .selectFrom('captures')
        .selectAll()
        .where('execution_id', '=', executionId)
        .orderBy('attempt')
        .execute();
      return rows
        .map(captureFromRow)
        .sort((a, b) => a.attempt - b.attempt || captureSlots.indexOf(a.slot) - captureSlots.indexOf(b.slot));
    },
    async findCapture(id) {
      const row = await db.selectFrom('captures').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? captureFromRow(row) : null;
    },
    async subscribersOf(accountId, event) {
      const endpoints = await listEndpoints(db, accountId);
      return endpoints
        .filter(({ events }) => events.includes(event))
        .map(({ url, disabledAt }) => ({ url, isEnabled: disabledAt === null }));
    },
  };
}

async function readDatabaseNow(db: Database): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${databaseNow} as now`.execute(db);
  if (!rows[0]) throw new Error('The database returned no time.');
  return rows[0].now;
}

/** References per query, which limits its parameters and how long it blocks others. */
const refsPerQuery = 500;

async function namedMedia(db: Database, refs: readonly string[]): Promise<Set<string>> {
  const named = new Set<string>();
  for (let start = 0; start < refs.length; start += refsPerQuery) {
    const rows = await db
      .selectFrom('captures')
      .select('media_ref')
      .where('media_ref', 'in', refs.slice(start, start + refsPerQuery))
      .execute();
    for (const row of rows) named.add(row.media_ref);
  }
  return named;
}

/** Dependencies of a transaction on executions. */
interface TransactionParts {
  readonly clock: Clock;
  readonly seal: StateSeal;
  readonly events?: EventQueries;
  readonly audit?: AuditQueries;
}

/**
 * Runs a transaction on executions. Verifies each state before it changes, and seals it at the end.
 *
 * @throws {StateBrokenError} if something other than the service changed a state; the transaction is then rolled back.
 */
export function transactExecutions<T>(
  main: Kysely<Schema>,
  parts: TransactionParts,
  locks: TransactionLocks,
  work: (transaction: ExecutionTransaction, trx: Database) => Promise<T>,
): Promise<T> {
  return inTransaction(main, locks, async (trx) => {
    const states = new TransactionStates(trx, parts.seal);
    const result = await work(executionTransaction(trx, states, parts), trx);
    await states.seal();
    return result;
  });
}

function executionTransaction(
  db: Database,
  states: TransactionStates,
  { clock, events, audit }: TransactionParts,
): ExecutionTransaction {
  return {
    ...reads(db, (column, value) => states.find(column, value)),
    async insert(execution) {
      states.noteNew(execution.id);
      await db.insertInto('executions').values(executionRow(execution)).execute();
    },
    async update(id, changes) {
      await states.beforeChange(id);
      await db.updateTable('executions').set(executionRowOf(changes)).where('id', '=', id).execute();
    },
    async insertCheck(check) {
      await states.beforeChange(check.executionId);
      await db.insertInto('checks').values(checkRow(check)).execute();
    },
    async updateCheck(id, changes) {
      const check = await db
        .selectFrom('checks')
        .select('execution_id')
        .where('id', '=', id)
        .executeTakeFirst();
      if (!check) return;
      await states.beforeChange(check.execution_id);
      await db.updateTable('checks').set(checkRowOf(changes)).where('id', '=', id).execute();
    },
    insertMark: (mark) => insertMark(db, mark),
    usersMarked: (hash, since) => usersMarked(db, hash, since),
    isMarkedBefore: (mark) => isMarkedBefore(db, mark),
    isMarkedElsewhere: (mark) => isMarkedElsewhere(db, mark),
    insertKeptReply: (reply) => insertKeptReply(db, reply, clock.now()),
    async insertSearchHashes(execution, hashes) {
      if (hashes.length > 0) await db.executeQuery(searchHashInsertion(db, execution, hashes));
    },
    noteUnsearchable: (executionId) => noteUnsearchable(db, executionId),
    noteSearchProgress: (afterId) => noteSearchProgress(db, afterId),
    async insertDecision(decision) {
      await db.insertInto('decisions').values(decisionRow(decision)).execute();
    },
    async putCapture(capture) {
      const row = captureRow(capture);
      await db
        .insertInto('captures')
        .values(row)
        .onConflict((slot) => slot.columns(['execution_id', 'node_id', 'attempt', 'slot']).doUpdateSet(row))
        .execute();
    },
    async removeCaptures(ids) {
      if (ids.length > 0) await db.deleteFrom('captures').where('id', 'in', ids).execute();
    },
    async sealCaptures(ids, at, documentType) {
      await db
        .updateTable('captures')
        .set({ sealed_at: at, document_type: documentType })
        .where('id', 'in', ids)
        .execute();
    },
    enqueue: (job) => insertJob(db, job, clock.now()),
    holds: (job) => holdsJob(db, job),
    async record(act) {
      await recordAct(db, act, audit);
    },
    emit: (event, executionId, at) => insertEvent(db, { event, executionId, emittedAt: at }, events),
    bringErasureForward: (executionId, at) => bringErasureForward(db, executionId, at),
  };
}
