import type { ClientState } from '@vendor/contract';
import type { SessionKeyClaim } from '../executions/session/session-key.ts';
import type { StoredExecution } from '../executions/stored-execution.ts';
import type { HandOff } from './hand-off.ts';
import type { HandOffReads } from './hand-off-store.ts';

/** A hand-off that a phone has claimed and nobody has taken back. */
export type ClaimedHandOff = HandOff & { readonly phoneEpoch: number };

/** Part that a session has in the hand-off of its execution. */
export type SessionPart =
  | { readonly role: 'none' }
  /** The page whose flow is on a phone now, and that phone. */
  | { readonly role: 'opener' | 'phone'; readonly handOff: ClaimedHandOff };

/**
 * The part that the session of a key plays. It says nothing about whether the phone's session is still the latest: who acts
 * with the phone's claim is refused when it is not.
 */
export async function partOfSession(reads: HandOffReads, claim: SessionKeyClaim): Promise<SessionPart> {
  const handOff = await reads.findHandOff(claim.executionId);
  if (!handOff || !isClaimed(handOff)) return { role: 'none' };
  if (claim.epoch === handOff.phoneEpoch) return { role: 'phone', handOff };
  return claim.epoch === handOff.openerEpoch ? { role: 'opener', handOff } : { role: 'none' };
}

/**
 * The hand-off that the page of a nonce looks on at, when its session was asked for anew: the nonce is the one that it handed over
 * with, and the phone has the flow still. Null for whoever else asks.
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

/** The state of the phone's session, as its opener is told it. A phone from which nothing is wanted may be silent. */
export function stateForOpener(state: ClientState, { silent }: Pick<HandOff, 'silent'>): ClientState {
  if (state.awaiting === 'none') return state;
  return { ...state, handOff: silent && state.awaiting === 'user' ? 'silent' : 'elsewhere' };
}

/** The claim of the phone, with which its opener looks on. */
export function claimOfPhone({ executionId, phoneEpoch }: ClaimedHandOff): SessionKeyClaim {
  return { executionId, epoch: phoneEpoch };
}

function isClaimed(handOff: HandOff): handOff is ClaimedHandOff {
  return handOff.phoneEpoch !== null && handOff.returnedEpoch === null;
}
