import type { Clock } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import { endlessTries, type JobStore } from './job.ts';
import type { JobHandler } from './job-runner.ts';

/** Removes data that is no longer needed. @returns how many items. */
export type Chore = (signal: AbortSignal) => Promise<number>;

export interface HousekeepingOptions {
  store: Pick<JobStore, 'restart' | 'plan'>;
  clock: Clock;
  logger: Logger;
  /** Chores by name. Names are stable, so that a start finds the jobs of the previous one. */
  chores: Readonly<Record<string, Chore>>;
  /** Whether no other process does chores on these data; by default there is none. */
  isAlone?: (() => Promise<boolean>) | undefined;
}

export interface Housekeeping {
  readonly handler: JobHandler;
  /** Makes every chore due now, unless other processes do them every hour already; called before the runner starts. */
  begin(): Promise<void>;
}

const intervalMs = 60 * 60 * 1000;

/**
 * Runs chores at each start and every hour, each as its own job, so that a failing one does not block the others. If several
 * processes share the database, the one that claims the job runs the chore.
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
        // Another version that shares the database may know it.
        if (!chore) return (await isAlone()) ? 'done' : { againAt: clock.now() + intervalMs };
        const removed = await chore(signal);
        if (removed > 0) logger.info('Housekeeping removed something.', { chore: subjectId, removed });
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
