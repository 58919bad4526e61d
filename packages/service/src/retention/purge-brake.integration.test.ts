import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../testing/actors.ts';
import { Backend, documentWorkflow, Page } from '../../testing/client.ts';
import { copiedRow } from '../../testing/copied-row.ts';
import { InProcessService } from '../../testing/in-process-service.ts';
import { isOnPostgres } from '../../testing/open-test-database.ts';
import type { KeyMode } from '../accounts/api-key.ts';
import { changeRetention, setRetention } from '../administration/retention/administer-retention.ts';
import { confirmPurges } from '../administration/retention/confirm-purges.ts';
import { runCommand } from '../cli/run-command.ts';
import { createClockMarkStore } from '../db/clock-marks.ts';
import { createPurgeStore } from '../db/retention/purge-store.ts';
import { createRetentionStore } from '../db/retention/retention-store.ts';
import { type Backlog, isUnusualShare } from './purge-brake.ts';
import { openPurgeJournal } from './purge-journal.ts';
import { purgeOverdue } from './purge-overdue.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
let service: InProcessService;
let accountId: string;
let held: Backlog[];

beforeEach(async () => {
  service = await InProcessService.open();
  held = [];
  const account = await service.addAccount('A shop');
  accountId = account.id;
  const workflowId = await service.addWorkflow(accountId, documentWorkflow);
  const { data } = await new Backend(service, account.apiKey).start({
    workflowId,
    inputs: { user_id: 'u-1' },
  });
  const page = new Page(service);
  await page.init(data.token);
  await page.post('begin');
  await page.submitPassport();
  await service.runDueJobs();
});
afterEach(() => service.close());

/** Adds executions that ended the given number of days ago, as copies of the existing one. */
const addEnded = (count: number, daysAgo: number): Promise<void> =>
  addEach(Array.from({ length: count }, () => daysAgo));

/**
 * Adds an execution for each number of days since its end. Inserts 200 rows in a statement, because single statements would be
 * slow.
 */
async function addEach(daysAgo: readonly number[]): Promise<void> {
  const { main } = service.database;
  const one = await main.selectFrom('executions').selectAll().executeTakeFirstOrThrow();
  const copies = daysAgo.map((days) => ({
    ...copiedRow(one),
    id: randomUUID(),
    token_hash: randomUUID(),
    finished_at: service.clock.time - days * day,
  }));
  for (let from = 0; from < copies.length; from += 200)
    await main
      .insertInto('executions')
      .values(copies.slice(from, from + 200))
      .execute();
}

/** Runs a round of housekeeping. @returns how many executions it purged. */
function purgeNow(): Promise<number> {
  held = [];
  const services = {
    actor: operator,
    purges: createPurgeStore(service.database, service.seal),
    journal: openPurgeJournal(join(service.folder, 'purges.log')),
    media: service.services.media,
    clock: service.clock,
    onHeld: (backlogs: readonly Backlog[]) => {
      held = [...backlogs];
    },
  };
  return purgeOverdue(services, new AbortController().signal);
}

const daysAgo = (days: number) => service.clock.time - days * day;
const retentionServices = () => ({
  retention: createRetentionStore(service.database),
  people: service.admin.people.store,
  clock: service.clock,
});

/** Sets the retention, as a command does. */
const keepFor = (days: number | null, mode: KeyMode = 'live') =>
  setRetention(retentionServices(), operator, { accountId, modes: [mode], days });

/** Sets the retention of live executions, as the Admin Panel does. */
const changeTo = (days: number | null) =>
  changeRetention(retentionServices(), operator, { accountId, mode: 'live', days });

/** Finds the live executions that the next round would purge. */
const due = () => retentionServices().retention.due(accountId, 'live', service.clock.time);

async function runLine(line: string) {
  let output = '';
  const code = await runCommand(line.split(' '), {
    variables: { DATA_DIR: service.folder },
    clock: service.clock,
    input: process.stdin,
    say: (text) => {
      output += text;
    },
    complain: (text) => {
      output += text;
    },
    stopped: () => AbortSignal.abort(),
  });
  return { code, output };
}
const runJson = async (line: string) =>
  JSON.parse((await runLine(`${line} --json`)).output) as Record<string, unknown>;

