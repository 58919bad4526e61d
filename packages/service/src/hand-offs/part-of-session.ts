import type { SessionKeyClaim } from '../executions/session-key.ts';
import type { HandOff } from './hand-off.ts';
import type { HandOffReads } from './hand-off-store.ts';

/** A hand-off that a phone has claimed and nobody has taken back. */
export type ClaimedHandOff = HandOff & { readonly phoneEpoch: number };

/** What a session has to do with the hand-off of its execution. */
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

/** The claim of the phone, with which its opener looks on. */
export function claimOfPhone({ executionId, phoneEpoch }: ClaimedHandOff): SessionKeyClaim {
  return { executionId, epoch: phoneEpoch };
}

function isClaimed(handOff: HandOff): handOff is ClaimedHandOff {
  return handOff.phoneEpoch !== null && handOff.returnedEpoch === null;
}
