import type { ClientState } from '@vendor/contract';
import { Refusal } from '../../refusal.ts';
import type { ExecutionServices } from '../execution-services.ts';
import { executionOfSession } from './authorize-session.ts';
import { clientState } from './client-state.ts';
import type { SessionKeyClaim } from './session-key.ts';
import { extendedDeadline } from './session-lifetime.ts';

type Services = Pick<ExecutionServices, 'store' | 'clock' | 'watch'>;

/**
 * Extends the deadline to an hour from now, within 24 hours from the begin (WCAG 2.2.1: time limits can be extended).
 *
 * @throws {Refusal} STEP_NOT_AWAITED if the user has not begun, or the flow no longer awaits anything.
 */
export async function extendDeadline(services: Services, claim: SessionKeyClaim): Promise<ClientState> {
  const { store, clock, watch } = services;
  const execution = await store.transact({ execution: claim.executionId }, async (transaction) => {
    const found = await executionOfSession(transaction, claim, clock);
    if (found.begunAt === null || found.deadlineAt === null || found.walk.awaiting === 'none') {
      throw new Refusal('STEP_NOT_AWAITED', 'There is no time limit to extend.');
    }
    const wanted = extendedDeadline(found, clock.lifetimesFrom());
    if (wanted === null || wanted === found.deadlineAt) return found;
    const changes = { deadlineAt: wanted, seq: found.seq + 1 };
    await transaction.update(found.id, changes);
    return { ...found, ...changes };
  });
  watch.notify(execution.id);
  const definition = await store.definitionOf(execution.workflowId, execution.workflowVersion);
  return clientState(execution, definition, await store.capturesOf(execution.id), clock.now());
}
