import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../clock.ts';
import type { JobQueue } from '../../jobs/job.ts';
import { startQueueUpdate } from '../delivery/update-queue.ts';
import type { WebhookStore } from '../webhook-store.ts';
import { noFailures } from './endpoint-health.ts';

/**
 * Enables a disabled endpoint and sends it all held events, oldest first. Leaves an enabled one unchanged, including its
 * `failingSince`.
 *
 * @returns whether it was disabled.
 */
export async function resumeEndpoint(
  { store, clock, jobs, actor }: { store: WebhookStore; clock: Clock; jobs: JobQueue; actor: Actor },
  endpointId: string,
): Promise<boolean> {
  const isResumed = await store.transact({ endpoint: endpointId }, async (transaction) => {
    const known = await transaction.findHealth(endpointId);
    if (known === null || known.disabledAt === null) return false;
    const health = { ...noFailures, disabledAt: null, disabledReason: null };
    await transaction.updateEndpoint(endpointId, health);
    await startQueueUpdate(transaction, endpointId, clock.now());
    await transaction.record({ actor, act: 'endpoint.resume', id: endpointId, at: clock.now() });
    return true;
  });
  if (isResumed) jobs.wake();
  return isResumed;
}
