import type { HandOffReturn, Platform } from '@vendor/contract';
import { clientState } from '../executions/session/client-state.ts';
import { type SessionKeyClaim, sessionKeyOf } from '../executions/session/session-key.ts';
import { isReadOnly, refuseLate } from '../executions/session/session-lifetime.ts';
import { Refusal, refuseCredential } from '../refusal.ts';
import type { HandOff } from './hand-off.ts';
import type { HandOffServices } from './hand-off-services.ts';

/**
 * Returns the session to the page that handed over: invalidates the secret, and ends the session of the phone at once.
 * Repeating the call returns the same session, because the reply may have been lost. After the deadline, nothing is taken back:
 * page and phone both see the outcome of what was submitted.
 *
 * @param platform - platform of the page, which takes the pictures from now on.
 * @throws {Refusal} UNAUTHORIZED, SESSION_EXPIRED; SESSION_TAKEN_OVER if a later start has continued the flow, or the session
 *   has not handed anything over.
 */
export async function takeBackHandOff(
  { handOffs, store, vault, clock, watch }: HandOffServices,
  claim: SessionKeyClaim,
  platform: Platform,
): Promise<HandOffReturn> {
  const execution = await handOffs.transact({ execution: claim.executionId }, async (transaction) => {
    const found = await transaction.find(claim.executionId);
    if (!found) throw refuseCredential('a valid session key');
    const handOff = await transaction.findHandOff(claim.executionId);
    if (handOff?.openerEpoch !== claim.epoch || found.sessionEpoch !== holderOf(handOff)) {
      throw new Refusal('SESSION_TAKEN_OVER', 'The verification was continued elsewhere.');
    }
    refuseLate(found, clock.now());
    if (handOff.returnedEpoch !== null || isReadOnly(found, clock.now())) return found;
    // If no phone claimed the offer, the page has kept its session.
    const changes =
      handOff.phoneEpoch === null
        ? {}
        : { sessionEpoch: found.sessionEpoch + 1, sessionNonceHash: null, platform, seq: found.seq + 1 };
    if (handOff.phoneEpoch !== null) await transaction.update(found.id, changes);
    const returned = { ...found, ...changes };
    await transaction.updateHandOff(found.id, { returnedEpoch: returned.sessionEpoch, sealedLook: null });
    return returned;
  });
  watch.notify(claim.executionId);
  const definition = await store.definitionOf(execution.workflowId, execution.workflowVersion);
  return {
    sessionKey: sessionKeyOf(vault, { executionId: execution.id, epoch: execution.sessionEpoch }),
    // Does not check the capabilities of the page, which has shown the flow before.
    state: clientState(execution, definition, await store.capturesOf(execution.id), clock.now()),
  };
}

/** Returns the newest session of the hand-off, which holds the flow unless a later start has taken it over. */
function holderOf({ returnedEpoch, phoneEpoch, openerEpoch }: HandOff): number {
  return returnedEpoch ?? phoneEpoch ?? openerEpoch;
}
