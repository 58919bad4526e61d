import type { Clock } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import type { ClaimedJob, JobStore } from './job.ts';

export interface HeldLease {
  /** Aborts as soon as another process may hold the job. */
  readonly lost: AbortSignal;
  /** Stops renewing the lease. */
  end(): void;
}

export interface LeaseOptions {
  store: JobStore;
  job: ClaimedJob;
  clock: Clock;
  leaseMs: number;
  logger: Logger;
}

/** Renews the lease of a running job three times per `leaseMs`, so that one failed renewal does not lose the lease. */
export function holdLease({ store, job, clock, leaseMs, logger }: LeaseOptions): HeldLease {
  const lost = new AbortController();
  let until = clock.now() + leaseMs;
  let isRenewing = false;

  const renew = async () => {
    // The database has not answered the last renewal, so another process may get the job once the lease has expired.
    if (isRenewing) return clock.now() >= until ? loseLease() : undefined;
    isRenewing = true;
    try {
      const next = clock.now() + leaseMs;
      if (await store.renew(job, next)) until = next;
      else loseLease();
    } catch (error) {
      logger.warn('Renewing a lease failed.', { job: job.id, kind: job.kind }, error);
      if (clock.now() >= until) loseLease();
    } finally {
      isRenewing = false;
    }
  };
  const loseLease = () => {
    clearInterval(timer);
    lost.abort(new Error('The lease of the job was lost.'));
  };
  const timer = setInterval(renew, leaseMs / 3);
  return { lost: lost.signal, end: () => clearInterval(timer) };
}
