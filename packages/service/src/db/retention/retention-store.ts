import type { RetentionReads, RetentionStore } from '../../administration/retention/retention-store.ts';
import { findRetention, setRetention } from '../accounts/accounts.ts';
import { recordAct } from '../audit/audit-trail.ts';
import { inTransaction } from '../in-transaction.ts';
import type { OpenDatabase } from '../opening/open-database.ts';
import type { Database } from '../schema.ts';
import { confirmPurge, findDuePurge, findOldestKept, forgetPurgeDecisions } from './purge-backlog.ts';

/** Stores how long accounts keep personal data. */
export function createRetentionStore({
  main,
  reader,
}: Pick<OpenDatabase, 'main' | 'reader'>): RetentionStore {
  return {
    ...readRetention(reader),
    transact: (locks, work) =>
      inTransaction(main, locks, (trx) =>
        work({
          ...readRetention(trx),
          async setRetention(accountId, mode, days) {
            await setRetention(trx, accountId, mode, days);
            await forgetPurgeDecisions(trx, accountId, mode);
          },
          confirm: (confirmation) => confirmPurge(trx, confirmation),
          async record(act) {
            await recordAct(trx, act);
          },
        }),
      ),
  };
}

/** Reads retention times and the data that is due. */
export function readRetention(db: Database): RetentionReads {
  return {
    retention: (accountId) => findRetention(db, accountId),
    due: (accountId, mode, now) => findDuePurge(db, accountId, mode, now),
    async outlook(accountId, mode, days, now, most) {
      const purge = days === null ? null : await findDuePurge(db, accountId, mode, now, { days, most });
      return {
        due: purge?.due ?? 0,
        waits: purge?.waits ?? false,
        oldestEndedAt: await findOldestKept(db, accountId, mode),
        nextRoundAt: await nextRound(db),
      };
    },
  };
}

/** Time of the next round of purges by age; null if no such job is scheduled. */
async function nextRound(db: Database): Promise<number | null> {
  const job = await db
    .selectFrom('jobs')
    .select('due_at')
    .where('kind', '=', 'housekeep')
    .where('subject_id', '=', 'retention-over')
    .where('failed_at', 'is', null)
    .executeTakeFirst();
  return job?.due_at ?? null;
}
