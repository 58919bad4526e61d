import type { ClientState } from '@vendor/contract';
import { executionOfSession } from '../executions/session/authorize-session.ts';
import { extendDeadline } from '../executions/session/extend-deadline.ts';
import { cancelFlow, leaveFlow } from '../executions/session/leave-flow.ts';
import type { SessionKeyClaim } from '../executions/session/session-key.ts';
import { returnWithinMs } from './hand-off.ts';
import type { HandOffServices } from './hand-off-services.ts';
import { claimOfPhone, partOfSession, stateForOpener } from './part-of-session.ts';
import { showPresence } from './show-presence.ts';

/**
 * Extends the deadline, on the phone or on the page that handed over.
 *
 * @throws {Refusal} as {@link extendDeadline}.
 */
export async function extendInHandOff(
  services: HandOffServices,
  claim: SessionKeyClaim,
): Promise<ClientState> {
  const part = await partOfSession(services.handOffs, claim);
  if (part.role !== 'opener') return extendDeadline(services, claim);
  return stateForOpener(await extendDeadline(services, claimOfPhone(part.handOff)), part.handOff);
}

/**
 * Handles a page that is closing. On the phone, informs the opener unless the phone returns soon. On the opener, changes
 * nothing: the phone continues.
 */
export async function leaveInHandOff(services: HandOffServices, claim: SessionKeyClaim): Promise<void> {
  const { role } = await partOfSession(services.handOffs, claim);
  if (role === 'opener') return;
  if (role === 'phone') {
    const soon = services.clock.lifetimesFrom() + returnWithinMs;
    await showPresence(services, claim, (before) => Math.min(before, soon));
  }
  await leaveFlow(services, claim);
}

/**
 * Handles a user who quits. On the opener, also ends the phone's session. On the phone, informs the opener that the phone has
 * left; the opener can then continue the flow.
 */
export async function cancelInHandOff(services: HandOffServices, claim: SessionKeyClaim): Promise<void> {
  const { handOffs, clock, watch } = services;
  const part = await partOfSession(handOffs, claim);
  if (part.role === 'none') return cancelFlow(services, claim);
  await handOffs.transact({ execution: claim.executionId }, async (transaction) => {
    // Does no harm if the data was purged since `partOfSession`: the hand-off was deleted then, so changing it below affects no
    // row and stores nothing personal.
    const execution = await executionOfSession(transaction, claimOfPhone(part.handOff), clock);
    // Starts a session whose key nobody has.
    const sessionEpoch = execution.sessionEpoch + 1;
    await transaction.update(execution.id, { sessionEpoch, sessionNonceHash: null, seq: execution.seq + 1 });
    if (part.role === 'opener') await transaction.removeHandOff(execution.id);
    else {
      await transaction.updateHandOff(execution.id, {
        phoneEpoch: sessionEpoch,
        goneAt: clock.now(),
        silent: true,
      });
    }
  });
  watch.notify(claim.executionId);
}
