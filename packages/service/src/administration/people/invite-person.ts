import { randomUUID } from 'node:crypto';
import { type Actor, nameOfActor } from '../../access/actor.ts';
import { requireAct } from '../../access/find-obstacle.ts';
import { Refusal, refuseMember } from '../../refusal.ts';
import type { PersonPlace } from './change-person.ts';
import { hashOfInvitation } from './credentials.ts';
import { createSecret, formatToken } from './one-time-secret.ts';
import type { PeopleServices } from './people-services.ts';
import type { PeopleTransaction } from './people-store.ts';
import type { Grant, Invitation, InvitationKind, Person } from './person.ts';
import { requireRecentSignIn } from './recent-sign-in.ts';
import { staffEmail } from './staff-email.ts';

const hourMs = 60 * 60_000;
/** How long a one-time link can be used. */
export const invitationMs = 72 * hourMs;

/** Invitation to be made: to whom, and to what. */
export interface InviteCall extends Grant {
  readonly accountId: string;
  readonly email: string;
}

/** An invitation that was made. */
export interface Invited {
  readonly invitation: Invitation;
  readonly person: Person;
  /** Stands in the link; told this once. */
  readonly token: string;
}

/**
 * Invites somebody to an account by a one-time link. Whoever has a password already keeps it, and joins with it; but one who is a
 * member of this account alone, or whom an operator invites, chooses a new one: so an owner helps who has lost theirs. Earlier links
 * of the person to the account end.
 *
 * @throws {Refusal} INVALID_REQUEST_BODY for an address that nobody can be invited by; AUTHENTICATION_TOO_OLD.
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
      'must be an e-mail address with letters of ASCII in front of the @',
    );
  return services.store.transact(async (transaction) => {
    const now = services.clock.now();
    await requireRecentSignIn(transaction, actor, now);
    const person = await ensurePerson(transaction, address, now);
    const kind = await kindOf(transaction, actor, person, accountId);
    await transaction.dropInvitations(accountId, { personId: person.id });
    const made = await insertInvitation(services, transaction, {
      kind,
      personId: person.id,
      accountId,
      role,
      modes,
      pictures,
      invitedBy: nameOfActor(actor),
      createdAt: now,
      expiresAt: now + invitationMs,
    });
    await transaction.record({
      actor,
      act: 'person.invite',
      at: now,
      accountId,
      subject: { kind: 'person', id: person.id },
      mode: null,
      changes: { role, modes: modes.join(' '), pictures, newPassword: kind === 'reset' },
    });
    return { ...made, person };
  });
}

/**
 * Takes an invitation back: its link opens nothing any more. A member stays one.
 *
 * @throws {Refusal} NOT_FOUND, the same for people of other accounts and for those who have no invitation that was not used.
 */
export function withdrawInvitation(
  { store, clock }: Pick<PeopleServices, 'store' | 'clock'>,
  actor: Actor,
  { accountId, personId }: PersonPlace,
): Promise<void> {
  requireAct(actor, 'person.invite', { accountId });
  return store.transact(async (transaction) => {
    const open = await transaction.openInvitations(accountId, 0);
    if (!open.some((invitation) => invitation.personId === personId))
      throw new Refusal('NOT_FOUND', 'There is no open invitation of this person.');
    await transaction.dropInvitations(accountId, { personId });
    await transaction.record({
      actor,
      act: 'person.invite',
      at: clock.now(),
      accountId,
      subject: { kind: 'person', id: personId },
      mode: null,
      changes: { withdrawn: true },
    });
  });
}

/** Keeps a new invitation. @returns it with its token. */
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

/** The person of an address; new where nobody has it. */
export async function ensurePerson(
  transaction: PeopleTransaction,
  email: string,
  now: number,
): Promise<Person> {
  const known = await transaction.personByEmail(email);
  if (known) return known;
  const person: Person = {
    id: randomUUID(),
    email,
    name: '',
    createdAt: now,
    credentials: null,
    credentialsAt: null,
    totpStep: null,
    codesFromStrangers: null,
    codesFromDevices: null,
  };
  await transaction.insertPerson(person);
  return person;
}

/** An owner of one account must not set the password of somebody who acts in another. */
async function kindOf(
  transaction: PeopleTransaction,
  actor: Actor,
  person: Person,
  accountId: string,
): Promise<InvitationKind> {
  if (actor.kind === 'operator') return 'reset';
  return (await isMemberHereAlone(transaction, person.id, accountId)) ? 'reset' : 'join';
}

/** Whether somebody is a member of one account and of no other. */
export async function isMemberHereAlone(
  transaction: Pick<PeopleTransaction, 'membershipsOf'>,
  personId: string,
  accountId: string,
): Promise<boolean> {
  const memberships = await transaction.membershipsOf(personId);
  return memberships.length > 0 && memberships.every((membership) => membership.accountId === accountId);
}
