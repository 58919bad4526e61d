import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { type KeyMode, keyModes } from '../../accounts/api-key.ts';
import { StateBrokenError } from '../../executions/state-broken-error.ts';
import type { PurgeCause } from '../../retention/pending-erasures.ts';
import type { Backlog } from '../../retention/purge-brake.ts';
import type { PersonalRows, PurgeOutcome, PurgeStore } from '../../retention/purge-store.ts';
import type { FrozenExecution } from '../../webhooks/freeze-event.ts';
import { endedWalk, type Walk, walkSchema } from '../../workflows/walk.ts';
import { recordAct } from '../audit/audit-trail.ts';
import { asNumber, isOneOf, listOf } from '../dialect.ts';
import { findSealed, type StateSeal, sealState } from '../executions/execution-states.ts';
import { purgeKeptReplies } from '../executions/kept-replies.ts';
import { removeSearchHashes } from '../executions/search-hashes.ts';
import { inTransaction } from '../in-transaction.ts';
import { readable } from '../integrity/readable-columns.ts';
import { removeJobsOf } from '../jobs/jobs.ts';
import type { OpenDatabase } from '../opening/open-database.ts';
import type { Database } from '../schema.ts';
import { createPendingErasures, forgetErasure, isTimeOver } from './pending-erasures.ts';
import { countOf, findBacklog, selectUnpurged } from './purge-backlog.ts';
import { endPurgeHold, putPurgeHold } from './purge-holds.ts';

/** Purges personal data in the database. */
export function createPurgeStore({ main, reader, emptyLog }: OpenDatabase, seal: StateSeal): PurgeStore {
  return {
    ...createPendingErasures({ main, reader }),
    emptyLog,
    async checkPurge(executionId, now) {
      const row = await reader
        .selectFrom('executions')
        .select(['status', isPurged, isOver(now)])
        .where('id', '=', executionId)
        .executeTakeFirst();
      return stateOf(row, () => isStateGenuine(reader, { ...seal, onBroken: () => {} }, executionId));
    },
    purge: (executionId, at, actor, { now = at, cause, orderedBy } = {}) =>
      inTransaction(main, { execution: executionId }, (trx) =>
        purge(trx, seal, { executionId, at, actor, now, cause, orderedBy }),
      ),
    async backlogs(now) {
      const accounts = await reader
        .selectFrom('accounts')
        .select('id')
        .where((eb) =>
          eb.or([eb('retention_days', 'is not', null), eb('test_retention_days', 'is not', null)]),
        )
        .execute();
      const found: Backlog[] = [];
      for (const { id } of accounts)
        for (const mode of keyModes) {
          const backlog = await findBacklog(reader, id, mode, now);
          if (backlog) found.push(backlog);
        }
      return found;
    },
    hold: (backlog, now) => putPurgeHold(main, backlog, now),
    endHold: (backlog) => endPurgeHold(main, backlog),
    async overdue({ accountId, mode }, { after, until }, limit) {
      const rows = await selectUnpurged(reader, accountId, mode)
        .select('id')
        .where('finished_at', '>', after)
        .where('finished_at', '<=', until)
        .orderBy('finished_at')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },
    countPersonalRows: (executionIds) => countPersonalRows(reader, executionIds),
    countEnded: (accountId, most) => countOf(reader, selectUnpurged(reader, accountId), most),
    async unpurged(executionIds) {
      const rows = await reader
        .selectFrom('executions')
        .select('id')
        .where(isOneOf('id', executionIds))
        .where('data_purged_at', 'is', null)
        .execute();
      return new Set(rows.map(({ id }) => id));
    },
    async purgeTimes(executionIds) {
      const rows = await reader
        .selectFrom('executions')
        .select(['id', 'data_purged_at'])
        .where(isOneOf('id', executionIds))
        .execute();
      return new Map(rows.map(({ id, data_purged_at }) => [id, data_purged_at]));
    },
  };
}

