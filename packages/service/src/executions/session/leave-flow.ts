import type { ExecutionServices } from '../execution-services.ts';
import { executionOfSession } from './authorize-session.ts';
import type { SessionKeyClaim } from './session-key.ts';

type Services = Pick<ExecutionServices, 'store' | 'clock' | 'watch'>;

/**
 * The page is going away, perhaps only into the browser's back-forward cache: the session stays good, and its waiting
 * poll is let go at once instead of when the connection times out.
 */
export async function leaveFlow({ store, clock, watch }: Services, claim: SessionKeyClaim): Promise<void> {
  const execution = await executionOfSession(store, claim, clock);
  watch.notify(execution.id);
}

/**
 * The user quits: this session ends, so that nothing left in the page can go on with it. The execution stays PENDING and
 * its token starts a new session until the deadline.
 */
export async function cancelFlow({ store, clock, watch }: Services, claim: SessionKeyClaim): Promise<void> {
  await store.transact({ execution: claim.executionId }, async (transaction) => {
    const execution = await executionOfSession(transaction, claim, clock);
    // There is nothing to go on with any more.
    if (execution.dataPurgedAt !== null) return;
    await transaction.update(execution.id, {
      sessionEpoch: execution.sessionEpoch + 1,
      sessionNonceHash: null,
    });
  });
  watch.notify(claim.executionId);
}
