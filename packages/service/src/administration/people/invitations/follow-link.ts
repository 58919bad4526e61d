import { Refusal } from '../../../refusal.ts';
import type { PeopleServices } from '../people-services.ts';
import type { Membership } from '../person.ts';
import { actorOf, type OpenedSession, openSession, type SignInOrigin } from '../sign-in/open-session.ts';
import { type LinkTarget, readLink } from './accept-invitation.ts';
import { developmentOwner } from './development-link.ts';
import { invitedPerson } from './invited-person.ts';

/**
 * Follows a one-time link. A development link signs in at once; an invitation is only described, and stays unused.
 *
 * @throws {Refusal} as {@link readLink}.
 */
export async function followLink(
  services: PeopleServices,
  token: string,
  origin: SignInOrigin,
): Promise<OpenedSession | LinkTarget> {
  const { store, clock } = services;
  const target = await readLink(services, store, token);
  if (target.invitation.kind !== 'development') return target;
  // Keeps a link left over from development data from working in production.
  if (!services.isDevelopment) throw new Refusal('UNAUTHORIZED', 'This link works in development only.');
  return store.transact(async (transaction) => {
    const { invitation, member } = await readLink(services, transaction, token);
    const person = member ?? { ...invitedPerson(invitation), name: developmentOwner.name };
    if (member === null) await transaction.insertPerson(person);
    const { accountId, role, modes, pictures } = invitation;
    const now = clock.now();
    const granted = { personId: person.id, accountId, role, modes, pictures };
    const membership: Membership = { ...granted, createdAt: now, lastSignInAt: null };
    const subjectSeq = await transaction.putMembership(membership);
    await transaction.useInvitation(invitation.id, now);
    const opened = await openSession(services, transaction, { person, membership, origin }, 'link');
    await transaction.record({
      actor: actorOf(opened.session, membership, origin.address),
      act: 'person.join',
      at: now,
      accountId,
      subject: { kind: 'person', id: person.id },
      mode: null,
      changes: { role, modes: modes.join(' '), pictures, newPassword: false },
      subjectSeq,
    });
    return opened;
  });
}
