import type { Actor } from '../../../access/actor.ts';
import { Refusal } from '../../../refusal.ts';
import type { PeopleReads } from '../people-store.ts';
import { refuseChangedRights } from '../refuse-changed-rights.ts';

/** Time after entering a password or code during which roles may be granted and sign-in methods changed. */
export const recentMs = 15 * 60_000;

/**
 * Requires a recently entered password or code, so that a session left open cannot grant roles. Always passes for people
 * without a password, who signed in by a development link.
 *
 * @throws {Refusal} as {@link refuseChangedRights}; AUTHENTICATION_TOO_OLD.
 */
export async function requireRecentSignIn(
  reads: Pick<PeopleReads, 'membership' | 'person' | 'session'>,
  actor: Actor,
  now: number,
): Promise<void> {
  if (actor.kind !== 'person') return;
  await refuseChangedRights(reads, actor);
  const session = await reads.session(actor.sessionId);
  if (session && now - session.authenticatedAt <= recentMs) return;
  const person = await reads.person(actor.id);
  if (session && person?.credentials === null) return;
  throw new Refusal('AUTHENTICATION_TOO_OLD', 'Confirm with your password first, then repeat this.');
}
