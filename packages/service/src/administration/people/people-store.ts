import type { NewAuditEvent } from '../../audit/audit-event.ts';
import type { AdminSession, Invitation, Membership, Person } from './person.ts';

/** An account by its name. */
export interface AccountName {
  readonly id: string;
  readonly name: string;
}

export interface PeopleReads {
  person(id: string): Promise<Person | null>;
  /** Members of whichever account with an e-mail address, the oldest first. */
  peopleByEmail(email: string): Promise<Person[]>;
  /** Members of an account, by e-mail address. */
  peopleOf(accountId: string): Promise<Person[]>;
  account(id: string): Promise<AccountName | null>;
  /** Whether people need a second step in an account. */
  requiresSecondStep(accountId: string): Promise<boolean>;
  membership(accountId: string, personId: string): Promise<Membership | null>;
  /** In the order they were given. */
  membershipsOf(personId: string): Promise<Membership[]>;
  /** Returns only people whose row has a valid seal; others cannot sign in. */
  members(accountId: string): Promise<Membership[]>;
  invitation(id: string): Promise<Invitation | null>;
  /** Returns unused invitations that expire after a given time. */
  openInvitations(accountId: string, now: number): Promise<Invitation[]>;
  session(id: string): Promise<AdminSession | null>;
  /** Sessions of a person that have not ended, in whichever stage, the newest first. */
  sessionsOf(personId: string, now: number): Promise<AdminSession[]>;
  /** The newest session of a person that was signed in to; null: none. */
  lastSession(personId: string): Promise<AdminSession | null>;
  /** Whether a person has signed in from a network since then. */
  hasSignedInFrom(personId: string, network: string, since: number): Promise<boolean>;
}

export interface PeopleTransaction extends PeopleReads {
  insertPerson(person: Person): Promise<void>;
  /** Changes a person, and records that their row changed. @throws when it is not as the service wrote it. */
  updatePerson(id: string, changes: Partial<Omit<Person, 'id' | 'email'>>, at: number): Promise<void>;
  /** Inserts or updates a membership. @returns its serial, which is recorded with the act. */
  putMembership(membership: Membership): Promise<number>;
  noteSignIn(accountId: string, personId: string, at: number): Promise<void>;
  /** @returns as {@link PeopleTransaction.putMembership}. */
  removeMembership(accountId: string, personId: string): Promise<number>;
  insertInvitation(invitation: Invitation): Promise<void>;
  /** Ends an invitation, and records it. */
  useInvitation(id: string, now: number): Promise<void>;
  /** Removes open invitations to an account by their sender or recipient, and records each. */
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
  /** Ends the sessions of a person that have not ended, in one account or all, and records each. @returns how many. */
  endSessions(personId: string, now: number, accountId?: string): Promise<number>;
  /** @returns the serial of the rule, which is recorded with the act. */
  setRequiresSecondStep(accountId: string, isRequired: boolean): Promise<number>;
  /** Adds an act to the audit trail. */
  record(act: NewAuditEvent): Promise<void>;
}

/** Store of people, memberships, invitations and sessions. */
export interface PeopleStore extends PeopleReads {
  /** Commits all of the work, or none. Transactions run one after the other. */
  transact<Result>(work: (transaction: PeopleTransaction) => Promise<Result>): Promise<Result>;
  /** Removes sessions and invitations that ended before then. @returns how many. */
  removeEnded(before: number, limit: number): Promise<number>;
}
