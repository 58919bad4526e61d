import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DatabaseLink } from '../../../../testing/database-link.ts';
import type { NewAuditEvent } from '../../../audit/audit-event.ts';
import {
  createAuditStore,
  prepareAuditQueries,
  recordingStep,
  UnrecordedActError,
} from '../../audit/audit-trail.ts';
import { holdName } from '../../in-transaction.ts';
import type { OpenDatabase } from '../open-database.ts';
import { GroupedWrites } from './grouped-writes.ts';
import { LostDatabaseError } from './lost-database.ts';
import { openPostgres } from './open-postgres.ts';

const server = process.env.TEST_POSTGRES_URL ?? '';
let url: string;
let one: OpenDatabase;
let other: OpenDatabase;

async function ask(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

const nameOf = (database: string) => new URL(database).pathname.slice(1);

beforeEach(async () => {
  const named = new URL(server);
  named.pathname = `/grouped_${randomUUID().replaceAll('-', '')}`;
  url = named.href;
  await ask(`create database ${nameOf(url)}`);
  one = await openPostgres(url);
  other = await openPostgres(url);
});

afterEach(async () => {
  for (const database of [one, other]) await database.close();
  await ask(`drop database ${nameOf(url)} with (force)`);
});

const eventOf = (subject: string, accountId: string): NewAuditEvent => ({
  at: 1,
  accountId,
  actor: { kind: 'operator', user: 'ada' },
  act: 'account.brand',
  mode: null,
  subject: { kind: 'account', id: subject },
});

const append = (database: OpenDatabase, subject: string, accountId = 'shop') =>
  createAuditStore(database).append(eventOf(subject, accountId));

/** Events of a chain by position, with the transaction that stored each. */
async function eventsOf(chain: string) {
  const { rows } = await sql<{ seq: number; subject: string; previous: string; hash: string; kept: string }>`
    select seq, subject_id as subject, previous, hash, xmin::text as kept from audit_events
    where chain = ${chain} order by seq`.execute(one.reader);
  return rows;
}

const times = (count: number) => [...Array(count).keys()];

it('stores writes that arrive together in one commit, in order', async () => {
  await Promise.all(times(30).map((index) => append(one, String(index))));
  const events = await eventsOf('shop');
  expect(events.map(({ subject }) => Number(subject))).toEqual(times(30));
  expect(new Set(events.map(({ kept }) => kept)).size).toBe(1);
});

it('keeps a chain intact to which two instances write', async () => {
  const databases = [one, other];
  await Promise.all(times(200).map((index) => append(databases[index % 2]!, String(index))));
  const events = await eventsOf('shop');
  expect(events).toHaveLength(200);
  expect(events.slice(1).map(({ previous }) => previous)).toEqual(
    events.slice(0, -1).map(({ hash }) => hash),
  );
});

it('rejects only the write that violates a constraint', async () => {
  await sql`alter table audit_events add check (subject_id <> 'bad')`.execute(one.main);
  const subjects = ['a', 'bad', 'b', 'bad', 'c'];
  const results = await Promise.allSettled(subjects.map((subject) => append(one, subject)));
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect((await eventsOf('shop')).map(({ subject }) => subject)).toEqual(['a', 'b', 'c']);
});

it('rejects only the write whose event the database did not store', async () => {
  await sql`create function swallow() returns trigger language plpgsql as
    $$ begin if new.subject_id = 'bad' then return null; end if; return new; end $$`.execute(one.main);
  await sql`create trigger swallow before insert on audit_events for each row execute function swallow()`.execute(
    one.main,
  );
  const results = await Promise.allSettled(['a', 'bad', 'b'].map((subject) => append(one, subject)));
  expect(results).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: expect.any(UnrecordedActError) },
    { status: 'fulfilled' },
  ]);
  expect((await eventsOf('shop')).map(({ subject }) => subject)).toEqual(['a', 'b']);
});

it('lets no account wait for the locked chain of another', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = new Promise<void>((resolve) => {
    void other.main.transaction().execute(async (trx) => {
      await holdName(trx, 'chain busy');
      resolve();
      await released;
    });
  });
  await held;
  const waiting = append(one, 'x', 'busy');
  await append(one, 'y', 'idle');
  expect(await eventsOf('busy')).toHaveLength(0);
  release();
  await waiting;
  expect(await eventsOf('busy')).toHaveLength(1);
});

it('stores the rows of several insertions in order', async () => {
  await Promise.all(times(100).map((index) => append(one, String(index))));
  expect((await eventsOf('shop')).map(({ subject }) => Number(subject))).toEqual(times(100));
});

it('rejects waiting writes while the server does not answer, and continues once it does', async () => {
  const link = await DatabaseLink.open(url);
  const linked = await openPostgres(link.url, { timeoutMs: 100 });
  await append(linked, 'before');
  link.silence();
  const first = append(linked, 'lost');
  await turn();
  const waiting = append(linked, 'waiting');
  for (const rejected of await Promise.allSettled([first, waiting]))
    expect(rejected).toMatchObject({ status: 'rejected', reason: expect.any(LostDatabaseError) });
  await link.mend();
  await append(linked, 'after');
  expect((await eventsOf('shop')).map(({ subject }) => subject)).toEqual(['before', 'after']);
  await linked.close();
  await link.cut();
});

it('rejects a write that waited too long for earlier ones', async () => {
  let now = 0;
  const writes = new GroupedWrites(
    one.main,
    () => {},
    () => now,
  );
  const audit = prepareAuditQueries(one.main);
  const late = writes.write([recordingStep(audit, eventOf('late', 'shop'))]);
  now = 10_001;
  await expect(late).rejects.toThrow('Writes before this one take too long.');
  await writes.write([recordingStep(audit, eventOf('in time', 'shop'))]);
  expect((await eventsOf('shop')).map(({ subject }) => subject)).toEqual(['in time']);
});