describe('confirmation of unusual purges', () => {
  it.each([
    ['a fifth of a large account', { late: 200, ended: 1000 }, false],
    ['more than a fifth', { late: 201, ended: 1000 }, true],
    ['all of a small account', { late: 9, ended: 9 }, false],
    ['all of an account of ten', { late: 10, ended: 10 }, true],
    ['nothing', { late: 0, ended: 0 }, false],
  ])('asks for a confirmation only for an unusual share: %s', (_case, counts, asks) => {
    expect(isUnusualShare(counts)).toBe(asks);
  });

  it.skipIf(isOnPostgres)(
    'holds back an unusual share until an operator confirms it, and again what falls due later',
    async () => {
      await service.database.main.updateTable('accounts').set({ retention_days: 30 }).execute();
      await addEnded(40, 60);
      await addEnded(10, 5);
      expect(await purgeNow()).toBe(0);
      expect(held).toMatchObject([{ accountId, late: 40, ended: 51 }]);
      expect(await runJson('retention due')).toMatchObject([{ accountId, due: 40, waits: true }]);
      const doctor = (await runLine('doctor')).output;
      expect(doctor).toContain('40 live executions of "A shop" are due to be purged');
      expect(doctor).toContain(`orchestration retention confirm ${accountId}`);
      expect(await runJson(`retention confirm ${accountId}`)).toMatchObject({ id: accountId, confirmed: 40 });
      expect((await runLine('doctor')).output).toContain('None waits for a confirmation.');
      expect(await purgeNow()).toBe(40);
      // A clock that is ahead makes the rest due.
      service.clock.time += 29 * day;
      await addEnded(15, 50);
      expect(await purgeNow()).toBe(0);
      expect(held).toMatchObject([{ late: 25, ended: 26 }]);
    },
  );

  it('holds back unconfirmed executions although so many others ended that they are no unusual share', async () => {
    await service.database.main.updateTable('accounts').set({ retention_days: 30 }).execute();
    await addEnded(40, 60);
    expect(await purgeNow()).toBe(0);
    await addEnded(300, 5);
    expect(await purgeNow()).toBe(0);
    expect(held).toMatchObject([{ accountId, mode: 'live', late: 40 }]);
    expect(await due()).toMatchObject({ due: 40, waits: true });
    await confirmPurges(retentionServices(), operator, [(await due())!]);
    expect([await purgeNow(), held]).toEqual([40, []]);
    // The confirmation has ended the hold: what is late later counts by its share.
    await addEnded(12, 31);
    await service.database.main.deleteFrom('purge_confirmations').execute();
    expect(await purgeNow()).toBe(12);
  });

  it('ends a hold when fewer than 10 executions are late', async () => {
    const { main } = service.database;
    await main.updateTable('accounts').set({ retention_days: 30 }).execute();
    await addEnded(40, 60);
    expect(await purgeNow()).toBe(0);
    await addEnded(300, 5);
    const late = main.selectFrom('executions').select('id').where('finished_at', '<', daysAgo(59));
    await main
      .updateTable('executions')
      .set({ data_purged_at: service.clock.time })
      .where('id', 'in', late.limit(31))
      .execute();
    expect([await purgeNow(), held]).toEqual([9, []]);
    await addEnded(40, 60);
    expect(await purgeNow()).toBe(40);
  });

  it('ends a hold when the retention changes, and not when it is set to the same', async () => {
    const { main } = service.database;
    await keepFor(30);
    await addEnded(40, 60);
    expect(await purgeNow()).toBe(0);
    await addEnded(300, 5);
    await keepFor(30);
    expect(await purgeNow()).toBe(0);
    // A preview of another retention does not count the hold, which the change would end.
    const { retention } = retentionServices();
    const outlook = (days: number) => retention.outlook(accountId, 'live', days, service.clock.time, 100);
    expect([await outlook(30), await outlook(40)]).toMatchObject([{ waits: true }, { waits: false }]);
    await keepFor(40);
    expect(await main.selectFrom('purge_holds').selectAll().execute()).toEqual([]);
    expect(await purgeNow()).toBe(40);
  });

  it('holds back executions that are due only by a trusted clock 400 days ahead', {
    tags: ['DRUN-113'],
  }, async () => {
    await service.database.main.updateTable('accounts').set({ retention_days: 365 }).execute();
    await addEnded(100, 10);
    service.clock.time += 400 * day;
    expect(await purgeNow()).toBe(0);
    service.clock.time -= 400 * day;
    expect(await purgeNow()).toBe(0);
    expect(held).toEqual([]);
  });

  it('purges all executions at once that fell due since the previous round', async () => {
    await service.database.main.updateTable('accounts').set({ retention_days: 1 }).execute();
    await addEnded(40, 1.1);
    expect(await purgeNow()).toBe(40);
  });

  it('purges newly due executions while an unconfirmed backlog waits', async () => {
    await service.database.main.updateTable('accounts').set({ retention_days: 30 }).execute();
    await addEnded(40, 60);
    for (let round = 0; round < 3; round += 1) {
      await addEnded(12, 30.1);
      expect(await purgeNow()).toBe(12);
      expect(held).toMatchObject([{ late: 40 }]);
      service.clock.time += 60 * 60_000;
    }
  });

  it.each([
    ['1 day kept, 8 hours off', 1, 8, false],
    ['1 day kept, 2 days off', 1, 48, false],
    ['2 days kept, 13 hours off', 2, 13, false],
    ['7 days kept, a weekend off', 7, 62, false],
    ['30 days kept, four days off', 30, 92, false],
    ['7 days kept, five days off', 7, 120, true],
    ['30 days kept, a clock 20 days ahead', 30, 480, true],
  ])(
    'purges without confirmation after ordinary downtime, and not after more: %s',
    async (_case, days, offHours, waits) => {
      await service.database.main.updateTable('accounts').set({ retention_days: days }).execute();
      const marks = createClockMarkStore(service.database.main);
      await addEach(Array.from({ length: days * 24 }, (_, hours) => hours / 24));
      await marks.noteTrusted(service.clock.time);
      service.clock.time += (offHours + 3) * hour;
      await marks.noteTrusted(service.clock.time);
      // A further pause of a minute must not replace the long one.
      service.clock.time += minute;
      await marks.noteTrusted(service.clock.time);
      const due = Math.min(offHours + 3, days * 24 - 1);
      const purged = await purgeNow();
      expect(held.length).toBe(waits ? 1 : 0);
      if (!waits) expect(purged).toBeGreaterThanOrEqual(due);
    },
  );

  it('holds back executions that were late before ordinary downtime, and purges those that fell due in it', async () => {
    await service.database.main.updateTable('accounts').set({ retention_days: 30 }).execute();
    const marks = createClockMarkStore(service.database.main);
    await addEnded(40, 60);
    await addEnded(20, 29.9);
    await marks.noteTrusted(service.clock.time);
    service.clock.time += 13 * hour;
    await marks.noteTrusted(service.clock.time);
    expect(await purgeNow()).toBe(20);
    expect(held).toMatchObject([{ late: 40 }]);
  });

  it('holds back the executions of one account and purges those of another', async () => {
    const other = await service.addAccount('Another shop');
    await service.database.main.updateTable('accounts').set({ retention_days: 30 }).execute();
    await addEnded(45, 60);
    await sql`update executions set account_id = ${other.id} where id in
      (select id from executions where finished_at < ${service.clock.time - 30 * day} limit 5)`.execute(
      service.database.main,
    );
    expect(await purgeNow()).toBe(5);
    expect(held).toMatchObject([{ accountId }]);
  });
});

