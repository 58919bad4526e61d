import type { AuditChanges } from '../../../audit/audit-event.ts';
import { Refusal, refuseMember } from '../../../refusal.ts';
import {
  type Credentials,
  hashOfInvitation,
  openCredentials,
  sealCredentials,
  withPasswordAlone,
} from '../credentials.ts';
import { refuseLastOwner } from '../last-owner.ts';
import { isSameHash, parseToken } from '../one-time-secret.ts';
import type { PeopleServices } from '../people-services.ts';
import type { PeopleReads, PeopleTransaction } from '../people-store.ts';
import type { Invitation, Membership, Person } from '../person.ts';
import {
  checkPassword,
  findByPassword,
  refuseSharedPassword,
  wrongPassword,
} from '../sign-in/check-password.ts';
import { actorOf, type OpenedSession, openSession, type SignInOrigin } from '../sign-in/open-session.ts';
import { findPasswordFault, saltOf } from '../sign-in/passwords.ts';
import { isMemberHereAlone } from './invite-person.ts';
import { invitedPerson } from './invited-person.ts';

/** Screen that a one-time link leads to. */
export interface LinkTarget {
  readonly invitation: Invitation;
  /** Member who is invited again; null: a person not known yet. */
  readonly member: Person | null;
}

/**
 * Reads a one-time link. Changes nothing, and reveals nothing about other accounts.
 *
 * @throws {Refusal} UNAUTHORIZED for an unknown or changed link; TICKET_USED; TICKET_EXPIRED.
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
  if (!isGenuine) throw invalidLink();
  if (invitation.usedAt !== null)
    throw new Refusal('TICKET_USED', 'This link was used. Sign in, or ask for a new one.');
  if (clock.now() >= invitation.expiresAt)
    throw new Refusal('TICKET_EXPIRED', 'This link has expired. Ask for a new one.');
  if (invitation.personId === null) return { invitation, member: null };
  const member = await reads.person(invitation.personId);
  const isMember = member && (await reads.membership(invitation.accountId, member.id)) !== null;
  if (!isMember) throw invalidLink();
  return { invitation, member };
}

/** Answer of a person who accepts an invitation. */
export interface AcceptCall {
  readonly token: string;
  /** Name of a person who chooses a password. */
  readonly name?: string | undefined;
  readonly password: string;
  /** Whether the password is one that the person signs in with already, so that they join another account. */
  readonly hasPassword: boolean;
}

/**
 * Accepts an invitation, and signs in. Whoever chooses a password becomes a new person, however many have the same e-mail
 * address: a link of one account gives no way to people of another. A member of the account who chooses one keeps who they are,
 * and all sessions of theirs end, and their second step.
 *
 * @throws {Refusal} as {@link readLink}; INVALID_REQUEST_BODY for a password that nobody should choose, or that another person of
 *   the address has; as {@link checkPassword} for one that they say they have; LAST_OWNER where the link would take that role
 *   away.
 */
export async function acceptInvitation(
  services: PeopleServices,
  { token, name, password, hasPassword }: AcceptCall,
  origin: SignInOrigin,
): Promise<OpenedSession> {
  const { store, passwords } = services;
  const { invitation, member } = await readLink(services, store, token);
  if (invitation.kind === 'development') throw new Refusal('UNAUTHORIZED', 'This link signs in by itself.');
  const { email } = invitation;
  const people = await store.peopleByEmail(email);
  const call = { people, named: email, password };
  if (hasPassword) {
    const known = await checkPassword(services, call, origin);
    return store.transact((transaction) => join(services, transaction, { token, origin, known }));
  }
  const fault = findPasswordFault(password, email);
  if (fault !== null) throw refuseMember('INVALID_REQUEST_BODY', '/password', fault);
  if (name === undefined)
    throw refuseMember('INVALID_REQUEST_BODY', '/name', 'is needed with a new password');
  // A person who enters the password that they already have here is recognised by it, because otherwise the two could not be
  // distinguished.
  const known = member ? null : await findByPassword(services, call, origin);
  if (member) {
    const isReset = await mayReset(store, invitation, member);
    await refuseSharedPassword(services, { email, self: isReset ? member : null, password }, origin);
  }
  const chosen = { name, hash: await passwords.hash(password, saltOf(services.vault, email)) };
  return store.transact((transaction) =>
    join(services, transaction, { token, origin, ...(known ? { known } : { chosen }) }),
  );
}

interface JoinCall {
  readonly token: string;
  readonly origin: SignInOrigin;
  /** Person who proved their identity by a password. */
  readonly known?: Person;
  readonly chosen?: { readonly name: string; readonly hash: string } | undefined;
}

