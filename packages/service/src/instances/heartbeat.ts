import type { Clock, ElapsedMs } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import { goneAfterMs, heartbeatEveryMs, type InstanceStore } from './instance-store.ts';

export interface HeartbeatOptions {
  readonly instances: Pick<InstanceStore, 'beat' | 'removeGone'>;
  readonly now: Clock['now'];
  readonly elapsed: ElapsedMs;
  readonly logger: Logger;
  /**
   * Ends the leases of instances that have stopped.
   *
   * @returns the number of freed jobs.
   */
  endLeases(): Promise<number>;
  /**
   * Ends expired leases of this instance.
   *
   * @returns the number of freed jobs.
   */
  endOwnLeases(): Promise<number>;
  /** Called after jobs were freed. */
  wake(): void;
}

/** Interval after which a heartbeat counts as delayed, by the database (for all instances) or by this process. */
const delayedAfterMs = 3 * heartbeatEveryMs;

/**
 * Creates the function that sends one heartbeat; call it regularly. It frees the jobs of instances that have stopped, and jobs
 * of this instance with expired leases, such as those of a claim whose reply was lost. After a delayed heartbeat, this instance
 * gives the others time to send theirs before it considers any stopped: the same cause may have delayed all of them.
 */
export function createHeartbeat(options: HeartbeatOptions): () => Promise<void> {
  const { instances, elapsed, logger } = options;
  let steadySince = elapsed();
  let lastAt = elapsed();
  return async () => {
    const { isKnown, gone, forgotten } = await instances.beat(options.now());
    const now = elapsed();
    if (now - lastAt > delayedAfterMs) steadySince = now;
    lastAt = now;
    if (!isKnown) logger.warn('This instance sent no heartbeat for too long: others took over its jobs.', {});
    if (forgotten > 0 && (await options.endOwnLeases()) > 0) options.wake();
    if (gone === 0 || now - steadySince < goneAfterMs) return;
    // In this order, so that if this process dies in between, the next one does the rest.
    const jobs = await options.endLeases();
    const removed = await instances.removeGone();
    if (removed > 0)
      logger.warn('Other instances ended without releasing their jobs: the jobs can be claimed again.', {
        instances: removed,
        jobs,
      });
    if (jobs > 0) options.wake();
  };
}
