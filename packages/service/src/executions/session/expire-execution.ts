import type { ClaimedJob } from '../../jobs/job.ts';
import type { JobHandler, JobOutcome } from '../../jobs/job-runner.ts';
import { advance } from '../../workflows/walk.ts';
import { applyTransition } from '../apply-transition.ts';
import type { ExecutionServices } from '../execution-services.ts';
import type { ExecutionTransaction } from '../execution-store.ts';
import type { StoredExecution } from '../stored-execution.ts';
import { deadlineOf } from './session-lifetime.ts';

type Services = Pick<ExecutionServices, 'store' | 'clock' | 'jobs' | 'watch'>;

/** When an execution whose checks run past its deadline is looked at again: they end it by themselves, but for odd clocks. */
const checksLookMs = 60 * 60 * 1000;

/** Bounds of how soon an execution is looked at again whose time is over by a clock that is not trusted. */
const untrustedLookMs = { shortest: 60 * 1000, longest: 60 * 60 * 1000 } as const;

/** Does the `expire` jobs. */
export function expireHandler(services: Services): JobHandler {
  return {
    concurrency: 4,
    async run(job) {
      return await expireExecution(services, job);
    },
    // The runner has logged what kept it; the session itself is over by the clock in any case.
    async giveUp() {},
  };
}

/**
 * Ends an execution whose user did not come or finish in time. One that was begun or given more time is looked at again when
 * that is over: a deadline only ever grows, so that one job is enough for all of them. One whose checks still run is left to
 * them, since the user did their part in time, and looked at again: a clock that is set back may let them ask for another try.
 * While the clock is not trusted since the execution was created, nothing expires: its status and event would be final.
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
        return { againAt: clock.now() + checksLookMs };
      await expire(services, transaction, execution);
      return 'expired';
    },
  );
  if (outcome !== 'expired') return outcome;
  jobs.wake();
  watch.notify(executionId);
  return 'done';
}

/** Ends an execution that goes on, whatever time it has left. One that has ended is left as it is. */
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

/** How long to wait for a trusted clock: thousands may be over at once, and each look is a transaction. */
function untilTrustedMs(clock: Services['clock']): number {
  const { shortest, longest } = untrustedLookMs;
  return Math.min(Math.max(clock.trustedInMs() ?? longest, shortest), longest);
}
