import type { SampleReads, SampleStore } from '../../administration/samples/sample-store.ts';
import { recordAct } from '../audit/audit-trail.ts';
import { inTransaction } from '../in-transaction.ts';
import { insertJob, removeJobsOf } from '../jobs/jobs.ts';
import type { OpenDatabase } from '../opening/open-database.ts';
import type { Database } from '../schema.ts';

/** Records in the database which sample data accounts have. */
export function createSampleStore({ main, reader }: Pick<OpenDatabase, 'main' | 'reader'>): SampleStore {
  return {
    ...readsOf(reader),
    transact: (locks, work) =>
      inTransaction(main, locks, (trx) =>
        work({
          ...readsOf(trx),
          async put({ accountId, workflowId, number, begunAt, removedAt }) {
            const values = {
              workflow_id: workflowId,
              batch: number,
              begun_at: begunAt,
              removed_at: removedAt,
            };
            await trx
              .insertInto('sample_data')
              .values({ account_id: accountId, ...values })
              .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
              .execute();
          },
          async enqueue(job) {
            await insertJob(trx, job, job.dueAt);
          },
          removeJobs: (accountId) => removeJobsOf(trx, [accountId]),
          async record(act) {
            await recordAct(trx, act);
          },
        }),
      ),
  };
}

function readsOf(db: Database): SampleReads {
  return {
    async batch(accountId) {
      const row = await db
        .selectFrom('sample_data')
        .selectAll()
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row
        ? {
            accountId,
            workflowId: row.workflow_id,
            number: row.batch,
            begunAt: row.begun_at,
            removedAt: row.removed_at,
          }
        : null;
    },
    async isRunning(accountId) {
      const row = await db
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', 'sample')
        .where('subject_id', '=', accountId)
        .where('failed_at', 'is', null)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
