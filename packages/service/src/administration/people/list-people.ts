import type { Actor } from '../../access/actor.ts';
import { requireAct } from '../../access/find-obstacle.ts';
import { hasSecondStep, openCredentials } from './credentials.ts';
import type { PeopleServices } from './people-services.ts';
import type { Grant, Person } from './person.ts';
import { validMembership } from './valid-membership.ts';

/** A person of an account, or somebody who is invited to it. */
export interface PersonEntry extends Grant {
  readonly person: Person;
  readonly state: 'member' | 'invited';
  readonly since: number;
  /** When an invitation that was not used expires or expired; null: there is none. */
  readonly invitedUntil: number | null;
  /** When the member last signed in to this account; null: not yet, or not known. */
  readonly lastSignInAt: number | null;
  /** Whether the member has a second step. */
  readonly secondStep: boolean;
}

/** People of an account by e-mail address, with those who are or were invited to it and have not come. */
export async function listPeople(
  services: Pick<PeopleServices, 'store' | 'vault' | 'logger'>,
  actor: Actor,
  accountId: string,
): Promise<PersonEntry[]> {
  requireAct(actor, 'person.read', { accountId });
  const { store } = services;
  const [people, members, invitations] = await Promise.all([
    store.peopleOf(accountId),
    store.members(accountId),
    // Those that have expired, too: somebody waits for them.
    store.openInvitations(accountId, 0),
  ]);
  return people.flatMap((person): PersonEntry[] => {
    const found = members.find(({ personId }) => personId === person.id) ?? null;
    const member = validMembership(services, found);
    const invitation = invitations.find(({ personId }) => personId === person.id);
    const grant = member ?? invitation;
    if (!grant) return [];
    const { role, modes, pictures, createdAt } = grant;
    const state = member ? 'member' : 'invited';
    const invitedUntil = invitation?.expiresAt ?? null;
    const lastSignInAt = member?.lastSignInAt ?? null;
    // What somebody who is only invited has set up elsewhere is not this account's to see.
    const secondStep = member !== null && hasSecondStep(openCredentials(services.vault, person));
    return [
      { person, state, role, modes, pictures, since: createdAt, invitedUntil, lastSignInAt, secondStep },
    ];
  });
}
