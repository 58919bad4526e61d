import type { PurgeOutcome, PurgeStore } from '../retention/purge-store.ts';
import type { FrozenExecution } from '../webhooks/freeze-event.ts';
import { endedWalk, type Walk, walkSchema } from '../workflows/walk.ts';
import { removeJobsOf } from './jobs.ts';
import { purgeKeptReplies } from './kept-replies.ts';
import type { OpenDatabase } from './open-database.ts';
import type { Database } from './schema.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** What can be purged, in the database. */
export function createPurgeStore({ main, reader, emptyLog }: OpenDatabase): PurgeStore {
  return {
    emptyLog,
    async look(executionId) {
      const row = await reader
        .selectFrom('executions')
        .select(['status', 'data_purged_at'])
        .where('id', '=', executionId)
        .executeTakeFirst();
      return stateOf(row);
    },
    purge: (executionId, at) => main.transaction().execute((trx) => purge(trx, executionId, at)),
    async overdue(now, limit) {
      const accounts = await reader
        .selectFrom('accounts')
        .select(['id', 'retention_days'])
        .where('retention_days', 'is not', null)
        .execute();
      // Account by account: asked for all at once, the database would look through whatever is not purged yet.
      const over = accounts.map(({ id, retention_days }) =>
        reader
          .selectFrom('executions')
          .select(['id', 'finished_at'])
          .where('account_id', '=', id)
          .where('data_purged_at', 'is', null)
          .where('finished_at', 'is not', null)
          .where('finished_at', '<=', now - (retention_days ?? 0) * dayMs)
          .orderBy('finished_at')
          .limit(limit)
          .execute(),
      );
      return (await Promise.all(over))
        .flat()
        .sort((a, b) => (a.finished_at ?? 0) - (b.finished_at ?? 0))
        .slice(0, limit)
        .map(({ id }) => id);
    },
    async unpurged(executionIds) {
      const rows = await reader
        .selectFrom('executions')
        .select('id')
        .where('id', 'in', executionIds)
        .where('data_purged_at', 'is', null)
        .execute();
      return new Set(rows.map(({ id }) => id));
    },
  };
}

function stateOf(row: { status: string; data_purged_at: number | null } | undefined) {
  if (!row) return 'missing';
  if (row.data_purged_at !== null) return 'purged-before';
  return row.status === 'PENDING' ? 'in-progress' : 'purgeable';
}

async function purge(db: Database, executionId: string, at: number): Promise<PurgeOutcome> {
  const execution = await db
    .selectFrom('executions')
    .select(['status', 'data_purged_at', 'walk', 'seq'])
    .where('id', '=', executionId)
    .executeTakeFirst();
  const state = stateOf(execution);
  if (!execution || state !== 'purgeable') return { kind: state === 'purgeable' ? 'missing' : state };
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
      seq: execution.seq + 1,
      walk: JSON.stringify(endOf(walkSchema.parse(JSON.parse(execution.walk)))),
    })
    .where('id', '=', executionId)
    .execute();
  // The node says what the check was about, which its type alone may. Nodes are unique within an execution, and so is the id.
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
  // Why a check could not be carried out is said in the words of whatever failed, which may have the user's own in them.
  await removeJobsOf(db, [executionId, ...checks.map(({ id }) => id)]);
  await db
    .updateTable('decisions')
    .set({ sealed_comment: null })
    .where('execution_id', '=', executionId)
    .execute();
  await forgetUnmetConditions(db, executionId);
  await db.deleteFrom('hand_offs').where('execution_id', '=', executionId).execute();
  await db.deleteFrom('popup_windows').where('execution_id', '=', executionId).execute();
  await db.deleteFrom('user_marks').where('execution_id', '=', executionId).execute();
  await purgeKeptReplies(db, executionId);
  const captures = await db
    .deleteFrom('captures')
    .where('execution_id', '=', executionId)
    .returning('media_ref')
    .execute();
  return { kind: 'purged', mediaRefs: captures.map(({ media_ref }) => media_ref) };
}

/**
 * What is left of a walk: that it has ended, how, and the level it reached. How often the user tried, what was asked, chosen and
 * wrong with pictures, and which way conditions led say something of the user.
 */
function endOf({ outcome, loip }: Walk): Walk {
  return endedWalk({
    at: '',
    decided: [],
    branches: [],
    answered: [],
    outcome: outcome && { status: outcome.status, retryLimitOf: null },
    loip: loip && { result: loip.result },
  });
}

/** Events keep the level as it was told, and with it what of the user it did not find. */
async function forgetUnmetConditions(db: Database, executionId: string): Promise<void> {
  const events = await db
    .selectFrom('webhook_events')
    .select(['id', 'frozen'])
    .where('execution_id', '=', executionId)
    .execute();
  for (const { id, frozen } of events) {
    const kept = JSON.parse(frozen) as FrozenExecution;
    if (!kept.loip?.unmetConditions) continue;
    const { unmetConditions: _, ...loip } = kept.loip;
    const changed = JSON.stringify({ ...kept, loip });
    await db.updateTable('webhook_events').set({ frozen: changed }).where('id', '=', id).execute();
  }
}
