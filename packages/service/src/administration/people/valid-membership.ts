import { Refusal } from '../../refusal.ts';
import { macOfMembership } from './credentials.ts';
import { isSameHash } from './one-time-secret.ts';
import type { PeopleServices } from './people-services.ts';
import type { Membership } from './person.ts';

/** A membership whose row is as the service wrote it; null for one that was changed, which is logged as an alarm. */
export function validMembership(
  { vault, logger }: Pick<PeopleServices, 'vault' | 'logger'>,
  membership: Membership | null,
): Membership | null {
  if (membership === null || isSameHash(membership.mac, macOfMembership(vault, membership)))
    return membership;
  logger.error('ALARM: The role of a person was changed in the database, and is not used.', {
    person: membership.personId,
    account: membership.accountId,
  });
  return null;
}

/** @throws {Refusal} LAST_OWNER when nobody else in the account is its owner. */
export function refuseLastOwner(
  services: Pick<PeopleServices, 'vault' | 'logger'>,
  members: readonly Membership[],
  personId: string,
): void {
  const others = members.filter((member) => member.personId !== personId && member.role === 'owner');
  if (others.some((member) => validMembership(services, member) !== null)) return;
  throw new Refusal('LAST_OWNER', 'This person is the only owner of the account. Make another owner first.');
}
