import type { AuditChanges } from '../../../audit/audit-event.ts';
import { Refusal, refuseMember } from '../../../refusal.ts';
import { findDifference } from '../compare-grants.ts';
import {
  type Credentials,
  hashOfInvitation,
  openCredentials,
  sealCredentials,
  withPasswordAlone,
} from '../credentials.ts';
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

/** Invitation of a one-time link, and the member that it is for. */
export interface LinkTarget {
  readonly invitation: Invitation;
  /** Member who was invited again; null: the invited person is no member yet. */
  readonly member: Person | null;
}

/**
 * Reads a one-time link. Changes nothing, and reveals nothing about other accounts.
 *
 * @throws {Refusal} UNAUTHORIZED for an unknown or modified link, or if the rights of the member changed since; TICKET_USED;
 *   TICKET_EXPIRED.
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
  const membership = member && (await reads.membership(invitation.accountId, member.id));
  if (!membership) throw invalidLink();
  // Keeps rights that were taken away from coming back by the link, and new ones from whoever made it and lacks them.
  if (invitation.kind === 'reset' && findDifference(invitation, membership) !== null) throw invalidLink();
  return { invitation, member };
}

/** Data that a person submits to accept an invitation. */
export interface AcceptCall {
  readonly token: string;
  /** Name; required with a new password. */
  readonly name?: string | undefined;
  readonly password: string;
  /** Whether the password is one that the person already signs in with, so that they join another account. */
  readonly hasPassword: boolean;
}

/**
 * Accepts an invitation, and signs in. Somebody who chooses a new password becomes a new person, even if others have the same
 * e-mail address, so a link from one account gives no access to people of another. A member of the account who chooses a new
 * password stays the same person with the same rights; all their sessions and open invitations by them end, and their second
 * step is removed.
 *
 * @throws {Refusal} as {@link readLink}; INVALID_REQUEST_BODY for a weak password, one that another person with the same e-mail
 *   address has, or `hasPassword` with a link for a new one; as {@link checkPassword} if `hasPassword` is set.
 */
export async function acceptInvitation(
  services: PeopleServices,
  { token, name, password, hasPassword }: AcceptCall,
  origin: SignInOrigin,
): Promise<OpenedSession> {
  const { store, passwords } = services;
  const { invitation, member } = await readLink(services, store, token);
  if (invitation.kind === 'development')
    throw new Refusal('UNAUTHORIZED', 'This link signs you in without a password. Open it to sign in.');
  if (member && hasPassword)
    throw refuseMember(
      'INVALID_REQUEST_BODY',
      '/hasPassword',
      'must be false: this link sets a new password',
    );
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
    throw refuseMember('INVALID_REQUEST_BODY', '/name', 'is required with a new password');
  // Recognises a person who enters an existing password of theirs as a new one. As a new person they could not sign in: the
  // old and the new person would have the same address and password.
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
  /** Person identified by an existing password. */
  readonly known?: Person;
  readonly chosen?: { readonly name: string; readonly hash: string } | undefined;
}

/** Carries out an invitation. Reads the link again in the transaction, because two requests may use it at the same time. */
async function join(
  services: PeopleServices,
  transaction: PeopleTransaction,
  { token, origin, known, chosen }: JoinCall,
): Promise<OpenedSession> {
  const { invitation, member } = await readLink(services, transaction, token);
  const now = services.clock.now();
  const { accountId, role, modes, pictures } = invitation;
  await transaction.useInvitation(invitation.id, now);
  const person = known
    ? await requireUnchanged(transaction, known)
    : await choosePassword(services, transaction, { invitation, member, chosen });
  const isSame = member?.id === person.id;
  const replaced = isSame ? openCredentials(services.vault, member) : null;
  if (member && !isSame) await endReplacedMembership(transaction, accountId, member, now);
  const granted = { personId: person.id, accountId, role, modes, pictures };
  const before = isSame ? await transaction.membership(accountId, person.id) : null;
  const membership: Membership = before ?? { ...granted, createdAt: now, lastSignInAt: null };
  const subjectSeq = await transaction.putMembership(membership);
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
      ...removedMethods(replaced),
    },
    subjectSeq,
  });
  return opened;
}

/** Lists the sign-in methods that a new password by link removed, besides the old password. */
function removedMethods(replaced: Credentials | null): AuditChanges {
  if (!replaced) return {};
  return {
    ...(replaced.totp !== null && { authenticatorApp: [true, false] }),
    ...(replaced.recoveryCodes.length > 0 && { recoveryCodes: [replaced.recoveryCodes.length, 0] }),
    ...(replaced.passkeys.length > 0 && { passkeys: [replaced.passkeys.length, 0] }),
  };
}

/** Reads a person again. @throws {Refusal} UNAUTHORIZED if the password was changed while it was being checked. */
async function requireUnchanged(transaction: PeopleReads, known: Person): Promise<Person> {
  const current = await transaction.person(known.id);
  if (current?.credentialsAt !== known.credentialsAt) throw wrongPassword();
  return current;
}

/** Sets a new password: for the member if that gives no access to another account, otherwise for a new person. */
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
    // Whoever knew the old password or had a session may have made links to come back.
    for (const { accountId } of await transaction.membershipsOf(person.id))
      await transaction.dropInvitations(accountId, { invitedBy: `person:${person.id}` }, now);
  }
  return { ...person, ...changes };
}

/** Ends the membership of a member whose place another person takes, and drops the invitations that the member made. */
async function endReplacedMembership(
  transaction: PeopleTransaction,
  accountId: string,
  member: Person,
  now: number,
): Promise<void> {
  const before = await transaction.membership(accountId, member.id);
  await transaction.dropInvitations(accountId, { invitedBy: `person:${member.id}` }, now);
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

/**
 * Returns whether a link may replace a password. Checked when the link is used, because the person may have joined another
 * account since it was made.
 */
async function mayReset(reads: PeopleReads, { invitedBy, accountId }: Invitation, member: Person) {
  return invitedBy.startsWith('operator:') || isMemberHereAlone(reads, member.id, accountId);
}

function invalidLink(): Refusal {
  return new Refusal('UNAUTHORIZED', 'This link is not valid. Ask for a new one.');
}
