import { Refusal, refuseMember } from '../../refusal.ts';
import { checkPassword } from './check-password.ts';
import { hashOfInvitation, macOfMembership, sealCredentials, withPasswordAlone } from './credentials.ts';
import { isMemberHereAlone } from './invite-person.ts';
import { isSameHash, parseToken } from './one-time-secret.ts';
import { actorOf, type OpenedSession, openSession, type SignInOrigin } from './open-session.ts';
import { findPasswordFault } from './passwords.ts';
import type { PeopleServices } from './people-services.ts';
import type { PeopleReads, PeopleTransaction } from './people-store.ts';
import type { Invitation, Membership, Person } from './person.ts';
import { refuseLastOwner } from './valid-membership.ts';

/** Screen that a one-time link leads to. */
export interface LinkTarget {
  readonly invitation: Invitation;
  readonly person: Person;
  /** Whether the person chooses a password; false: they join with the one they have. */
  readonly choosesPassword: boolean;
}

/**
 * Finds out what a one-time link leads to. It changes nothing.
 *
 * @throws {Refusal} UNAUTHORIZED for a link that there is not, or that was changed; TICKET_USED; TICKET_EXPIRED.
 */
export async function readLink(
  { vault, clock }: Pick<PeopleServices, 'vault' | 'clock'>,
  reads: PeopleReads,
  token: string,
): Promise<LinkTarget> {
  const parsed = parseToken(token);
  const invitation = parsed && (await reads.invitation(parsed.id));
  const isGenuine =
    invitation && isSameHash(invitation.hash, hashOfInvitation(vault, invitation, parsed.secret));
  const person = isGenuine ? await reads.person(invitation.personId) : null;
  if (!invitation || person === null)
    throw new Refusal('UNAUTHORIZED', 'This link is not valid. Ask for a new one.');
  if (invitation.usedAt !== null)
    throw new Refusal('TICKET_USED', 'This link was used. Sign in, or ask for a new one.');
  if (clock.now() >= invitation.expiresAt)
    throw new Refusal('TICKET_EXPIRED', 'This link has expired. Ask for a new one.');
  const isSet = person.credentials !== null;
  return { invitation, person, choosesPassword: !isSet || (await mayReset(reads, invitation)) };
}

/** Answer of somebody who accepts an invitation. */
export interface AcceptCall {
  readonly token: string;
  /** Taken where a password is chosen, too. */
  readonly name: string;
  readonly password: string;
}

/**
 * Accepts an invitation, and signs in. A new password ends all sessions of the person and their second step.
 *
 * @throws {Refusal} as {@link readLink}; INVALID_REQUEST_BODY for a password that nobody should choose; as {@link checkPassword} where
 *   the person has one; LAST_OWNER where the link would take that role away.
 */
export async function acceptInvitation(
  services: PeopleServices,
  { token, name, password }: AcceptCall,
  origin: SignInOrigin,
): Promise<OpenedSession> {
  const { store, passwords } = services;
  const target = await readLink(services, store, token);
  if (target.invitation.kind === 'development')
    throw new Refusal('UNAUTHORIZED', 'This link signs in by itself.');
  const { email } = target.person;
  if (!target.choosesPassword) {
    await checkPassword(services, { person: target.person, named: email, password }, origin);
    return store.transact((transaction) => join(services, transaction, { token, origin, chosen: null }));
  }
  const fault = findPasswordFault(password, email);
  if (fault !== null) throw refuseMember('INVALID_REQUEST_BODY', '/password', fault);
  const chosen = { name, hash: await passwords.hash(password) };
  return store.transact((transaction) => join(services, transaction, { token, origin, chosen }));
}

/** Carries out an invitation, which is looked at again: two may come with it at once. */
async function join(
  services: PeopleServices,
  transaction: PeopleTransaction,
  call: { token: string; origin: SignInOrigin; chosen: { name: string; hash: string } | null },
): Promise<OpenedSession> {
  const { vault, clock } = services;
  const { token, origin, chosen } = call;
  const { invitation, person: before, choosesPassword } = await readLink(services, transaction, token);
  if (choosesPassword !== (chosen !== null))
    throw new Refusal('TICKET_USED', 'The person has changed since this link was opened. Open it again.');
  const now = clock.now();
  const { accountId, role, modes, pictures } = invitation;
  const members = await transaction.members(accountId);
  const earlier = members.find(({ personId }) => personId === before.id);
  if (earlier?.role === 'owner' && role !== 'owner') {
    refuseLastOwner(services, members, before.id);
    await transaction.dropInvitations(accountId, { invitedBy: `person:${before.id}` });
  }
  const granted = { personId: before.id, accountId, role, modes, pictures };
  const mac = macOfMembership(vault, granted);
  const membership: Membership = { ...granted, mac, createdAt: now, lastSignInAt: null };
  await transaction.putMembership(membership);
  await transaction.useInvitation(invitation.id, now);
  const changes = chosen && {
    name: chosen.name,
    credentials: sealCredentials(vault, before.id, withPasswordAlone(chosen.hash)),
    credentialsAt: now,
    totpStep: null,
  };
  if (changes) {
    await transaction.updatePerson(before.id, changes);
    await transaction.endSessions(before.id, now);
  }
  const person = { ...before, ...changes };
  const opened = await openSession(services, transaction, { person, membership, origin }, 'invitation');
  await transaction.record({
    actor: actorOf(opened.session, membership, origin.address),
    act: 'person.join',
    at: now,
    accountId,
    subject: { kind: 'person', id: person.id },
    mode: null,
    changes: { role, modes: modes.join(' '), pictures, newPassword: chosen !== null },
  });
  return opened;
}

/** Whether a link may replace a password. Asked again when it is used: the person may have joined another account since. */
async function mayReset(reads: PeopleReads, { kind, invitedBy, personId, accountId }: Invitation) {
  if (kind !== 'reset') return false;
  return invitedBy.startsWith('operator:') || isMemberHereAlone(reads, personId, accountId);
}
