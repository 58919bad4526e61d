import { type Actor, nameOfActor } from '../../access/actor.ts';
import { requireAct } from '../../access/find-obstacle.ts';
import { Refusal } from '../../refusal.ts';
import { findDifference, mayGrant } from './compare-grants.ts';
import { refuseLastOwner } from './last-owner.ts';
import type { PeopleServices } from './people-services.ts';
import type { PeopleTransaction } from './people-store.ts';
import type { Grant, Membership } from './person.ts';
import { refuseMoreRights, refuseStrongerPerson } from './refuse-more-rights.ts';
import { requireRecentSignIn } from './sign-in/recent-sign-in.ts';

type Services = Pick<PeopleServices, 'store' | 'clock'>;

/** Identifies a person within an account. */
export interface PersonPlace {
  readonly accountId: string;
  readonly personId: string;
}

/**
 * Changes the rights of a person in an account, from their next request on. Open invitations that the change outdates end.
 *
 * @throws {Refusal} NOT_FOUND, also for people of other accounts; LAST_OWNER; AUTHENTICATION_TOO_OLD; FORBIDDEN for adding a
 *   mode, the right to pictures or a role that the actor may not grant, and for a person with rights that the actor lacks.
 */
export async function changePerson(
  services: Services,
  actor: Actor,
  place: PersonPlace,
  changes: Partial<Grant>,
): Promise<Membership> {
  const { accountId, personId } = place;
  requireAct(actor, 'person.change', { accountId });
  return services.store.transact(async (transaction) => {
    const now = services.clock.now();
    await requireRecentSignIn(transaction, actor, now);
    const { before, members } = await membershipOf(transaction, place);
    const after: Membership = { ...before, ...changes };
    refuseStrongerPerson(actor, before);
    refuseMoreRights(actor, before, after);
    if (before.role === 'owner') refuseLastOwner(members, personId, after);
    await dropOutdatedInvitations(transaction, after, now);
    const subjectSeq = await transaction.putMembership(after);
    await transaction.record({
      actor,
      act: 'person.change',
      at: now,
      accountId,
      subject: { kind: 'person', id: personId },
      mode: null,
      changes: differences(before, after),
      subjectSeq,
    });
    return after;
  });
}

/**
 * Ends a membership, its sessions, and all open invitations to or by the person.
 *
 * @throws {Refusal} as {@link changePerson}.
 */
export async function removePerson(services: Services, actor: Actor, place: PersonPlace): Promise<void> {
  const { accountId, personId } = place;
  requireAct(actor, 'person.remove', { accountId });
  return services.store.transact(async (transaction) => {
    const now = services.clock.now();
    await requireRecentSignIn(transaction, actor, now);
    const open = await transaction.openInvitations(accountId, 0);
    const invited = open.find(({ id, personId: member }) => (member ?? id) === personId);
    const members = await transaction.members(accountId);
    const before = members.find((member) => member.personId === personId);
    if (!before && !invited) throw unknownPerson();
    for (const grant of [before, invited]) if (grant) refuseStrongerPerson(actor, grant);
    if (before?.role === 'owner') refuseLastOwner(members, personId, null);
    const subjectSeq = await transaction.removeMembership(accountId, personId);
    if (invited) await transaction.dropInvitations(accountId, { id: invited.id }, now);
    await transaction.dropInvitations(accountId, { invitedBy: `person:${personId}` }, now);
    await transaction.endSessions(personId, now, accountId);
    await transaction.record({
      actor,
      act: 'person.remove',
      at: now,
      accountId,
      subject: { kind: 'person', id: personId },
      mode: null,
      changes: { role: before?.role ?? null, byThemselves: nameOfActor(actor) === `person:${personId}` },
      subjectSeq,
    });
  });
}

/**
 * Drops open invitations to a member with other rights than they have now, and those by them that grant more than they may
 * grant now. The links could otherwise restore what was taken away.
 */
async function dropOutdatedInvitations(transaction: PeopleTransaction, member: Membership, now: number) {
  const { accountId, personId } = member;
  // Includes expired invitations, which lists still show.
  for (const invitation of await transaction.openInvitations(accountId, 0)) {
    const isToThem = invitation.personId === personId && findDifference(invitation, member) !== null;
    const isByThem = invitation.invitedBy === `person:${personId}` && !mayGrant(member, invitation);
    if (isToThem || isByThem) await transaction.dropInvitations(accountId, { id: invitation.id }, now);
  }
}

async function membershipOf(
  transaction: PeopleTransaction,
  { accountId, personId }: PersonPlace,
): Promise<{ before: Membership; members: Membership[] }> {
  const members = await transaction.members(accountId);
  const before = members.find((member) => member.personId === personId);
  if (!before) throw unknownPerson();
  return { before, members };
}

function unknownPerson(): Refusal {
  return new Refusal('NOT_FOUND', 'There is no such person in this account.');
}

function differences(before: Grant, after: Grant) {
  return {
    ...(before.role !== after.role && { role: [before.role, after.role] as const }),
    ...(before.modes.join(' ') !== after.modes.join(' ') && {
      modes: [before.modes.join(' '), after.modes.join(' ')] as const,
    }),
    ...(before.pictures !== after.pictures && { pictures: [before.pictures, after.pictures] as const }),
  };
}
