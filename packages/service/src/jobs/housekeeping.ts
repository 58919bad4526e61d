import type { Clock } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import { endlessTries, type JobStore } from './job.ts';
import type { JobHandler } from './job-runner.ts';

/**
 * Removes data that is no longer needed.
 *
 * @returns the number of removed items.
 */
export type Chore = (signal: AbortSignal) => Promise<number>;

export interface HousekeepingOptions {
  store: Pick<JobStore, 'restart' | 'plan'>;
  clock: Clock;
  logger: Logger;
  /** Chores by name. Names are stable, so that a start finds the jobs of the previous one. */
  chores: Readonly<Record<string, Chore>>;
  /** Returns whether no other process shares the database. Default: none does. */
  isAlone?: (() => Promise<boolean>) | undefined;
}

export interface Housekeeping {
  readonly handler: JobHandler;
  /** Makes every chore due now, unless other processes already run them every hour. Call it before the runner starts. */
  begin(): Promise<void>;
}

const intervalMs = 60 * 60 * 1000;

/**
 * Runs chores at each start and every hour. Each chore is a job of its own, so a failing one does not block the others. If
 * several processes share the database, the one that claims the job runs the chore.
 */
export function createHousekeeping({
  store,
  clock,
  logger,
  chores,
  isAlone = async () => true,
}: HousekeepingOptions): Housekeeping {
  return {
    handler: {
      concurrency: 1,
      longestWaitMs: intervalMs,
      async run({ subjectId }, signal) {
        const chore = chores[subjectId];
        // Keeps an unknown chore: another version that shares the database may know it.
        if (!chore) return (await isAlone()) ? 'done' : { againAt: clock.now() + intervalMs };
        const removed = await chore(signal);
        if (removed > 0) logger.info('Housekeeping removed old data.', { chore: subjectId, removed });
        return { againAt: clock.now() + intervalMs };
      },
      async giveUp() {},
    },
    async begin() {
      const now = clock.now();
      const put = (await isAlone()) ? store.restart : store.plan;
      for (const subjectId of Object.keys(chores)) {
        await put({ kind: 'housekeep', subjectId, dueAt: now, maxTries: endlessTries }, now);
      }
    },
  };
}
