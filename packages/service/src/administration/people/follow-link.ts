import { Refusal } from '../../refusal.ts';
import { type LinkTarget, readLink } from './accept-invitation.ts';
import { macOfMembership } from './credentials.ts';
import { type OpenedSession, openSession, type SignInOrigin } from './open-session.ts';
import type { PeopleServices } from './people-services.ts';
import type { Membership } from './person.ts';

/**
 * Follows a one-time link: one of development signs in at once; of an invitation it tells what is invited to, and the link stays
 * unused.
 *
 * @throws {Refusal} as {@link readLink}.
 */
export async function followLink(
  services: PeopleServices,
  token: string,
  origin: SignInOrigin,
): Promise<OpenedSession | LinkTarget> {
  const { store, vault, clock } = services;
  const target = await readLink(services, store, token);
  if (target.invitation.kind !== 'development') return target;
  // A link that was left over in data of development opens nothing in production.
  if (!services.isDevelopment) throw new Refusal('UNAUTHORIZED', 'This link works in development alone.');
  return store.transact(async (transaction) => {
    const { invitation, person } = await readLink(services, transaction, token);
    const { accountId, role, modes, pictures } = invitation;
    const granted = { personId: person.id, accountId, role, modes, pictures };
    const membership: Membership = {
      ...granted,
      mac: macOfMembership(vault, granted),
      createdAt: clock.now(),
      lastSignInAt: null,
    };
    await transaction.putMembership(membership);
    await transaction.useInvitation(invitation.id, clock.now());
    return openSession(services, transaction, { person, membership, origin }, 'link');
  });
}
