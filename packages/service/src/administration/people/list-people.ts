import type { Actor } from '../../access/actor.ts';
import { requireAct } from '../../access/find-obstacle.ts';
import { hasSecondStep, openCredentials } from './credentials.ts';
import { invitedPerson } from './invitations/invited-person.ts';
import type { PeopleServices } from './people-services.ts';
import type { Grant, Person } from './person.ts';

/** A member of an account, or a person invited to it. */
export interface PersonEntry extends Grant {
  readonly person: Person;
  readonly state: 'member' | 'invited';
  readonly since: number;
  /** Expiry of an unused invitation; null: none. */
  readonly invitedUntil: number | null;
  /** Last sign-in of the member to this account, in ms since 1970; null: never, or unknown. */
  readonly lastSignInAt: number | null;
  /** Whether the member has a second step. */
  readonly secondStep: boolean;
}

/** Lists the members of an account and the invited people, ordered by e-mail address. */
export async function listPeople(
  { store, vault }: Pick<PeopleServices, 'store' | 'vault'>,
  actor: Actor,
  accountId: string,
): Promise<PersonEntry[]> {
  requireAct(actor, 'person.read', { accountId });
  const [people, members, invitations] = await Promise.all([
    store.peopleOf(accountId),
    store.members(accountId),
    // Includes expired invitations, because the invited person may still be waiting.
    store.openInvitations(accountId, 0),
  ]);
  const joined = people.flatMap((person): PersonEntry[] => {
    const member = members.find(({ personId }) => personId === person.id);
    if (!member) return [];
    const { role, modes, pictures, lastSignInAt, createdAt: since } = member;
    const again = invitations.find(({ personId }) => personId === person.id);
    const invitedUntil = again?.expiresAt ?? null;
    const secondStep = hasSecondStep(openCredentials(vault, person));
    return [
      { person, state: 'member', role, modes, pictures, since, invitedUntil, lastSignInAt, secondStep },
    ];
  });
  const invited = invitations
    .filter(({ personId }) => !members.some((member) => member.personId === personId))
    .map((invitation): PersonEntry => {
      const { role, modes, pictures, createdAt: since, expiresAt: invitedUntil } = invitation;
      const person = invitedPerson(invitation);
      const noSignIn = { lastSignInAt: null, secondStep: false };
      return { person, state: 'invited', role, modes, pictures, since, invitedUntil, ...noSignIn };
    });
  return [...joined, ...invited].sort((a, b) => (a.person.email < b.person.email ? -1 : 1));
}
