import { nameOfActor, type SystemActor } from '../../../access/actor.ts';
import type { PeopleServices } from '../people-services.ts';
import { signInLink } from './invitation-link.ts';
import { findMember, insertInvitation } from './invite-person.ts';

const development: SystemActor = { kind: 'system', task: 'development' };
/** Person who is signed in by development links. */
export const developmentOwner = { email: 'owner@localhost', name: 'Development owner' } as const;
/** How long the link is valid. */
const linkMs = 24 * 60 * 60_000;

/**
 * Makes a one-time link that signs in to the Admin Panel as owner of the development account, without a password. Earlier links
 * end.
 *
 * @throws outside of development.
 */
export function makeDevelopmentLink(
  services: Pick<PeopleServices, 'store' | 'vault' | 'clock' | 'isDevelopment'>,
  accountId: string,
  publicUrl: string,
): Promise<string> {
  if (!services.isDevelopment) throw new Error('Links without a password are for development only.');
  return services.store.transact(async (transaction) => {
    const now = services.clock.now();
    const member = await findMember(transaction, accountId, developmentOwner.email);
    await transaction.dropInvitations(accountId, { email: developmentOwner.email }, now);
    const { token, invitation } = await insertInvitation(services, transaction, {
      kind: 'development',
      personId: member?.id ?? null,
      accountId,
      email: developmentOwner.email,
      role: 'owner',
      modes: ['live', 'test'],
      pictures: true,
      invitedBy: nameOfActor(development),
      createdAt: now,
      expiresAt: now + linkMs,
    });
    await transaction.record({
      actor: development,
      act: 'person.invite',
      at: now,
      accountId,
      subject: { kind: 'person', id: member?.id ?? invitation.id },
      mode: null,
      changes: { role: 'owner', newPassword: false },
    });
    return signInLink(publicUrl, token);
  });
}