describe('a confirmation given for another retention', () => {
  it.each([
    ['by command', () => keepFor],
    ['in the Admin Panel', () => changeTo],
  ])('ends when the retention changes %s', async (_way, way) => {
    const change = way();
    await addEnded(40, 60);
    await keepFor(1);
    await confirmPurges(retentionServices(), operator, [(await due())!]);
    // Set by mistake, and corrected before the next round.
    await change(null);
    service.clock.time += 60 * day;
    await addEnded(100, 10);
    await change(90);
    expect(await due()).toMatchObject({ due: 40, waits: true });
    expect(await purgeNow()).toBe(0);
    await confirmPurges(retentionServices(), operator, [(await due())!]);
    await change(90);
    expect(await purgeNow()).toBe(40);
  });

  it('does not count in a preview of another retention', async () => {
    await addEnded(40, 60);
    await keepFor(30);
    await confirmPurges(retentionServices(), operator, [(await due())!]);
    const { retention } = retentionServices();
    const outlook = (days: number) => retention.outlook(accountId, 'live', days, service.clock.time, 100);
    expect([await outlook(30), await outlook(40)]).toMatchObject([{ waits: false }, { waits: true }]);
  });

  it('stays for the other mode', async () => {
    await keepFor(30, 'test');
    await addEnded(40, 60);
    await service.database.main.updateTable('executions').set({ mode: 'test' }).execute();
    const purge = await retentionServices().retention.due(accountId, 'test', service.clock.time);
    await confirmPurges(retentionServices(), operator, [purge!]);
    await keepFor(10, 'live');
    expect(await purgeNow()).toBe(40);
  });
});

/** Commands for PostgreSQL need a data folder of a started service. */
describe.skipIf(isOnPostgres)('retention set for an existing account', () => {
  it('counts the executions past the new retention, and waits for a confirmation', async () => {
    await addEnded(40, 60);
    const set = `account retention ${accountId} --days 30`;
    expect(await runJson(set)).toEqual({
      id: accountId,
      retentionDays: 30,
      due: 40,
      waitsForConfirmation: true,
    });
    expect((await runLine(set)).output).toContain(`40 live executions ended longer ago`);
    expect((await runLine(set)).output).toContain(`${set} --confirm`);
    expect(await purgeNow()).toBe(0);
    expect(await runJson(`${set} --confirm`)).toMatchObject({ due: 40, waitsForConfirmation: false });
    expect(await purgeNow()).toBe(40);
  });

  it('purges a few executions without a confirmation', async () => {
    await addEnded(5, 60);
    expect(await runJson(`account retention ${accountId} --days 30`)).toMatchObject({
      due: 5,
      waitsForConfirmation: false,
    });
    expect(await purgeNow()).toBe(5);
  });

  it('asks for a new confirmation when the retention is shortened', async () => {
    await addEnded(40, 60);
    await addEnded(40, 20);
    await runJson(`account retention ${accountId} --days 30 --confirm`);
    expect(await purgeNow()).toBe(40);
    await runJson(`account retention ${accountId} --days 10`);
    expect(await purgeNow()).toBe(0);
  });
});
