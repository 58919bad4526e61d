import type { ClientState } from '@vendor/contract';
import type { SessionKeyClaim } from '../executions/session/session-key.ts';
import type { StoredExecution } from '../executions/stored-execution.ts';
import type { HandOff } from './hand-off.ts';
import type { HandOffReads } from './hand-off-store.ts';

/** A hand-off that a phone has claimed and that was not taken back. */
export type ClaimedHandOff = HandOff & { readonly phoneEpoch: number };

/** Role of a session in the hand-off of its execution. */
export type SessionPart =
  | { readonly role: 'none' }
  /** `opener`: the page whose flow is on a phone now; `phone`: that phone. */
  | { readonly role: 'opener' | 'phone'; readonly handOff: ClaimedHandOff };

/**
 * Finds the role of a session. Does not check whether the phone's session is still current: calls with its claim are refused if
 * it is not.
 */
export async function partOfSession(reads: HandOffReads, claim: SessionKeyClaim): Promise<SessionPart> {
  const handOff = await reads.findHandOff(claim.executionId);
  if (!handOff || !isClaimed(handOff)) return { role: 'none' };
  if (claim.epoch === handOff.phoneEpoch) return { role: 'phone', handOff };
  return claim.epoch === handOff.openerEpoch ? { role: 'opener', handOff } : { role: 'none' };
}

/**
 * Finds the hand-off of a reloaded opener by the nonce with which it handed over.
 *
 * @returns null for any other nonce, or if the phone no longer has the flow.
 */
export async function handOffOfOpener(
  reads: Pick<HandOffReads, 'findHandOff'>,
  execution: StoredExecution,
  nonceHash: string,
): Promise<ClaimedHandOff | null> {
  // A page that claimed its own secret is the phone.
  if (execution.sessionNonceHash === nonceHash) return null;
  const handOff = await reads.findHandOff(execution.id);
  if (!handOff || !isClaimed(handOff) || handOff.openerNonceHash !== nonceHash) return null;
  return execution.sessionEpoch === handOff.phoneEpoch ? handOff : null;
}

/**
 * Converts the state of the phone's session for the opener. The phone's silence matters only while the flow waits for the user.
 */
export function stateForOpener(state: ClientState, { silent }: Pick<HandOff, 'silent'>): ClientState {
  if (state.awaiting === 'none') return state;
  return { ...state, handOff: silent && state.awaiting === 'user' ? 'silent' : 'elsewhere' };
}

/** Creates the claim of the phone's session, for the opener's polls. */
export function claimOfPhone({ executionId, phoneEpoch }: ClaimedHandOff): SessionKeyClaim {
  return { executionId, epoch: phoneEpoch };
}

function isClaimed(handOff: HandOff): handOff is ClaimedHandOff {
  return handOff.phoneEpoch !== null && handOff.returnedEpoch === null;
}
