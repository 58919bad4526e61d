import type { ExecutionServices } from '../execution-services.ts';
import { executionOfSession } from './authorize-session.ts';
import type { SessionKeyClaim } from './session-key.ts';

type Services = Pick<ExecutionServices, 'store' | 'clock' | 'watch'>;

/**
 * Handles a page that is closing, possibly only into the back-forward cache. The session stays valid; its pending poll ends at
 * once instead of at its time-out.
 */
export async function leaveFlow({ store, clock, watch }: Services, claim: SessionKeyClaim): Promise<void> {
  const execution = await executionOfSession(store, claim, clock);
  watch.notify(execution.id);
}

/**
 * Handles a user who quits: ends the session, so that nothing left in the page can continue it. The execution stays PENDING,
 * and its token can start a new session until the deadline.
 */
export async function cancelFlow({ store, clock, watch }: Services, claim: SessionKeyClaim): Promise<void> {
  await store.transact({ execution: claim.executionId }, async (transaction) => {
    const execution = await executionOfSession(transaction, claim, clock);
    // A purged execution has no session to end.
    if (execution.dataPurgedAt !== null) return;
    await transaction.update(execution.id, {
      sessionEpoch: execution.sessionEpoch + 1,
      sessionNonceHash: null,
    });
  });
  watch.notify(claim.executionId);
}
