import type { Clock, ElapsedMs } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import { goneAfterMs, heartbeatEveryMs, type InstanceStore } from './instance-store.ts';

export interface HeartbeatOptions {
  readonly instances: Pick<InstanceStore, 'beat' | 'removeGone'>;
  readonly now: Clock['now'];
  readonly elapsed: ElapsedMs;
  readonly logger: Logger;
  /** Ends the leases of instances that are gone. @returns how many there were. */
  endLeases(): Promise<number>;
  /** Ends the leases of this instance that ran out. @returns how many there were. */
  endOwnLeases(): Promise<number>;
  /** Called after jobs became free. */
  wake(): void;
}

/** A heartbeat that comes later than this was held up: by the database for all, or in this process. */
const heldUpAfterMs = 3 * heartbeatEveryMs;

/**
 * One heartbeat, to be called again and again: shows that this instance is there, and frees the jobs of others that are gone, and
 * its own whose leases ran out, as of a claim whose reply was lost. An
 * instance whose own heart was held up judges nobody until the others had the time to show themselves: whatever held it up may
 * have held up all.
 */
export function createHeartbeat(options: HeartbeatOptions): () => Promise<void> {
  const { instances, elapsed, logger } = options;
  let steadySince = elapsed();
  let lastAt = elapsed();
  return async () => {
    const { isKnown, gone, forgotten } = await instances.beat(options.now());
    const now = elapsed();
    if (now - lastAt > heldUpAfterMs) steadySince = now;
    lastAt = now;
    if (!isKnown) logger.warn('This instance sent no heartbeat for too long: others took over its jobs.', {});
    if (forgotten > 0 && (await options.endOwnLeases()) > 0) options.wake();
    if (gone === 0 || now - steadySince < goneAfterMs) return;
    // In this order: who dies in between leaves it to the next.
    const jobs = await options.endLeases();
    const removed = await instances.removeGone();
    if (removed > 0)
      logger.warn('Other instances ended without releasing their jobs: the jobs are free now.', {
        instances: removed,
        jobs,
      });
    if (jobs > 0) options.wake();
  };
}
