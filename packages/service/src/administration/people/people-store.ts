import type { NewAuditEvent } from '../../audit/audit-event.ts';
import type { AdminSession, Invitation, Membership, Person } from './person.ts';

/** Id and name of an account. */
export interface AccountName {
  readonly id: string;
  readonly name: string;
}

export interface PeopleReads {
  person(id: string): Promise<Person | null>;
  /** Returns the people of any account with an e-mail address, oldest first. */
  peopleByEmail(email: string): Promise<Person[]>;
  /** Returns the people of an account, ordered by e-mail address. */
  peopleOf(accountId: string): Promise<Person[]>;
  account(id: string): Promise<AccountName | null>;
  /** Returns whether an account requires a second step. */
  requiresSecondStep(accountId: string): Promise<boolean>;
  membership(accountId: string, personId: string): Promise<Membership | null>;
  /** Returns a person's memberships, oldest first. */
  membershipsOf(personId: string): Promise<Membership[]>;
  /** Returns only members whose rows have valid seals; others cannot sign in. */
  members(accountId: string): Promise<Membership[]>;
  invitation(id: string): Promise<Invitation | null>;
  /** Returns unused invitations that expire after a given time. */
  openInvitations(accountId: string, now: number): Promise<Invitation[]>;
  session(id: string): Promise<AdminSession | null>;
  /** Returns the sessions of a person that have not ended, in either stage, newest first. */
  sessionsOf(personId: string, now: number): Promise<AdminSession[]>;
  /** Returns the newest session of a person whose sign-in was completed; null: none. */
  lastSession(personId: string): Promise<AdminSession | null>;
  /** Returns whether a person has signed in from a network since a given time. */
  hasSignedInFrom(personId: string, network: string, since: number): Promise<boolean>;
}

export interface PeopleTransaction extends PeopleReads {
  insertPerson(person: Person): Promise<void>;
  /** Changes a person, and records that their row changed. @throws if the row was changed outside of the service. */
  updatePerson(id: string, changes: Partial<Omit<Person, 'id' | 'email'>>, at: number): Promise<void>;
  /** Inserts or updates a membership. @returns its serial, to record with the act. */
  putMembership(membership: Membership): Promise<number>;
  noteSignIn(accountId: string, personId: string, at: number): Promise<void>;
  /** @returns the serial of the membership, to record with the act. */
  removeMembership(accountId: string, personId: string): Promise<number>;
  insertInvitation(invitation: Invitation): Promise<void>;
  /** Marks an invitation as used, and records it. */
  useInvitation(id: string, now: number): Promise<void>;
  /** Removes open invitations to an account by id, sender or recipient, and records each. */
  dropInvitations(
    accountId: string,
    whose: { id: string } | { email: string } | { invitedBy: string },
    now: number,
  ): Promise<void>;
  insertSession(session: AdminSession): Promise<void>;
  updateSession(
    id: string,
    changes: Partial<Pick<AdminSession, 'accountId' | 'lastSeenAt' | 'authenticatedAt' | 'endedAt'>>,
  ): Promise<void>;
  /** Ends the open sessions of a person, in one account or in all, and records each. @returns how many, by account. */
  endSessions(personId: string, now: number, accountId?: string): Promise<ReadonlyMap<string, number>>;
  /** @returns the serial of the rule, to record with the act. */
  setRequiresSecondStep(accountId: string, isRequired: boolean): Promise<number>;
  /** Adds an act to the audit trail. */
  record(act: NewAuditEvent): Promise<void>;
}

/** Store of people, memberships, invitations and sessions. */
export interface PeopleStore extends PeopleReads {
  /** Commits all of the work, or none. Transactions run one after the other. */
  transact<Result>(work: (transaction: PeopleTransaction) => Promise<Result>): Promise<Result>;
  /** Removes sessions and invitations that ended before a given time. @returns how many. */
  removeEnded(before: number, limit: number): Promise<number>;
}
