import type { ClientState } from '@vendor/contract';
import { applyTransition } from '../apply-transition.ts';
import type { ExecutionServices } from '../execution-services.ts';
import { sandboxOrderOf } from '../sandbox/sandbox.ts';
import { executionOfSession, takenOver } from './authorize-session.ts';
import { clientState } from './client-state.ts';
import type { SessionKeyClaim } from './session-key.ts';
import { expiryJob, finishWithinMs } from './session-lifetime.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'clock' | 'jobs' | 'watch'>;

/** Lifetime in ms of a sandbox flow that should expire. */
const sandboxExpiryMs = 10_000;

/** Begins the flow: enters the first node and starts the time limit. Repeating the call changes nothing. */
export async function beginFlow(services: Services, claim: SessionKeyClaim): Promise<ClientState> {
  const { store, vault, clock, jobs, watch } = services;
  const execution = await store.transact({ execution: claim.executionId }, async (transaction) => {
    const found = await executionOfSession(transaction, claim, clock);
    if (found.begunAt !== null || found.walk.awaiting === 'none') return found;
    const now = clock.now();
    const begunAt = clock.lifetimesFrom();
    const order = sandboxOrderOf(vault, found);
    if (order?.kind === 'error' && order.code === 'unknown') throw takenOver();
    const expires = order?.kind === 'expired';
    // A link ends at its fixed time, regardless of when it is begun. For a token, the existing `expire` job reads the new
    // deadline when it runs.
    const usual = found.channel === 'link' ? found.expiresAt : begunAt + finishWithinMs;
    const deadlineAt = expires ? begunAt + sandboxExpiryMs : usual;
    if (expires) await transaction.enqueue(expiryJob(found.id, deadlineAt));
    const definition = await store.definitionOf(found.workflowId, found.workflowVersion);
    return applyTransition(transaction, found, definition, found.walk, now, { begunAt, deadlineAt });
  });
  jobs.wake();
  watch.notify(execution.id);
  const definition = await store.definitionOf(execution.workflowId, execution.workflowVersion);
  return clientState(execution, definition, await store.capturesOf(execution.id), clock.now());
}