/** Carries out an invitation, which is looked at again: two may come with it at once. */
async function join(
  services: PeopleServices,
  transaction: PeopleTransaction,
  { token, origin, known, chosen }: JoinCall,
): Promise<OpenedSession> {
  const { invitation, member } = await readLink(services, transaction, token);
  const now = services.clock.now();
  const { accountId, role, modes, pictures } = invitation;
  const person = known
    ? await unchanged(transaction, known)
    : await choosePassword(services, transaction, { invitation, member, chosen });
  const replaced =
    member && !known && member.id === person.id ? openCredentials(services.vault, member) : null;
  if (member) await giveWay(transaction, { invitation, member, isSame: member.id === person.id }, now);
  const granted = { personId: person.id, accountId, role, modes, pictures };
  const membership: Membership = { ...granted, createdAt: now, lastSignInAt: null };
  const subjectSeq = await transaction.putMembership(membership);
  await transaction.useInvitation(invitation.id, now);
  const opened = await openSession(services, transaction, { person, membership, origin }, 'invitation');
  await transaction.record({
    actor: actorOf(opened.session, membership, origin.address),
    act: 'person.join',
    at: now,
    accountId,
    subject: { kind: 'person', id: person.id },
    mode: null,
    changes: {
      role,
      modes: modes.join(' '),
      pictures,
      newPassword: known === undefined,
      ...removed(replaced),
    },
    subjectSeq,
  });
  return opened;
}

/** Lists what a new password by link removed, besides the previous one. */
function removed(replaced: Credentials | null): AuditChanges {
  if (!replaced) return {};
  return {
    ...(replaced.totp !== null && { authenticatorApp: [true, false] }),
    ...(replaced.recoveryCodes.length > 0 && { recoveryCodes: [replaced.recoveryCodes.length, 0] }),
    ...(replaced.passkeys.length > 0 && { passkeys: [replaced.passkeys.length, 0] }),
  };
}

/** @throws {Refusal} UNAUTHORIZED where the password was changed while it was checked. */
async function unchanged(transaction: PeopleReads, known: Person): Promise<Person> {
  const now = await transaction.person(known.id);
  if (now?.credentialsAt !== known.credentialsAt) throw wrongPassword();
  return now;
}

/** Sets a new password: of a member, where that gives no way into another account; else of a new person. */
async function choosePassword(
  { vault, clock }: PeopleServices,
  transaction: PeopleTransaction,
  { invitation, member, chosen }: LinkTarget & Pick<JoinCall, 'chosen'>,
): Promise<Person> {
  if (!chosen) throw invalidLink();
  const now = clock.now();
  const before = member && (await mayReset(transaction, invitation, member)) ? member : null;
  const person = before ?? { ...invitedPerson(invitation), createdAt: now };
  const changes = {
    name: chosen.name,
    credentials: sealCredentials(vault, person.id, withPasswordAlone(chosen.hash)),
    credentialsAt: now,
    totpStep: null,
  };
  if (before === null) await transaction.insertPerson({ ...person, ...changes });
  else {
    await transaction.updatePerson(person.id, changes, now);
    await transaction.endSessions(person.id, now);
  }
  return { ...person, ...changes };
}

/**
 * The membership of before ends where another person takes its place, and with the role of an owner the invitations they made.
 */
async function giveWay(
  transaction: PeopleTransaction,
  { invitation, member, isSame }: { invitation: Invitation; member: Person; isSame: boolean },
  now: number,
): Promise<void> {
  const { accountId, role } = invitation;
  const members = await transaction.members(accountId);
  const before = members.find(({ personId }) => personId === member.id);
  if (before?.role === 'owner') refuseLastOwner(members, member.id, invitation);
  if (before?.role === 'owner' && (role !== 'owner' || !isSame))
    await transaction.dropInvitations(accountId, { invitedBy: `person:${member.id}` }, now);
  if (isSame) return;
  const subjectSeq = await transaction.removeMembership(accountId, member.id);
  await transaction.endSessions(member.id, now, accountId);
  await transaction.record({
    actor: { kind: 'system', task: 'people' },
    act: 'person.remove',
    at: now,
    accountId,
    subject: { kind: 'person', id: member.id },
    mode: null,
    changes: { role: before?.role ?? null, byThemselves: false },
    subjectSeq,
  });
}

/** Whether a link may replace a password. Asked when it is used: the person may have joined another account since. */
async function mayReset(reads: PeopleReads, { invitedBy, accountId }: Invitation, member: Person) {
  return invitedBy.startsWith('operator:') || isMemberHereAlone(reads, member.id, accountId);
}

function invalidLink(): Refusal {
  return new Refusal('UNAUTHORIZED', 'This link is not valid. Ask for a new one.');
}
