import type { Role } from '../access/role.ts';
import type { KeyMode } from '../accounts/api-key.ts';
import type { PeopleReads, PeopleStore, PeopleTransaction } from '../administration/people/people-store.ts';
import type {
  AdminSession,
  Grant,
  Invitation,
  InvitationKind,
  Membership,
  Person,
} from '../administration/people/person.ts';
import { recordAct } from './audit-trail.ts';
import type { OpenDatabase } from './open-database.ts';
import type { AdminSessionsTable, InvitationsTable, MembershipsTable, PeopleTable } from './people-tables.ts';
import type { Database } from './schema.ts';

/** People of the Admin Panel in the database. */
export function createPeopleStore({ main, reader }: Pick<OpenDatabase, 'main' | 'reader'>): PeopleStore {
  return {
    ...reads(reader),
    transact: (work) => main.transaction().execute((trx) => work({ ...reads(trx), ...writes(trx) })),
    async removeEnded(before, limit) {
      let removed = 0;
      for (const table of ['admin_sessions', 'invitations'] as const) {
        const ended = reader.selectFrom(table).select('id').where('expires_at', '<', before).limit(limit);
        const { numDeletedRows } = await main
          .deleteFrom(table)
          .where(
            'id',
            'in',
            (await ended.execute()).map(({ id }) => id),
          )
          .executeTakeFirst();
        removed += Number(numDeletedRows);
      }
      return removed;
    },
  };
}

