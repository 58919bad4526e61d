import type {
  PeopleReads,
  PeopleStore,
  PeopleTransaction,
} from '../../administration/people/people-store.ts';
import { type NewAuditEvent, serviceChain } from '../../audit/audit-event.ts';
import { appendAct } from '../audit/audit-trail.ts';
import { inTransaction } from '../in-transaction.ts';
import { usableRows } from '../integrity/seal-earlier-rows.ts';
import {
  genuineRows,
  nextSerial,
  type RowSeal,
  type SealedRow,
  type SealedTable,
  sealRow,
  selectSealed,
} from '../integrity/sealed-rows.ts';
import type { OpenDatabase } from '../opening/open-database.ts';
import type { Database } from '../schema.ts';
import {
  invitationOf,
  membershipOf,
  personOf,
  rowOfGrant,
  rowOfPerson,
  rowOfSession,
  sessionOf,
} from './people-rows.ts';
import type { AdminSessionsTable, InvitationsTable, PeopleTable } from './people-tables.ts';
import { putSignInRule, requiresSecondStep } from './sign-in-rules.ts';

/** Stores the people of the Admin Panel in the database. Leaves out forged rows. */
export function createPeopleStore(
  { main, reader }: Pick<OpenDatabase, 'main' | 'reader'>,
  seal: RowSeal,
): PeopleStore {
  return {
    ...reads(reader, seal),
    transact: (work) =>
      inTransaction(main, { all: 'people' }, (trx) => work({ ...reads(trx, seal), ...writes(trx, seal) })),
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

/** Maximum number of people with one e-mail address. Each account has at most one of them. */
const maxPeoplePerEmail = 16;

function reads(db: Database, seal: RowSeal): PeopleReads {
  const people = () => selectSealed(db, 'people');
  const memberships = () => selectSealed(db, 'memberships');
  const sessions = () => selectSealed(db, 'admin_sessions');
  const genuinePeople = async (query: Selection<'people'>) =>
    (await usableRows(db, seal, 'people', await query.execute())).map(personOf);
  const genuine = async <Table extends SealedTable>(table: Table, query: Selection<Table>) =>
    genuineRows(seal, table, await query.execute());
  return {
    person: async (id) => (await genuinePeople(people().where('id', '=', id)))[0] ?? null,
    async peopleByEmail(email) {
      const query = people()
        .where('email', '=', email)
        .where('id', 'in', db.selectFrom('memberships').select('person_id'))
        .orderBy('people.created_at')
        .orderBy('id')
        .limit(maxPeoplePerEmail);
      return genuinePeople(query);
    },
    async peopleOf(accountId) {
      const members = db.selectFrom('memberships').select('person_id').where('account_id', '=', accountId);
      return genuinePeople(people().where('id', 'in', members).orderBy('email'));
    },
    async account(id) {
      const row = await db
        .selectFrom('accounts')
        .select(['id', 'name'])
        .where('id', '=', id)
        .executeTakeFirst();
      return row ?? null;
    },
    requiresSecondStep: (accountId) => requiresSecondStep(db, seal, accountId),
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
      const rows = await genuine('memberships', query);
      const ids = rows.map(({ person_id }) => person_id);
      const known = new Set((await genuinePeople(people().where('id', 'in', ids))).map(({ id }) => id));
      return rows.filter(({ person_id }) => known.has(person_id)).map(membershipOf);
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
    await recordBySystem(db, {
      act: 'session.end',
      at: changes.ended_at ?? 0,
      accountId,
      subject: { kind: 'session', id },
      subjectSeq: serial,
    });
  };
  const endInvitation = (row: InvitationsTable, now: number, by: string) =>
    recordBySystem(db, {
      act: 'invitation.end',
      at: now,
      accountId: row.account_id,
      subject: { kind: 'invitation', id: row.id },
      changes: { by },
      subjectSeq: row.serial,
    });
  return {
    async insertPerson(person) {
      const row = { ...rowOfPerson(person), serial: 0 } as PeopleTable;
      await db
        .insertInto('people')
        .values(sealRow(seal, 'people', row))
        .execute();
    },
    async updatePerson(id, changes, at) {
      const query = selectSealed(db, 'people').where('id', '=', id);
      const [row] = await usableRows(db, seal, 'people', await query.execute());
      if (!row) throw new Error('The person differs from what the service wrote.');
      const { recorded_serial: _, ...before } = row;
      const subject = { kind: 'credentials', id } as const;
      const serial = await nextSerial(db, subject, serviceChain);
      const changed = sealRow(seal, 'people', { ...before, ...rowOfPerson(changes), serial });
      await db.updateTable('people').set(changed).where('id', '=', id).execute();
      await recordBySystem(db, { act: 'person.seal', at, accountId: null, subject, subjectSeq: serial });
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
        // If somebody puts the row back later, it counts as ended.
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
      const ended = new Map<string, number>();
      for (const row of rows) {
        await endSession(row, { ended_at: now });
        ended.set(row.account_id, (ended.get(row.account_id) ?? 0) + 1);
      }
      return ended;
    },
    setRequiresSecondStep: (accountId, isRequired) => putSignInRule(db, seal, accountId, isRequired),
    async record(act) {
      await appendAct(db, act);
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

/** Records that a row changed or ended, so that an older version of the row is recognised if somebody puts it back. */
async function recordBySystem(
  db: Database,
  act: Omit<NewAuditEvent, 'actor' | 'mode'> & { readonly subjectSeq: number },
): Promise<void> {
  await appendAct(db, { ...act, actor: { kind: 'system', task: 'people' }, mode: null });
}

function found<Row, Value>(read: (row: Row) => Value, row: Row | undefined): Value | null {
  return row === undefined ? null : read(row);
}