async function countPersonalRows(db: Database, executionIds: readonly string[]): Promise<PersonalRows> {
  const ids = listOf(executionIds);
  const { rows } = await sql<PersonalRows>`
    select
      (select count(*) from checks where execution_id in ${ids}) as checks,
      (select count(*) from captures where execution_id in ${ids}) as captures,
      (select count(*) from decisions where execution_id in ${ids} and sealed_comment is not null) as comments,
      (select count(*) from user_marks where execution_id in ${ids}) as "userMarks",
      (select count(*) from search_hashes where execution_id in ${ids} and kind <> 'unreadable') as "searchHashes"`.execute(
    db,
  );
  return rows[0] ?? { checks: 0, captures: 0, comments: 0, userMarks: 0, searchHashes: 0 };
}

/** Selects a condition instead of the time, because a forged time may be unreadable. */
const isPurged = asNumber(sql`data_purged_at is not null`).as('is_purged');

function isOver(now: number) {
  return asNumber(isTimeOver(now)).as('is_over');
}

/**
 * Returns the state of an execution with regard to a purge.
 *
 * @param isGenuine - returns whether its state is genuine. An execution with a forged state never ends normally, so it is
 *   purged once its time is over.
 */
async function stateOf(
  row: { status: string; is_purged: number; is_over: number } | undefined,
  isGenuine: () => Promise<boolean>,
) {
  if (!row) return 'missing';
  if (row.is_purged === 1) return 'purged-before';
  if (row.status !== 'PENDING') return 'purgeable';
  return row.is_over === 1 && !(await isGenuine()) ? 'purgeable' : 'in-progress';
}

function isStateGenuine(db: Database, seal: StateSeal, executionId: string): Promise<boolean> {
  return findSealed(db, seal, 'id', executionId).then(
    () => true,
    (error: unknown) => {
      if (error instanceof StateBrokenError) return false;
      throw error;
    },
  );
}

async function purge(
  db: Database,
  seal: StateSeal,
  order: {
    executionId: string;
    at: number;
    actor: Actor;
    now: number;
    cause: PurgeCause | undefined;
    orderedBy: string | undefined;
  },
): Promise<PurgeOutcome> {
  const { executionId, at, actor, now, cause, orderedBy } = order;
  const execution = await db
    .selectFrom('executions')
    .select(['account_id', 'mode', 'status', isPurged, isOver(now), 'walk', readable('seq').as('seq')])
    .where('id', '=', executionId)
    .executeTakeFirst();
  // Purges a broken state, too: its personal data is removed, but it stays broken, so the alarm remains.
  const isGenuine = execution !== undefined && (await isStateGenuine(db, seal, executionId));
  const state = await stateOf(execution, async () => isGenuine);
  if (state !== 'in-progress') await forgetErasure(db, executionId);
  if (!execution || state !== 'purgeable') return { kind: state === 'purgeable' ? 'missing' : state };
  const seq = Number.isSafeInteger(execution.seq) ? execution.seq + 1 : 0;
  await db
    .updateTable('executions')
    .set({
      data_purged_at: at,
      wrapped_key: null,
      sealed_inputs: null,
      sealed_ip: null,
      sealed_session: null,
      sealed_redirects: null,
      session_nonce_hash: null,
      platform: null,
      seq,
      walk: JSON.stringify(reduceWalk(execution.walk)),
    })
    .where('id', '=', executionId)
    .execute();
  // Replaces the node id, which reveals what the check was about; only the check type may remain. Nodes are unique within an
  // execution, so the check's id is used.
  const checks = await db
    .updateTable('checks')
    .set(({ ref }) => ({
      node_id: ref('id'),
      session_id: null,
      transaction_id: null,
      platform: null,
      status_detail: null,
      sealed: null,
    }))
    .where('execution_id', '=', executionId)
    .returning('id')
    .execute();
  // The stored error of a failed job may quote data of the user.
  await removeJobsOf(db, [executionId, ...checks.map(({ id }) => id)]);
  await db
    .updateTable('decisions')
    .set({ sealed_comment: null })
    .where('execution_id', '=', executionId)
    .execute();
  await forgetAnswers(db, executionId);
  await forgetUnmetConditions(db, executionId);
  await db.deleteFrom('hand_offs').where('execution_id', '=', executionId).execute();
  await db.deleteFrom('popup_windows').where('execution_id', '=', executionId).execute();
  await db.deleteFrom('user_marks').where('execution_id', '=', executionId).execute();
  await removeSearchHashes(db, executionId);
  await purgeKeptReplies(db, executionId);
  const captures = await db
    .deleteFrom('captures')
    .where('execution_id', '=', executionId)
    .returning('media_ref')
    .execute();
  if (isGenuine) await sealState(db, seal, executionId);
  await recordAct(db, {
    actor,
    act: 'execution.purge',
    // The purge of an erasure that was ordered before the execution ended happens later than `at`, the time of the order.
    at: cause === 'erasure' ? now : at,
    accountId: execution.account_id,
    subject: { kind: 'execution', id: executionId },
    mode: execution.mode as KeyMode,
    changes: {
      files: captures.length,
      ...(cause && { cause }),
      ...(orderedBy && { orderedBy }),
    },
    subjectSeq: seq,
  });
  return { kind: 'purged', mediaRefs: captures.map(({ media_ref }) => media_ref) };
}