function reads(db: Database): PeopleReads {
  const people = () => db.selectFrom('people').selectAll();
  const memberships = () => db.selectFrom('memberships').selectAll();
  const sessions = () => db.selectFrom('admin_sessions').selectAll();
  return {
    person: async (id) => found(personOf, await people().where('id', '=', id).executeTakeFirst()),
    personByEmail: async (email) =>
      found(personOf, await people().where('email', '=', email).executeTakeFirst()),
    async peopleOf(accountId) {
      const members = db.selectFrom('memberships').select('person_id').where('account_id', '=', accountId);
      const invited = db.selectFrom('invitations').select('person_id').where('account_id', '=', accountId);
      const rows = await people().where('id', 'in', members.union(invited)).orderBy('email').execute();
      return rows.map(personOf);
    },
    async account(id) {
      const row = await db
        .selectFrom('accounts')
        .select(['id', 'name'])
        .where('id', '=', id)
        .executeTakeFirst();
      return row ?? null;
    },
    async requiresSecondStep(accountId) {
      const row = await db
        .selectFrom('accounts')
        .select('requires_second_step')
        .where('id', '=', accountId)
        .executeTakeFirst();
      return row?.requires_second_step === 1;
    },
    membership: async (accountId, personId) =>
      found(
        membershipOf,
        await memberships()
          .where('account_id', '=', accountId)
          .where('person_id', '=', personId)
          .executeTakeFirst(),
      ),
    async membershipsOf(personId) {
      const rows = await memberships()
        .where('person_id', '=', personId)
        .orderBy('created_at')
        .orderBy('account_id')
        .execute();
      return rows.map(membershipOf);
    },
    members: async (accountId) =>
      (await memberships().where('account_id', '=', accountId).execute()).map(membershipOf),
    invitation: async (id) =>
      found(
        invitationOf,
        await db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirst(),
      ),
    async openInvitations(accountId, now) {
      const rows = await db
        .selectFrom('invitations')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .orderBy('created_at')
        .execute();
      return rows.map(invitationOf);
    },
    session: async (id) => found(sessionOf, await sessions().where('id', '=', id).executeTakeFirst()),
    async sessionsOf(personId, now) {
      const rows = await sessions()
        .where('person_id', '=', personId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .orderBy('created_at', 'desc')
        .execute();
      return rows.map(sessionOf);
    },
    lastSession: async (personId) =>
      found(
        sessionOf,
        await sessions()
          .where('person_id', '=', personId)
          .where('stage', '=', 'open')
          .orderBy('created_at', 'desc')
          .executeTakeFirst(),
      ),
    async hasSignedInFrom(personId, network, since) {
      const row = await sessions()
        .where('person_id', '=', personId)
        .where('network', '=', network)
        .where('created_at', '>=', since)
        .where('stage', '=', 'open')
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

function writes(db: Database): Omit<PeopleTransaction, keyof PeopleReads> {
  return {
    async insertPerson(person) {
      await db
        .insertInto('people')
        .values(rowOfPerson(person) as PeopleTable)
        .execute();
    },
    async updatePerson(id, changes) {
      await db.updateTable('people').set(rowOfPerson(changes)).where('id', '=', id).execute();
    },
    async putMembership({ personId, accountId, mac, createdAt, ...grant }) {
      const granted = { ...rowOfGrant(grant), mac };
      await db
        .insertInto('memberships')
        .values({ account_id: accountId, person_id: personId, ...granted, created_at: createdAt })
        .onConflict((before) => before.columns(['account_id', 'person_id']).doUpdateSet(granted))
        .execute();
    },
    async noteSignIn(accountId, personId, at) {
      await db
        .updateTable('memberships')
        .set({ last_sign_in_at: at })
        .where('account_id', '=', accountId)
        .where('person_id', '=', personId)
        .execute();
    },
    async removeMembership(accountId, personId) {
      await db
        .deleteFrom('memberships')
        .where('account_id', '=', accountId)
        .where('person_id', '=', personId)
        .execute();
    },
    async insertInvitation(invitation) {
      const { id, hash, kind, personId, accountId, invitedBy, createdAt, expiresAt, usedAt } = invitation;
      await db
        .insertInto('invitations')
        .values({
          id,
          hash,
          kind,
          person_id: personId,
          account_id: accountId,
          ...rowOfGrant(invitation),
          invited_by: invitedBy,
          created_at: createdAt,
          expires_at: expiresAt,
          used_at: usedAt,
        })
        .execute();
    },
    async useInvitation(id, now) {
      await db.updateTable('invitations').set({ used_at: now }).where('id', '=', id).execute();
    },
    async dropInvitations(accountId, whose) {
      const [column, value] =
        'personId' in whose
          ? (['person_id', whose.personId] as const)
          : (['invited_by', whose.invitedBy] as const);
      await db
        .deleteFrom('invitations')
        .where('account_id', '=', accountId)
        .where('used_at', 'is', null)
        .where(column, '=', value)
        .execute();
    },
    async insertSession(session) {
      await db
        .insertInto('admin_sessions')
        .values(rowOfSession(session) as AdminSessionsTable)
        .execute();
    },
    async updateSession(id, changes) {
      await db.updateTable('admin_sessions').set(rowOfSession(changes)).where('id', '=', id).execute();
    },
    async endSessions(personId, now, accountId) {
      let query = db
        .updateTable('admin_sessions')
        .set({ ended_at: now })
        .where('person_id', '=', personId)
        .where('ended_at', 'is', null);
      if (accountId !== undefined) query = query.where('account_id', '=', accountId);
      return Number((await query.executeTakeFirst()).numUpdatedRows);
    },
    async setRequiresSecondStep(accountId, isRequired) {
      await db
        .updateTable('accounts')
        .set({ requires_second_step: isRequired ? 1 : null })
        .where('id', '=', accountId)
        .execute();
    },
    async record(act) {
      await recordAct(db, act);
    },
  };
}

function found<Row, Value>(read: (row: Row) => Value, row: Row | undefined): Value | null {
  return row === undefined ? null : read(row);
}

function personOf(row: PeopleTable): Person {
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

/** The columns of the members that are given. */
function rowOfPerson(person: Partial<Person>): Partial<PeopleTable> {
  return given<PeopleTable>({
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

function grantOf(row: Pick<MembershipsTable, 'role' | 'modes' | 'pictures'>): Grant {
  return {
    role: row.role as Role,
    modes: row.modes.split(',') as KeyMode[],
    pictures: row.pictures === 1,
  };
}

function rowOfGrant({ role, modes, pictures }: Grant) {
  return { role, modes: modes.join(','), pictures: pictures ? 1 : 0 };
}

function membershipOf(row: MembershipsTable): Membership {
  return {
    ...grantOf(row),
    personId: row.person_id,
    accountId: row.account_id,
    mac: row.mac,
    createdAt: row.created_at,
    lastSignInAt: row.last_sign_in_at,
  };
}

function invitationOf(row: InvitationsTable): Invitation {
  return {
    ...grantOf(row),
    id: row.id,
    hash: row.hash,
    kind: row.kind as InvitationKind,
    personId: row.person_id,
    accountId: row.account_id,
    invitedBy: row.invited_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
  };
}

function sessionOf(row: AdminSessionsTable): AdminSession {
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

/** The columns of the members that are given. */
function rowOfSession(session: Partial<AdminSession>): Partial<AdminSessionsTable> {
  return given<AdminSessionsTable>({
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
