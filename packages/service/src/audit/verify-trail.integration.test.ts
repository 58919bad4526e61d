import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../testing/actors.ts';
import { openLaidDatabase } from '../../testing/lay-database.ts';
import { createAuditStore, prepareAuditQueries, recordAct, recordingStep } from '../db/audit/audit-trail.ts';
import { createStateSeal } from '../db/executions/execution-states.ts';
import { findSchemaFaults } from '../db/integrity/foreign-schema.ts';
import { sealEarlierStates } from '../db/integrity/seal-earlier-states.ts';
import type { OpenDatabase } from '../db/opening/open-database.ts';
import { createLogger } from '../logging/logger.ts';
import { createVault } from '../secrets/vault.ts';
import type { NewAuditEvent } from './audit-event.ts';
import type { AuditStore } from './audit-store.ts';
import { createCheckpointChore, createTrailWalk, renewCheckpoint } from './renew-checkpoint.ts';
import { verifyTrail } from './verify-trail.ts';

const vault = createVault(randomBytes(32));
const clock = { now: () => 5 };
let folder: string;
let database: OpenDatabase;
let audit: AuditStore;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'audit-'));
  database = await openLaidDatabase(folder);
  audit = createAuditStore(database);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const act = (accountId: string | null, id: string): NewAuditEvent => ({
  actor: operator,
  act: 'key.create',
  at: 1,
  accountId,
  subject: { kind: 'key', id },
  mode: 'live',
  changes: { purpose: 'executions' },
});

async function record(accountId: string, count: number): Promise<void> {
  for (let index = 0; index < count; index++) await audit.append(act(accountId, `${accountId}-${index}`));
}

/** Changes the database like an attacker who has the file but not the master key. */
function tamper(...statements: string[]): void {
  const file = new DatabaseSync(join(folder, 'service.db'));
  for (const trigger of ['update', 'delete']) file.exec(`drop trigger audit_events_refuse_${trigger}`);
  for (const statement of statements) file.exec(statement);
  file.close();
}

const verify = async () => (await verifyTrail({ audit, vault }, 'start')).breaks;