/**
 * Reduces a walk for a purge to its outcome and level; to neither if it cannot be read. Tries, answers, faults of pictures and
 * branches reveal something about the user.
 */
function reduceWalk(text: string): Walk {
  const { outcome, loip } = readOr(noEnd, () => walkSchema.parse(JSON.parse(text)));
  return endedWalk({
    at: '',
    decided: [],
    branches: [],
    answered: [],
    outcome: outcome && { status: outcome.status, retryLimitOf: null },
    loip: loip && { result: loip.result },
  });
}

const noEnd: Pick<Walk, 'outcome' | 'loip'> = { outcome: null, loip: null };

/** Reads data before its removal. Returns a substitute for unreadable data, because that must be removed as well. */
function readOr<Value>(instead: Value, read: () => Value): Value {
  try {
    return read();
  } catch {
    return instead;
  }
}

/** Removes the replies of webhook receivers, which may repeat what was sent. */
async function forgetAnswers(db: Database, executionId: string): Promise<void> {
  const deliveries = db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_events', 'webhook_events.id', 'webhook_deliveries.event_id')
    .select('webhook_deliveries.id')
    .where('webhook_events.execution_id', '=', executionId);
  await db
    .updateTable('webhook_attempts')
    .set({ sealed_answer: null })
    .where('delivery_id', 'in', deliveries)
    .execute();
}

/**
 * Removes unmet conditions from stored events. They are part of the level as it was sent, and reveal something about the user.
 */
async function forgetUnmetConditions(db: Database, executionId: string): Promise<void> {
  const events = await db
    .selectFrom('webhook_events')
    .select(['id', 'frozen'])
    .where('execution_id', '=', executionId)
    .execute();
  for (const { id, frozen } of events) {
    const changed = readOr('{}', () => withoutUnmet(frozen));
    if (changed === null) continue;
    await db.updateTable('webhook_events').set({ frozen: changed }).where('id', '=', id).execute();
  }
}

/**
 * Removes the unmet conditions from a stored event.
 *
 * @returns null if it has none.
 */
function withoutUnmet(frozen: string): string | null {
  const kept = JSON.parse(frozen) as FrozenExecution;
  if (!kept.loip?.unmetConditions) return null;
  const { unmetConditions: _, ...loip } = kept.loip;
  return JSON.stringify({ ...kept, loip });
}
