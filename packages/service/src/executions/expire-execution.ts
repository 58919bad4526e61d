import type { JobHandler } from '../jobs/job-runner.ts';
import { advance } from '../workflows/walk.ts';
import type { ExecutionServices } from './execution-services.ts';
import { followWalk } from './follow-walk.ts';
import { deadlineOf } from './session-lifetime.ts';

type Services = Pick<ExecutionServices, 'store' | 'clock' | 'jobs' | 'watch'>;

/** Does the `expire` jobs. */
export function expireHandler(services: Services): JobHandler {
  return {
    concurrency: 4,
    async run(job) {
      await expireExecution(services, job.subjectId);
      return 'done';
    },
    // The runner has logged what kept it; the session itself is over by the clock in any case.
    async giveUp() {},
  };
}

/**
 * Ends an execution whose user did not come or finish in time. One whose time was extended has a later
 * job of its own; one whose checks still run is left to them, since the user did their part in time.
 */
async function expireExecution(services: Services, executionId: string): Promise<void> {
  const { store, clock, jobs, watch } = services;
  const expired = await store.transact(async (transaction) => {
    const execution = await transaction.find(executionId);
    if (execution?.status !== 'PENDING' || clock.now() < deadlineOf(execution)) return false;
    if (execution.begunAt !== null && execution.walk.awaiting !== 'user') return false;
    const definition = await store.definitionOf(execution.workflowId, execution.workflowVersion);
    const walk = { ...execution.walk, awaiting: 'user' as const };
    await followWalk(
      transaction,
      execution,
      definition,
      advance(definition, walk, { kind: 'expired' }),
      clock.now(),
    );
    return true;
  });
  if (!expired) return;
  jobs.wake();
  watch.notify(executionId);
}