describe('the audit trail', () => {
  test.each(['update audit_events set act = act', 'delete from audit_events'])(
    'refuses "%s"',
    async (statement) => {
      await record('a', 1);
      await expect(sql.raw(statement).execute(database.main)).rejects.toThrow('never changed');
    },
  );

  test('numbers the events of each account separately', async () => {
    await record('a', 2);
    await record('b', 1);
    const events = [...(await audit.eventsAfter('a', 0, 9)), ...(await audit.eventsAfter('b', 0, 9))];
    expect(events.map(({ chain, seq }) => `${chain}${seq}`)).toEqual(['a1', 'a2', 'b1']);
    expect(await verify()).toEqual([]);
  });

  test('keeps one chain when a write, a transaction and failures share a commit', async () => {
    const append = (id: string) => audit.append(act('a', id));
    const queries = prepareAuditQueries(database.main);
    const fail = () =>
      database.write([
        recordingStep(queries, act('a', 'lost')),
        sql`insert into accounts (id) values (null)`.compile(database.main),
      ]);
    const transact = (id: string) =>
      database.main.transaction().execute((trx) => recordAct(trx, act('a', id)));
    const results = await Promise.allSettled([
      ...[append('1'), append('2'), fail(), append('3'), append('4')],
      ...[transact('5'), append('6'), fail(), append('7'), transact('8')],
    ]);
    expect(results.flatMap(({ status }, index) => (status === 'rejected' ? index : []))).toEqual([2, 7]);
    const events = await audit.eventsAfter('a', 0, 99);
    expect(events.map(({ seq, subjectId }) => `${seq} ${subjectId}`)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((place) => `${place} ${place}`),
    );
    expect(await verify()).toEqual([]);
  });

  test('stores no event of an act that was rolled back', { tags: ['DRUN-116'] }, async () => {
    const failed = database.main.transaction().execute(async (trx) => {
      await recordAct(trx, act('a', 'lost'));
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await record('a', 1);
    expect(await audit.eventsAfter('a', 0, 9)).toMatchObject([{ seq: 1, subjectId: 'a-0' }]);
  });

  test('refuses an act whose event a trigger removes', async () => {
    await sql`create trigger forget before insert on audit_events begin select raise(ignore); end`.execute(
      database.main,
    );
    await expect(audit.append(act('a', 'x'))).rejects.toThrow('kept no event of "key.create"');
    const alone = database.main.transaction().execute((trx) => recordAct(trx, act('a', 'x')));
    await expect(alone).rejects.toThrow('kept no event');
  });

  test('keeps a chain when many acts are recorded at once and some are rolled back', async () => {
    const acts = Array.from({ length: 60 }, (_, index) =>
      index % 3 === 0
        ? audit.append(act('a', String(index)))
        : database.main.transaction().execute(async (trx) => {
            await recordAct(trx, act('a', String(index)));
            if (index % 3 === 1) throw new Error('no');
          }),
    );
    const settled = await Promise.allSettled(acts);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(40);
    expect(await verifyTrail({ audit, vault }, 'start')).toMatchObject({ events: 40, breaks: [] });
  });
});

describe('verifyTrail', () => {
  const changed = "update audit_events set subject_id = 'x' where chain = 'a' and seq = 2";
  test.each([
    ['an event that was changed', [changed], { chain: 'a', seq: 2, reason: 'EVENT_CHANGED' }],
    [
      'an event whose hash was changed with it',
      [changed, "update audit_events set hash = previous where chain = 'a' and seq = 2"],
      { chain: 'a', seq: 2, reason: 'EVENT_CHANGED' },
    ],
    [
      'an event that was removed',
      ["delete from audit_events where chain = 'a' and seq = 2"],
      { chain: 'a', seq: 2, reason: 'EVENT_MISSING' },
    ],
    [
      'an end that was removed',
      ["delete from audit_events where chain = 'a' and seq > 2"],
      { chain: 'a', seq: 3, reason: 'END_MISSING' },
    ],
    [
      'a chain that was removed',
      ["delete from audit_events where chain = 'a'"],
      { chain: 'a', seq: 1, reason: 'END_MISSING' },
    ],
    [
      'an event that was moved to another account',
      ["update audit_events set chain = 'b' where chain = 'a' and seq = 4"],
      { chain: 'a', seq: 4, reason: 'END_MISSING' },
    ],
    [
      'a checkpoint that was changed',
      ["update audit_checkpoints set heads = '{}'"],
      { chain: '*', seq: 0, reason: 'CHECKPOINT_CHANGED' },
    ],
    [
      'a checkpoint that was removed',
      ['delete from audit_checkpoints'],
      { chain: '*', seq: 0, reason: 'CHECKPOINT_MISSING' },
    ],
  ])('detects %s', async (_title, statements, expected) => {
    await record('a', 4);
    expect((await renewCheckpoint({ audit, vault, clock }, 'start')).breaks).toEqual([]);
    tamper(...statements);
    expect(await verify()).toContainEqual(expected);
  });

  test('finds no fault when another instance seals the first checkpoint meanwhile', async () => {
    await record('a', 1);
    const overtaken = {
      ...audit,
      async chains() {
        await renewCheckpoint({ audit, vault, clock }, 'start');
        return audit.chains();
      },
    };
    expect((await verifyTrail({ audit: overtaken, vault }, 'start')).breaks).toEqual([]);
    expect(await verify()).toEqual([]);
  });

  test('seals a trail in which executions were sealed before', async () => {
    await sealEarlierStates(database, { audit, seal: createStateSeal(vault), now: 1 });
    expect((await renewCheckpoint({ audit, vault, clock }, 'checkpoint')).breaks).toEqual([]);
    expect(await audit.checkpoint()).not.toBeNull();
    expect(await verify()).toEqual([]);
  });

  test('seals the first checkpoint at the next try if it could not be stored', async () => {
    await record('a', 2);
    await sql`create trigger no_room before insert on audit_checkpoints
      begin select raise(abort, 'database or disk is full'); end`.execute(database.main);
    await expect(renewCheckpoint({ audit, vault, clock }, 'start')).rejects.toThrow('full');
    await sql`drop trigger no_room`.execute(database.main);
    expect(await verify()).toEqual([]);
    await renewCheckpoint({ audit, vault, clock }, 'start');
    expect(JSON.parse((await audit.checkpoint())?.heads ?? '')).toMatchObject({
      a: [2, expect.any(String)],
      service: [1, expect.any(String)],
    });
    expect(await verify()).toEqual([]);
  });

  test('detects a checkpoint under another master key', async () => {
    await record('a', 1);
    await renewCheckpoint({ audit, vault: createVault(randomBytes(32)), clock }, 'start');
    expect(await verify()).toEqual([{ chain: '*', seq: 0, reason: 'CHECKPOINT_CHANGED' }]);
  });

  test('verifies the whole trail once a day, and raises an alarm for changes that the hourly check does not see', async () => {
    await record('a', 3);
    await renewCheckpoint({ audit, vault, clock }, 'checkpoint');
    tamper("update audit_events set execution_seq = 7 where chain = 'a' and seq = 2");
    expect((await renewCheckpoint({ audit, vault, clock }, 'checkpoint')).breaks).toEqual([]);
    const raised: unknown[] = [];
    const alarm = { raiseTrail: (found: unknown) => raised.push(found), raiseSchema: () => {} };
    const wall = { time: 1, now: () => wall.time };
    const logger = createLogger({ level: 'error', clock, write: () => {} });
    const walk = createTrailWalk({ audit, vault, clock: wall, alarm, rest: async () => {} }, logger);
    const { signal } = new AbortController();
    await walk(signal);
    const found = { chain: 'a', seq: 2, reason: 'EVENT_CHANGED' };
    expect(raised).toEqual([found]);
    wall.time += 23 * 60 * 60 * 1000;
    await walk(signal);
    expect(raised).toHaveLength(1);
    wall.time += 60 * 60 * 1000;
    await walk(signal);
    expect(raised).toEqual([found, found]);
  });

  test('raises an alarm for triggers and views that somebody added, changed or removed', async () => {
    const alarms: string[][] = [];
    const lines: string[] = [];
    const logger = createLogger({ level: 'info', clock, write: (line) => lines.push(line) });
    const chore = createCheckpointChore(
      {
        audit,
        vault,
        clock,
        alarm: { raiseTrail: () => {}, raiseSchema: (name, fault) => alarms.push([name, fault]) },
        findSchemaFaults: () => findSchemaFaults(database.reader),
      },
      logger,
    );
    await record('a', 2);
    await chore();
    expect(alarms).toEqual([]);
    const heads = (await audit.checkpoint())?.heads ?? '';
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      chains: 2,
      events: 3,
      headsSha256: createHash('sha256').update(heads).digest('hex').match(/.{8}/g)?.join(':'),
    });
    tamper(
      "create trigger approve after update on executions begin update executions set status = 'APPROVED'; end",
      'create trigger audit_events_refuse_update before update on audit_events begin select 1; end',
      'create view shown as select 1',
    );
    await chore();
    expect(alarms).toEqual([
      ['approve', 'SCHEMA_ADDED'],
      ['audit_events_refuse_update', 'SCHEMA_CHANGED'],
      ['shown', 'SCHEMA_ADDED'],
      ['audit_events_refuse_delete', 'SCHEMA_REMOVED'],
    ]);
  });

  test('detects only changes after the checkpoint when it verifies from there', async () => {
    await record('a', 2);
    await renewCheckpoint({ audit, vault, clock }, 'checkpoint');
    await record('a', 2);
    tamper("update audit_events set at = 7 where chain = 'a' and seq = 4");
    const { breaks } = await renewCheckpoint({ audit, vault, clock }, 'checkpoint');
    expect(breaks).toEqual([{ chain: 'a', seq: 4, reason: 'EVENT_CHANGED' }]);
    // A broken trail keeps its checkpoint.
    expect(JSON.parse((await audit.checkpoint())?.heads ?? '')).toMatchObject({ a: [2, expect.any(String)] });
  });
});
