import { randomUUID } from 'node:crypto';
import { type Actor, nameOfActor } from '../../../access/actor.ts';
import { requireAct } from '../../../access/find-obstacle.ts';
import { Refusal, refuseMember } from '../../../refusal.ts';
import type { PersonPlace } from '../change-person.ts';
import { findDifference } from '../compare-grants.ts';
import { hashOfInvitation } from '../credentials.ts';
import { createSecret, formatToken } from '../one-time-secret.ts';
import type { PeopleServices } from '../people-services.ts';
import type { PeopleTransaction } from '../people-store.ts';
import type { Grant, Invitation, Membership, Person } from '../person.ts';
import { refuseChangedRights } from '../refuse-changed-rights.ts';
import { refuseMoreRights, refuseStrongerPerson } from '../refuse-more-rights.ts';
import { requireRecentSignIn } from '../sign-in/recent-sign-in.ts';
import { staffEmail } from '../staff-email.ts';

const hourMs = 60 * 60_000;
/** How long a one-time link is valid. */
export const invitationMs = 72 * hourMs;

/** The invited person's e-mail address and rights: for a member of the account, the rights that they have. */
export interface InviteCall extends Grant {
  readonly accountId: string;
  readonly email: string;
}

/** A new invitation with its token. */
export interface Invited {
  readonly invitation: Invitation;
  /** Id of the invited person, in lists and the audit trail. */
  readonly personId: string;
  /** Secret in the link; shown only once. */
  readonly token: string;
}

/**
 * Invites a person to an account by a one-time link. With it, a member of the account chooses a new password, so owners can
 * help members who forgot theirs. Anybody else joins as a new person, or with an existing password: the response is the same,
 * whether or not another account knows the address. Earlier links of the account to the same address end.
 *
 * @throws {Refusal} INVALID_REQUEST_BODY for an address that cannot be invited, or other rights than a member has;
 *   AUTHENTICATION_TOO_OLD; FORBIDDEN for a mode or the right to pictures that the actor lacks, also of an earlier link.
 */
export async function invitePerson(
  services: Pick<PeopleServices, 'store' | 'vault' | 'clock'>,
  actor: Actor,
  { accountId, email, role, modes, pictures }: InviteCall,
): Promise<Invited> {
  requireAct(actor, 'person.invite', { accountId });
  const address = staffEmail(email);
  if (address === null)
    throw refuseMember(
      'INVALID_REQUEST_BODY',
      '/email',
      'must be an e-mail address with only ASCII characters before the @',
    );
  return services.store.transact(async (transaction) => {
    const now = services.clock.now();
    await requireRecentSignIn(transaction, actor, now);
    refuseMoreRights(actor, null, { role, modes, pictures });
    const member = await findMember(transaction, accountId, address);
    const membership = member && (await transaction.membership(accountId, member.id));
    if (membership) refuseOtherRights(membership, { role, modes, pictures });
    // Includes expired invitations, because the invited person may still be waiting.
    for (const open of await transaction.openInvitations(accountId, 0))
      if (open.email === address) refuseStrongerPerson(actor, open);
    await transaction.dropInvitations(accountId, { email: address }, now);
    const made = await insertInvitation(services, transaction, {
      kind: member ? 'reset' : 'join',
      personId: member?.id ?? null,
      accountId,
      email: address,
      role,
      modes,
      pictures,
      invitedBy: nameOfActor(actor),
      createdAt: now,
      expiresAt: now + invitationMs,
    });
    const personId = member?.id ?? made.invitation.id;
    await transaction.record({
      actor,
      act: 'person.invite',
      at: now,
      accountId,
      subject: { kind: 'person', id: personId },
      mode: null,
      changes: { role, modes: modes.join(' '), pictures, newPassword: member !== null },
    });
    return { ...made, personId };
  });
}

/** Refuses to invite a member with other rights than they have: a link for a new password never changes rights. */
function refuseOtherRights(member: Membership, asked: Grant): void {
  const right = findDifference(member, asked);
  if (right === null) return;
  const current = right === 'modes' ? JSON.stringify(member.modes) : String(member[right]);
  throw refuseMember(
    'INVALID_REQUEST_BODY',
    `/${right}`,
    `must be ${current}: this person is in the account already. Change their rights first, or leave them as they are`,
  );
}

/**
 * Withdraws an invitation: its link stops working. An existing membership stays.
 *
 * @throws {Refusal} NOT_FOUND, also for people of other accounts and people without an open invitation; FORBIDDEN for an
 *   invitation to rights that the actor lacks.
 */
export function withdrawInvitation(
  { store, clock }: Pick<PeopleServices, 'store' | 'clock'>,
  actor: Actor,
  { accountId, personId }: PersonPlace,
): Promise<void> {
  requireAct(actor, 'person.invite', { accountId });
  return store.transact(async (transaction) => {
    await refuseChangedRights(transaction, actor);
    const now = clock.now();
    const open = await transaction.openInvitations(accountId, 0);
    const invitation = open.find(({ id, personId: member }) => (member ?? id) === personId);
    if (!invitation) throw new Refusal('NOT_FOUND', 'This person has no open invitation.');
    refuseStrongerPerson(actor, invitation);
    await transaction.dropInvitations(accountId, { id: invitation.id }, now);
    await transaction.record({
      actor,
      act: 'person.invite',
      at: now,
      accountId,
      subject: { kind: 'person', id: personId },
      mode: null,
      changes: { withdrawn: true },
    });
  });
}

/** Stores a new invitation. @returns the invitation with its token. */
export async function insertInvitation(
  { vault }: Pick<PeopleServices, 'vault'>,
  transaction: PeopleTransaction,
  call: Omit<Invitation, 'id' | 'hash' | 'usedAt'>,
): Promise<Pick<Invited, 'invitation' | 'token'>> {
  const secret = createSecret();
  const unhashed = { ...call, id: randomUUID() };
  const invitation = { ...unhashed, hash: hashOfInvitation(vault, unhashed, secret), usedAt: null };
  await transaction.insertInvitation(invitation);
  return { invitation, token: formatToken({ id: invitation.id, secret }) };
}

/** Finds the member of an account with an e-mail address; null: none. */
export async function findMember(
  transaction: Pick<PeopleTransaction, 'peopleOf' | 'membership'>,
  accountId: string,
  email: string,
): Promise<Person | null> {
  for (const person of await transaction.peopleOf(accountId))
    if (person.email === email && (await transaction.membership(accountId, person.id))) return person;
  return null;
}

/** Returns whether a person is a member of this account and of no other. */
export async function isMemberHereAlone(
  transaction: Pick<PeopleTransaction, 'membershipsOf'>,
  personId: string,
  accountId: string,
): Promise<boolean> {
  const memberships = await transaction.membershipsOf(personId);
  return memberships.length > 0 && memberships.every((membership) => membership.accountId === accountId);
}
