import type { ClaimedJob } from '../../jobs/job.ts';
import type { JobHandler, JobOutcome } from '../../jobs/job-runner.ts';
import { advance } from '../../workflows/walk.ts';
import { applyTransition } from '../apply-transition.ts';
import type { ExecutionServices } from '../execution-services.ts';
import type { ExecutionTransaction } from '../execution-store.ts';
import type { StoredExecution } from '../stored-execution.ts';
import { deadlineOf } from './session-lifetime.ts';

type Services = Pick<ExecutionServices, 'store' | 'clock' | 'jobs' | 'watch'>;

/**
 * Time in ms until an execution whose checks run past its deadline is examined again. Normally the end of the checks ends or
 * expires it earlier; only a change of the clock leaves it to this job.
 */
const recheckMs = 60 * 60 * 1000;

/** Bounds in ms of the wait until an execution is examined again whose deadline has passed only by an untrusted clock. */
const untrustedRetryMs = { min: 60 * 1000, max: 60 * 60 * 1000 } as const;

/** Runs `expire` jobs. */
export function expireHandler(services: Services): JobHandler {
  return {
    concurrency: 4,
    async run(job) {
      return await expireExecution(services, job);
    },
    // The runner has logged the failure, and requests are refused by the deadline regardless of the status.
    async giveUp() {},
  };
}

/**
 * Expires an execution whose user did not begin or finish in time. If its deadline was extended, the job runs again at the new
 * deadline; deadlines are only ever extended, so one job suffices. While checks run, the job runs again later, because the user
 * has submitted in time. Nothing expires unless the clock is trusted, or has run without a jump since the start, because status
 * and event would be final.
 */
async function expireExecution(services: Services, job: ClaimedJob): Promise<JobOutcome> {
  const executionId = job.subjectId;
  const { store, clock, jobs, watch } = services;
  const outcome = await store.transact(
    { execution: executionId },
    async (transaction): Promise<JobOutcome | 'expired'> => {
      if (!(await transaction.holds(job))) return 'done';
      const execution = await transaction.find(executionId);
      if (execution?.status !== 'PENDING') return 'done';
      const deadline = deadlineOf(execution);
      if (clock.now() < deadline) return { againAt: deadline };
      if (!clock.isTrusted(execution.createdAt)) return { againAt: clock.now() + untilTrustedMs(clock) };
      if (execution.begunAt !== null && execution.walk.awaiting !== 'user')
        return { againAt: clock.now() + recheckMs };
      await expire(services, transaction, execution);
      return 'expired';
    },
  );
  if (outcome !== 'expired') return outcome;
  jobs.wake();
  watch.notify(executionId);
  return 'done';
}

/** Expires a pending execution at once. Does not change a finished one. */
export async function expireNow(services: Services, executionId: string): Promise<void> {
  await services.store.transact({ execution: executionId }, async (transaction) => {
    const execution = await transaction.find(executionId);
    if (execution?.status === 'PENDING') await expire(services, transaction, execution);
  });
  services.jobs.wake();
  services.watch.notify(executionId);
}

async function expire(
  { store, clock }: Services,
  transaction: ExecutionTransaction,
  execution: StoredExecution,
): Promise<void> {
  const definition = await store.definitionOf(execution.workflowId, execution.workflowVersion);
  const walk = { ...execution.walk, awaiting: 'user' as const };
  const ended = advance(definition, walk, { kind: 'expired' });
  await applyTransition(transaction, execution, definition, ended, clock.now());
}

/**
 * Returns the wait until the clock is expected to be trusted. It is bounded, because thousands of executions may be due and
 * each examination is a transaction.
 */
function untilTrustedMs(clock: Services['clock']): number {
  const { min, max } = untrustedRetryMs;
  return Math.min(Math.max(clock.trustedInMs() ?? max, min), max);
}
