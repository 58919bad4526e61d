import type { Role } from '../../access/role.ts';
import type { KeyMode } from '../../accounts/api-key.ts';
import type {
  AdminSession,
  Grant,
  Invitation,
  InvitationKind,
  Membership,
  Person,
} from '../../administration/people/person.ts';
import type { AdminSessionsTable, InvitationsTable, MembershipsTable, PeopleTable } from './people-tables.ts';

export function personOf(row: PeopleTable): Person {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    createdAt: row.created_at,
    credentials: row.sealed_credentials,
    credentialsAt: row.credentials_at,
    totpStep: row.totp_step,
    codesFromStrangers: row.codes_from_strangers,
    codesFromDevices: row.codes_from_devices,
  };
}

/** Converts the members that are present to columns. */
export function rowOfPerson(person: Partial<Person>): Partial<PeopleTable> {
  return given<Omit<PeopleTable, 'serial' | 'mac'>>({
    id: person.id,
    email: person.email,
    name: person.name,
    created_at: person.createdAt,
    sealed_credentials: person.credentials,
    credentials_at: person.credentialsAt,
    totp_step: person.totpStep,
    codes_from_strangers: person.codesFromStrangers,
    codes_from_devices: person.codesFromDevices,
  });
}

export function grantOf(row: Pick<MembershipsTable, 'role' | 'modes' | 'pictures'>): Grant {
  return {
    role: row.role as Role,
    modes: row.modes.split(',') as KeyMode[],
    pictures: row.pictures === 1,
  };
}

export function rowOfGrant({ role, modes, pictures }: Grant) {
  return { role, modes: modes.join(','), pictures: pictures ? 1 : 0 };
}

export function membershipOf(row: MembershipsTable): Membership {
  return {
    ...grantOf(row),
    personId: row.person_id,
    accountId: row.account_id,
    createdAt: row.created_at,
    lastSignInAt: row.last_sign_in_at,
  };
}

export function invitationOf(row: InvitationsTable): Invitation {
  return {
    ...grantOf(row),
    id: row.id,
    hash: row.hash,
    kind: row.kind as InvitationKind,
    personId: row.person_id,
    accountId: row.account_id,
    email: row.email,
    invitedBy: row.invited_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
  };
}

export function sessionOf(row: AdminSessionsTable): AdminSession {
  return {
    id: row.id,
    hash: row.hash,
    personId: row.person_id,
    accountId: row.account_id,
    stage: row.stage as AdminSession['stage'],
    network: row.network,
    address: row.address,
    browser: row.browser,
    createdAt: row.created_at,
    authenticatedAt: row.authenticated_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
  };
}

/** Converts the members that are present to columns. */
export function rowOfSession(session: Partial<AdminSession>): Partial<AdminSessionsTable> {
  return given<Omit<AdminSessionsTable, 'serial' | 'mac'>>({
    id: session.id,
    hash: session.hash,
    person_id: session.personId,
    account_id: session.accountId,
    stage: session.stage,
    network: session.network,
    address: session.address,
    browser: session.browser,
    created_at: session.createdAt,
    authenticated_at: session.authenticatedAt,
    last_seen_at: session.lastSeenAt,
    expires_at: session.expiresAt,
    ended_at: session.endedAt,
  });
}

function given<Row>(columns: { [Column in keyof Row]: Row[Column] | undefined }): Partial<Row> {
  return Object.fromEntries(
    Object.entries(columns).filter(([, value]) => value !== undefined),
  ) as Partial<Row>;
}
