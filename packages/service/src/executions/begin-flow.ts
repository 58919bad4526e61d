import type { ClientState } from '@vendor/contract';
import { executionOfSession } from './authorize-session.ts';
import { clientState } from './client-state.ts';
import type { ExecutionServices } from './execution-services.ts';
import { followWalk } from './follow-walk.ts';
import type { SessionKeyClaim } from './session-key.ts';
import { expiryJob, finishWithinMs } from './session-lifetime.ts';

type Services = Pick<ExecutionServices, 'store' | 'clock' | 'jobs' | 'watch'>;

/** The user begins: the first node is entered and the time to finish starts to run. Beginning again changes nothing. */
export async function beginFlow(services: Services, claim: SessionKeyClaim): Promise<ClientState> {
  const { store, clock, jobs, watch } = services;
  const execution = await store.transact(async (transaction) => {
    const found = await executionOfSession(transaction, claim, clock);
    if (found.begunAt !== null || found.walk.awaiting === 'none') return found;
    const now = clock.now();
    // A link ends when it was said to, however late it is begun; its expiry waits already.
    const deadlineAt = found.channel === 'link' ? found.expiresAt : now + finishWithinMs;
    const definition = await store.definitionOf(found.workflowId, found.workflowVersion);
    if (deadlineAt !== found.expiresAt) await transaction.enqueue(expiryJob(found.id, deadlineAt));
    return followWalk(transaction, found, definition, found.walk, now, { begunAt: now, deadlineAt });
  });
  jobs.wake();
  watch.notify(execution.id);
  const definition = await store.definitionOf(execution.workflowId, execution.workflowVersion);
  return clientState(execution, definition, await store.capturesOf(execution.id));
}
