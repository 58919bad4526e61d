import type { Actor } from '../../../access/actor.ts';
import { Refusal } from '../../../refusal.ts';
import type { PeopleReads } from '../people-store.ts';

/** Time after entering a password or code during which roles may be granted and sign-in methods changed. */
export const recentMs = 15 * 60_000;

/**
 * Requires a recently entered password or code, so that a session left open cannot grant roles. Always passes for people
 * without a password, who signed in by a development link.
 *
 * @throws {Refusal} UNAUTHORIZED if the session has ended since the request began; AUTHENTICATION_TOO_OLD.
 */
export async function requireRecentSignIn(
  reads: Pick<PeopleReads, 'person' | 'session'>,
  actor: Actor,
  now: number,
): Promise<void> {
  if (actor.kind !== 'person') return;
  const session = await reads.session(actor.sessionId);
  if (session?.endedAt != null)
    throw new Refusal('UNAUTHORIZED', 'You are not signed in, or your session has ended.');
  if (session && now - session.authenticatedAt <= recentMs) return;
  const person = await reads.person(actor.id);
  if (session && person?.credentials === null) return;
  throw new Refusal('AUTHENTICATION_TOO_OLD', 'Confirm with your password first, then repeat this.');
}
