import { type RawBuilder, sql } from 'kysely';
import { nameOfActor } from '../../access/actor.ts';
import { type DueErasure, erasureChore, type PendingErasures } from '../../retention/pending-erasures.ts';
import { noLock } from '../../transaction-locks.ts';
import { recordAct } from '../audit/audit-trail.ts';
import { isNotInteger } from '../dialect.ts';
import { inTransaction } from '../in-transaction.ts';
import type { OpenDatabase } from '../opening/open-database.ts';
import type { PendingErasuresTable } from '../operation-tables.ts';
import type { Database } from '../schema.ts';

/** Rows per statement, which limits its parameters. */
const rowsPerInsert = 200;

/** Stores erasures that were accepted but not carried out yet. */
export function createPendingErasures({
  main,
  reader,
}: Pick<OpenDatabase, 'main' | 'reader'>): PendingErasures {
  return {
    // Takes no lock: an execution that ends meanwhile is found by the next round.
    acceptErasures: ({ accountId, executionIds, actor, at, searchedBy }) =>
      inTransaction(main, noLock, async (trx) => {
        const accepted = { accepted_at: at, cause: 'erasure', ordered_by: nameOfActor(actor) };
        await insertErasures(
          trx,
          executionIds.map((id) => ({ execution_id: id, ...accepted })),
        );
        const { seq } = await recordAct(trx, {
          actor,
          act: 'execution.erase',
          at,
          accountId,
          subject: { kind: 'account', id: accountId },
          mode: null,
          changes: { by: searchedBy, executions: executionIds.length, ids: executionIds.join(' ') },
        });
        return seq;
      }),
    takeOverErasures: (entries) =>
      insertErasures(
        main,
        entries.map(({ executionId, at }) => ({
          execution_id: executionId,
          accepted_at: at,
          cause: null,
          ordered_by: null,
        })),
      ),
    isErasurePending: (executionId) => hasErasure(reader, executionId),
    async dueErasures(now, after, limit) {
      const rows = await reader
        .selectFrom('pending_erasures')
        .innerJoin('executions', 'executions.id', 'pending_erasures.execution_id')
        .select(['execution_id', 'accepted_at', 'cause', 'ordered_by'])
        .where('execution_id', '>', after)
        .where((eb) => {
          const ended = eb('status', '<>', 'PENDING');
          return now === null ? ended : eb.or([ended, isTimeOver(now)]);
        })
        .orderBy('execution_id')
        .limit(limit)
        .execute();
      return rows.map(
        ({ execution_id, accepted_at, cause, ordered_by }): DueErasure => ({
          executionId: execution_id,
          at: accepted_at,
          cause: cause === 'erasure' ? cause : null,
          orderedBy: ordered_by,
        }),
      );
    },
  };
}

/** Builds the condition that the user's time for an execution is over, according to its row. A forged time counts as over. */
export function isTimeOver(now: number): RawBuilder<boolean> {
  const over = sql`coalesce(deadline_at, expires_at)`;
  return sql<boolean>`(${over} <= ${now} or ${isNotInteger(over)})`;
}

/** Removes the pending erasure of an execution, in the transaction that purges it. */
export async function forgetErasure(db: Database, executionId: string): Promise<void> {
  await db.deleteFrom('pending_erasures').where('execution_id', '=', executionId).execute();
}

/** Makes the chore that carries out erasures due at a given time, or earlier, if an execution has a pending erasure. */
export async function bringErasureForward(db: Database, executionId: string, at: number): Promise<void> {
  if (!(await hasErasure(db, executionId))) return;
  await db
    .updateTable('jobs')
    .set({ due_at: at })
    .where('kind', '=', 'housekeep')
    .where('subject_id', '=', erasureChore)
    .where('due_at', '>', at)
    .execute();
}

async function hasErasure(db: Database, executionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('pending_erasures')
    .select('execution_id')
    .where('execution_id', '=', executionId)
    .executeTakeFirst();
  return row !== undefined;
}

async function insertErasures(db: Database, rows: readonly PendingErasuresTable[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerInsert)
    await db
      .insertInto('pending_erasures')
      .values(rows.slice(from, from + rowsPerInsert))
      .onConflict((conflict) => conflict.column('execution_id').doNothing())
      .execute();
}
