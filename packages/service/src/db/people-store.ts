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
import type { NewAuditEvent } from '../audit/audit-event.ts';
import { recordAct } from './audit-trail.ts';
import type { OpenDatabase } from './open-database.ts';
import type { AdminSessionsTable, InvitationsTable, MembershipsTable, PeopleTable } from './people-tables.ts';
import type { Database } from './schema.ts';
import {
  genuineRows,
  nextSerial,
  type RowSeal,
  type SealedRow,
  type SealedTable,
  sealRow,
  selectSealed,
} from './sealed-rows.ts';

/** People of the Admin Panel in the database. Rows that give rights and are not as the service wrote them are left out. */
export function createPeopleStore(
  { main, reader }: Pick<OpenDatabase, 'main' | 'reader'>,
  seal: RowSeal,
): PeopleStore {
  return {
    ...reads(reader, seal),
    transact: (work) =>
      main.transaction().execute((trx) => work({ ...reads(trx, seal), ...writes(trx, seal) })),
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

/** Each account has at most one of them. */
const mostOfOneEmail = 16;

function reads(db: Database, seal: RowSeal): PeopleReads {
  const people = () => db.selectFrom('people').selectAll();
  const memberships = () => selectSealed(db, 'memberships');
  const sessions = () => selectSealed(db, 'admin_sessions');
  const genuine = async <Table extends SealedTable>(table: Table, query: Selection<Table>) =>
    genuineRows(seal, table, await query.execute());
  return {
    person: async (id) => found(personOf, await people().where('id', '=', id).executeTakeFirst()),
    async peopleByEmail(email) {
      const rows = await people()
        .where('email', '=', email)
        .where('id', 'in', db.selectFrom('memberships').select('person_id'))
        .orderBy('created_at')
        .orderBy('id')
        .limit(mostOfOneEmail)
        .execute();
      return rows.map(personOf);
    },
    async peopleOf(accountId) {
      const members = db.selectFrom('memberships').select('person_id').where('account_id', '=', accountId);
      const rows = await people().where('id', 'in', members).orderBy('email').execute();
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
    async membership(accountId, personId) {
      const query = memberships().where('account_id', '=', accountId).where('person_id', '=', personId);
      return found(membershipOf, (await genuine('memberships', query))[0]);
    },
    async membershipsOf(personId) {
      const query = memberships()
        .where('person_id', '=', personId)
        .orderBy('created_at')
        .orderBy('account_id');
      return (await genuine('memberships', query)).map(membershipOf);
    },
    async members(accountId) {
      const query = memberships().where('account_id', '=', accountId);
      return (await genuine('memberships', query)).map(membershipOf);
    },
    async invitation(id) {
      const query = selectSealed(db, 'invitations').where('id', '=', id);
      return found(invitationOf, (await genuine('invitations', query))[0]);
    },
    async openInvitations(accountId, now) {
      const query = selectSealed(db, 'invitations')
        .where('account_id', '=', accountId)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .orderBy('created_at');
      return (await genuine('invitations', query)).map(invitationOf);
    },
    async session(id) {
      return found(sessionOf, (await genuine('admin_sessions', sessions().where('id', '=', id)))[0]);
    },
    async lastSession(personId) {
      const query = sessions()
        .where('person_id', '=', personId)
        .where('stage', '=', 'open')
        .orderBy('created_at', 'desc');
      return found(sessionOf, (await genuine('admin_sessions', query.limit(1)))[0]);
    },
    async sessionsOf(personId, now) {
      const query = sessions()
        .where('person_id', '=', personId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .orderBy('created_at', 'desc');
      return (await genuine('admin_sessions', query)).map(sessionOf);
    },
    async hasSignedInFrom(personId, network, since) {
      const query = sessions()
        .where('person_id', '=', personId)
        .where('network', '=', network)
        .where('created_at', '>=', since)
        .where('stage', '=', 'open')
        .limit(1);
      return (await genuine('admin_sessions', query)).length > 0;
    },
  };
}

type Selection<Table extends SealedTable> = { execute(): Promise<SealedRow<Table>[]> };

function writes(db: Database, seal: RowSeal): Omit<PeopleTransaction, keyof PeopleReads> {
  const endSession = async (row: SealedRow<'admin_sessions'>, changes: Partial<AdminSessionsTable>) => {
    const { id, account_id: accountId } = row;
    const serial = await nextSerial(db, { kind: 'session', id }, accountId);
    await putSession(db, seal, row, { ...changes, serial });
    await recordEnd(db, {
      act: 'session.end',
      at: changes.ended_at ?? 0,
      accountId,
      subject: { kind: 'session', id },
      subjectSeq: serial,
    });
  };
  const endInvitation = (row: InvitationsTable, now: number, by: string) =>
    recordEnd(db, {
      act: 'invitation.end',
      at: now,
      accountId: row.account_id,
      subject: { kind: 'invitation', id: row.id },
      changes: { by },
      subjectSeq: row.serial,
    });
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
    async putMembership({ personId, accountId, createdAt, lastSignInAt, ...grant }) {
      const serial = await nextSerial(db, { kind: 'person', id: personId }, accountId);
      const { account_id, person_id, ...granted } = sealRow(seal, 'memberships', {
        account_id: accountId,
        person_id: personId,
        ...rowOfGrant(grant),
        created_at: createdAt,
        serial,
        last_sign_in_at: lastSignInAt,
      });
      await db
        .insertInto('memberships')
        .values({ account_id, person_id, ...granted })
        .onConflict((before) => before.columns(['account_id', 'person_id']).doUpdateSet(granted))
        .execute();
      return serial;
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
      return nextSerial(db, { kind: 'person', id: personId }, accountId);
    },
    async insertInvitation(invitation) {
      const { id, hash, kind, personId, accountId, email, invitedBy, createdAt, expiresAt, usedAt } =
        invitation;
      await db
        .insertInto('invitations')
        .values(
          sealRow(seal, 'invitations', {
            id,
            hash,
            kind,
            account_id: accountId,
            email,
            person_id: personId,
            ...rowOfGrant(invitation),
            invited_by: invitedBy,
            created_at: createdAt,
            expires_at: expiresAt,
            used_at: usedAt,
            serial: 0,
          }),
        )
        .execute();
    },
    async useInvitation(id, now) {
      const query = selectSealed(db, 'invitations').where('id', '=', id);
      const [row] = genuineRows(seal, 'invitations', await query.execute());
      if (!row) return;
      const { recorded_serial: _, ...before } = row;
      const serial = await nextSerial(db, { kind: 'invitation', id }, row.account_id);
      const used = sealRow(seal, 'invitations', { ...before, used_at: now, serial });
      await db.updateTable('invitations').set(used).where('id', '=', id).execute();
      await endInvitation(used, now, 'use');
    },
    async dropInvitations(accountId, whose, now) {
      const [column, value] =
        'email' in whose
          ? (['email', whose.email] as const)
          : 'id' in whose
            ? (['id', whose.id] as const)
            : (['invited_by', whose.invitedBy] as const);
      const rows = await selectSealed(db, 'invitations')
        .where('account_id', '=', accountId)
        .where('used_at', 'is', null)
        .where(column, '=', value)
        .execute();
      for (const row of rows) {
        await db.deleteFrom('invitations').where('id', '=', row.id).execute();
        // Whoever put the row back would find it ended.
        const serial = await nextSerial(db, { kind: 'invitation', id: row.id }, accountId);
        await endInvitation({ ...row, serial }, now, 'withdrawal');
      }
    },
    async insertSession(session) {
      const row = { ...rowOfSession(session), serial: 0 } as AdminSessionsTable;
      await db
        .insertInto('admin_sessions')
        .values(sealRow(seal, 'admin_sessions', row))
        .execute();
    },
    async updateSession(id, changes) {
      const query = selectSealed(db, 'admin_sessions').where('id', '=', id);
      const [row] = genuineRows(seal, 'admin_sessions', await query.execute());
      if (!row) return;
      if (changes.endedAt) await endSession(row, rowOfSession(changes));
      else await putSession(db, seal, row, rowOfSession(changes));
    },
    async endSessions(personId, now, accountId) {
      let query = selectSealed(db, 'admin_sessions')
        .where('person_id', '=', personId)
        .where('ended_at', 'is', null);
      if (accountId !== undefined) query = query.where('account_id', '=', accountId);
      const rows = genuineRows(seal, 'admin_sessions', await query.execute());
      for (const row of rows) await endSession(row, { ended_at: now });
      return rows.length;
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

async function putSession(
  db: Database,
  seal: RowSeal,
  { recorded_serial: _, ...before }: SealedRow<'admin_sessions'>,
  changes: Partial<AdminSessionsTable>,
): Promise<void> {
  const row = sealRow(seal, 'admin_sessions', { ...before, ...changes });
  await db.updateTable('admin_sessions').set(row).where('id', '=', row.id).execute();
}

/** Records that a row gives no right any more: a row from before in its place is recognised by it. */
async function recordEnd(
  db: Database,
  act: Omit<NewAuditEvent, 'actor' | 'mode'> & { readonly subjectSeq: number },
): Promise<void> {
  await recordAct(db, { ...act, actor: { kind: 'system', task: 'people' }, mode: null });
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
    email: row.email,
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
