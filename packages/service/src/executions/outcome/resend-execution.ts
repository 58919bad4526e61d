import type { Actor } from '../../access/actor.ts';
import { findObstacle } from '../../access/find-obstacle.ts';
import type { Clock } from '../../clock.ts';
import type { JobQueue } from '../../jobs/job.ts';
import { Refusal } from '../../refusal.ts';
import type { ExecutionStore } from '../execution-store.ts';
import { visibleExecution } from '../reads/visible-execution.ts';

const event = 'orchestration/workflow_execution_sync';

interface ResendServices {
  readonly store: Pick<ExecutionStore, 'transact'>;
  readonly clock: Clock;
  readonly jobs: JobQueue;
}

/**
 * Sends a finished execution again to the endpoints that subscribe to the event `sync`.
 *
 * @returns the addresses of these endpoints.
 * @throws {Refusal} WORKFLOW_EXECUTION_NOT_FOUND, FORBIDDEN, EXECUTION_IN_PROGRESS, NO_ENDPOINT_SUBSCRIBES.
 */
export async function resendExecution(
  { store, clock, jobs }: ResendServices,
  actor: Actor,
  id: string,
): Promise<readonly string[]> {
  const sentTo = await store.transact({ execution: id.toLowerCase() }, async (transaction) => {
    const execution = await visibleExecution(transaction, actor, 'execution.read', id);
    if (findObstacle(actor, 'execution.resend', execution) !== null)
      throw new Refusal('FORBIDDEN', 'You are not allowed to send executions again.');
    if (execution.status === 'PENDING')
      throw new Refusal('EXECUTION_IN_PROGRESS', 'This execution has not ended yet.');
    const subscribers = await transaction.subscribersOf(execution.accountId, event);
    if (subscribers.length === 0)
      throw new Refusal(
        'NO_ENDPOINT_SUBSCRIBES',
        'No endpoint of the account subscribes to the event "sync". Add the event to an endpoint.',
      );
    const enabled = subscribers.filter(({ isEnabled }) => isEnabled);
    if (enabled.length === 0)
      throw new Refusal(
        'NO_ENDPOINT_SUBSCRIBES',
        'Every endpoint that subscribes to the event "sync" is disabled. Resume one of them.',
      );
    const at = clock.now();
    await transaction.emit(event, execution.id, at);
    await transaction.record({
      actor,
      act: 'execution.resend',
      at,
      accountId: execution.accountId,
      subject: { kind: 'execution', id: execution.id },
      mode: execution.mode,
    });
    return enabled.map(({ url }) => url);
  });
  jobs.wake();
  return sentTo;
}
