import type { Actor } from '../../access/actor.ts';
import { Refusal } from '../../refusal.ts';
import { findDifference } from './compare-grants.ts';
import type { Grant } from './person.ts';

/** Reads of the session and the rights of a person. */
export interface RightsReads {
  session(id: string): Promise<{ readonly accountId: string; readonly endedAt: number | null } | null>;
  membership(accountId: string, personId: string): Promise<Grant | null>;
}

/**
 * Refuses an act of a person whose session or rights have changed since the request was admitted. Without it, requests that
 * waited for other transactions could act with rights that had been taken away, or even restore them. Call it inside the
 * transaction of the act.
 *
 * @throws {Refusal} UNAUTHORIZED if the session has ended or is now in another account, or the person is no longer a member;
 *   FORBIDDEN if the rights differ.
 */
export async function refuseChangedRights(reads: RightsReads, actor: Actor): Promise<void> {
  if (actor.kind !== 'person') return;
  const session = await reads.session(actor.sessionId);
  const grant = await reads.membership(actor.accountId, actor.id);
  if (session?.endedAt !== null || session.accountId !== actor.accountId || grant === null)
    throw new Refusal('UNAUTHORIZED', 'You are not signed in, or your session has ended.');
  if (findDifference(actor, grant) !== null)
    throw new Refusal('FORBIDDEN', 'Your rights were changed while this was under way, so it was not done.');
}
