import type { ClientState } from '@vendor/contract';
import { executionOfSession } from '../executions/session/authorize-session.ts';
import { extendDeadline } from '../executions/session/extend-deadline.ts';
import { cancelFlow, leaveFlow } from '../executions/session/leave-flow.ts';
import type { SessionKeyClaim } from '../executions/session/session-key.ts';
import { returnWithinMs } from './hand-off.ts';
import type { HandOffServices } from './hand-off-services.ts';
import { claimOfPhone, partOfSession, stateForOpener } from './part-of-session.ts';
import { showPresence } from './show-presence.ts';

/** Gives more time: asked for on the phone, or on the page that looks on. @throws {Refusal} as {@link extendDeadline}. */
export async function extendHanded(services: HandOffServices, claim: SessionKeyClaim): Promise<ClientState> {
  const part = await partOfSession(services.handOffs, claim);
  if (part.role !== 'opener') return extendDeadline(services, claim);
  return stateForOpener(await extendDeadline(services, claimOfPhone(part.handOff)), part.handOff);
}

/**
 * A page is going away. When the phone's does, the page that looks on is told so unless it returns soon; when that one does,
 * the phone goes on undisturbed.
 */
export async function leaveHanded(services: HandOffServices, claim: SessionKeyClaim): Promise<void> {
  const { role } = await partOfSession(services.handOffs, claim);
  if (role === 'opener') return;
  if (role === 'phone') {
    const soon = services.clock.lifetimesFrom() + returnWithinMs;
    await showPresence(services, claim, (before) => Math.min(before, soon));
  }
  await leaveFlow(services, claim);
}

/**
 * The user quits. On the page that handed over, the phone's session ends with it; on the phone, the page that looks on is told
 * that the phone has left, and may go on by itself.
 */
export async function cancelHanded(services: HandOffServices, claim: SessionKeyClaim): Promise<void> {
  const { handOffs, clock, watch } = services;
  const part = await partOfSession(handOffs, claim);
  if (part.role === 'none') return cancelFlow(services, claim);
  await handOffs.transact({ execution: claim.executionId }, async (transaction) => {
    const execution = await executionOfSession(transaction, claimOfPhone(part.handOff), clock);
    // A session that nobody has the key of.
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
