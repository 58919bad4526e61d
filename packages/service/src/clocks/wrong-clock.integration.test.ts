import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../testing/actors.ts';
import { Backend, documentWorkflow, Page } from '../../testing/client.ts';
import { countRows } from '../../testing/count-rows.ts';
import { deliverDue } from '../../testing/deliver-due.ts';
import { InProcessService } from '../../testing/in-process-service.ts';
import { reply } from '../../testing/webhook-world.ts';
import { createClockMarkStore } from '../db/clock-marks.ts';
import { insertJob } from '../db/jobs/jobs.ts';
import { createOrphanHolds } from '../db/retention/orphan-holds.ts';
import { createPurgeStore } from '../db/retention/purge-store.ts';
import { insertEndpoint } from '../db/webhooks/webhook-endpoints.ts';
import { createWebhookStore } from '../db/webhooks/webhook-store.ts';
import { openPurgeJournal } from '../retention/purge-journal.ts';
import { createChores } from '../start/chores.ts';
import { createEndpointSecret } from '../webhooks/endpoints/endpoint-secrets.ts';
import { createServiceClock, type ServiceClock } from './service-clock.ts';
import { watchClock } from './watch-clock.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const signal = new AbortController().signal;
let service: InProcessService;
let backend: Backend;
let accountId: string;
let clock: ServiceClock;
let ended: string;
let waiting: string;
let page: Page;
/** The machine's clock. */
let wall: number;

/** Starts the clock again, as a new process does. */
function startProcess(lastKnown: number | null): void {
  clock = createServiceClock({
    wall: () => wall,
    elapsed: () => service.elapsedMs,
    lastKnown,
    builtAt: Date.UTC(2026, 10, 1),
  });
  const { now, isTrusted, lifetimesFrom, trustedInMs } = clock;
  Object.assign(service.clock, { now, isTrusted, lifetimesFrom, trustedInMs });
}

/** Lets time pass on a machine whose service checks its clock. */
function pass(ms: number): void {
  for (const part of ms > minute ? [ms - minute, minute] : [ms]) {
    wall += part;
    service.elapsedMs += part;
    clock.state();
  }
}

async function finish(): Promise<string> {
  const workflowId = await service.addWorkflow(accountId, documentWorkflow);
  const { data } = await backend.start(
    { workflowId, inputs: { user_id: 'u-1' } },
    { 'idempotency-key': randomUUID() },
  );
  const user = new Page(service);
  await user.init(data.token);
  await user.post('begin');
  await user.submitPassport();
  await service.runDueJobs();
  return data.executionId;
}

/** Stores an execution that has ended, with media, events and kept replies, and one whose user has not finished. */
beforeEach(async () => {
  service = await InProcessService.open();
  wall = service.clock.time;
  startProcess(wall - minute);
  const account = await service.addAccount('A shop');
  accountId = account.id;
  backend = new Backend(service, account.apiKey);
  await service.database.main.updateTable('accounts').set({ retention_days: 365 }).execute();
  await insertEndpoint(service.database.main, service.services.vault, {
    id: randomUUID(),
    accountId,
    url: 'https://shop.example/hooks',
    secret: createEndpointSecret(),
    events: ['orchestration/workflow_execution_finished'],
    createdAt: wall,
  });
  ended = await finish();
  await deliverDue(service, service.outgoing);
  const workflowId = await service.addWorkflow(accountId, documentWorkflow);
  const { data } = await backend.start({ workflowId, inputs: { user_id: 'u-2' } });
  waiting = data.executionId;
  page = new Page(service);
  await page.init(data.token);
  await page.post('begin');
});
afterEach(() => service.close());

const journalFile = () => join(service.folder, 'purges.log');

/** Does everything that the service does on its own. */
async function doEverything(): Promise<void> {
  const chores = createChores({
    ...service.services,
    orphans: { holds: createOrphanHolds(service.database) },
    purging: {
      actor: operator,
      purges: createPurgeStore(service.database, service.seal),
      journal: openPurgeJournal(journalFile()),
    },
    webhooks: createWebhookStore(service.database.main),
  });
  for (const chore of Object.values(chores)) await chore(signal);
  await service.runDueJobs();
  await deliverDue(service, service.outgoing);
}

/** Returns traces of irreversible acts. */
async function irreversible() {
  const { jobs: _, webhook_attempts: attempts, ...rows } = await countRows(service);
  const executions = await service.database.main
    .selectFrom('executions')
    .select(['id', 'status', 'data_purged_at', 'finished_at'])
    .orderBy('id')
    .execute();
  const endpoints = await service.database.main
    .selectFrom('webhook_endpoints')
    .select(['disabled_at'])
    .execute();
  return { rows, attempts, executions, endpoints, isJournalled: existsSync(journalFile()) };
}

const jumps = [
  ['400 days ahead', 400 * day],
  ['40 days ahead', 40 * day],
  ['20 days ahead', 20 * day],
  ['five hours ahead', 5 * hour],
  ['five hours behind', -5 * hour],
  ['20 days behind', -20 * day],
  ['400 days behind', -400 * day],
] as const;

describe('a clock that jumps while the service runs', () => {
  it.each(jumps)('does nothing irreversible when the clock is %s for 8 seconds', async (_case, jump) => {
    // The process starts after the executions.
    wall += 10 * minute;
    startProcess(wall - minute);
    await service.database.main.updateTable('accounts').set({ retention_days: 1 }).execute();
    const before = await irreversible();
    wall += jump;
    await doEverything();
    pass(8000);
    await doEverything();
    expect(await irreversible()).toEqual(before);
    // Sessions stay valid, too.
    expect((await page.state()).data.awaiting).toBe('user');
    wall -= jump;
    await doEverything();
    expect(await irreversible()).toEqual(before);
    expect((await page.submitPassport()).status).toBe(200);
  });

  it('keeps an execution that ends while the clock is 400 days behind as long as others', async () => {
    wall -= 400 * day;
    const late = await finish();
    wall += 400 * day;
    await doEverything();
    const row = await service.database.main
      .selectFrom('executions')
      .select(['finished_at', 'data_purged_at'])
      .where('id', '=', late)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ finished_at: wall, data_purged_at: null });
  });

  it('carries out postponed work once the time is right', async () => {
    wall += 400 * day;
    await doEverything();
    wall -= 400 * day;
    pass(2 * hour);
    await doEverything();
    expect((await irreversible()).executions.map(({ status }) => status).sort()).toEqual([
      'APPROVED',
      'EXPIRED',
    ]);
    pass(366 * day);
    await doEverything();
    const { executions } = await irreversible();
    expect(executions.map(({ data_purged_at }) => data_purged_at)).toEqual([wall, wall]);
  });

  it('expires sessions a minute after a suspension, and purges after three hours', async () => {
    startProcess(wall - minute);
    wall += 2 * day;
    pass(2 * minute);
    expect((await page.post('begin')).problem.code).toBe('SESSION_EXPIRED');
    await service.database.main.updateTable('accounts').set({ retention_days: 1 }).execute();
    const before = await irreversible();
    await doEverything();
    expect(await irreversible()).toEqual(before);
    pass(3 * hour);
    await doEverything();
    const { executions } = await irreversible();
    expect(executions.find(({ id }) => id === ended)?.data_purged_at).toBe(wall);
    expect(executions.find(({ id }) => id === waiting)?.status).toBe('EXPIRED');
  });
});

describe('a session that starts before the service follows a jump ahead', () => {
  const jump = 2 * hour;

  /** Starts and begins a session just after the machine was resumed. */
  async function beginAfterJump() {
    wall += 10 * minute;
    startProcess(wall - minute);
    wall += jump;
    const workflowId = await service.addWorkflow(accountId, documentWorkflow);
    const { data } = await backend.start({ workflowId, inputs: { user_id: 'u-4' } });
    const user = new Page(service);
    await user.init(data.token);
    await user.post('begin');
    return { data, user };
  }

  it('gives a session that starts right after a jump ahead its full time', async () => {
    const { data, user } = await beginAfterJump();
    expect(Date.parse(data.expiresAt)).toBe(wall + hour);
    pass(2 * minute);
    expect(clock.now()).toBe(wall);
    await doEverything();
    expect((await user.submitPassport()).status).toBe(200);
    pass(55 * minute);
    expect((await user.state()).status).toBe(200);
  });

  it('continues a session when the jump is undone, and expires it at most that much later', async () => {
    const { data, user } = await beginAfterJump();
    pass(8000);
    wall -= jump;
    expect((await user.state()).data.awaiting).toBe('user');
    pass(jump + hour + minute);
    await doEverything();
    const { executions } = await irreversible();
    expect(executions.find(({ id }) => id === data.executionId)?.status).toBe('EXPIRED');
  });
});

describe('executions whose time is over while the clock is in doubt', () => {
  it.each([
    ['jumped by 12 hours', 12 * hour, [hour, 2 * hour, 3 * hour]],
    ['started 90 days later', 90 * day, [hour, 2 * hour, 3 * hour, 4 * hour]],
  ])(
    'checks overdue executions once an hour, and expires them once the clock is trusted: it %s',
    async (_case, jump, looks) => {
      wall += jump;
      startProcess(wall - jump);
      const since = clock.now();
      for (const look of looks) {
        await service.runDueJobs();
        const { due_at } = await service.database.main
          .selectFrom('jobs')
          .select('due_at')
          .where('kind', '=', 'expire')
          .where('subject_id', '=', waiting)
          .executeTakeFirstOrThrow();
        expect(due_at - since).toBe(look);
        pass(hour);
      }
      await service.runDueJobs();
      const { executions } = await irreversible();
      const status = executions.find(({ id }) => id === waiting)?.status;
      expect(status).toBe(jump > 30 * day ? 'PENDING' : 'EXPIRED');
    },
  );
});

describe('a machine that starts with a wrong clock', () => {
  it.each(jumps)(
    'does nothing irreversible when the machine starts %s, until NTP sets it',
    async (_case, jump) => {
      await service.database.main.updateTable('accounts').set({ retention_days: 1 }).execute();
      const before = await irreversible();
      wall += jump;
      startProcess(wall - jump - minute);
      await doEverything();
      pass(5 * minute);
      await doEverything();
      expect(await irreversible()).toEqual(before);
      wall -= jump;
      await doEverything();
      expect(await irreversible()).toEqual(before);
      expect(clock.isTrusted()).toBe(true);
    },
  );

  it('expires executions without an operator after a stop overnight', async () => {
    wall += 12 * hour;
    startProcess(wall - 12 * hour);
    await doEverything();
    expect((await irreversible()).executions.map(({ status }) => status).sort()).toEqual([
      'APPROVED',
      'PENDING',
    ]);
    pass(3 * hour + minute);
    await doEverything();
    expect((await irreversible()).executions.map(({ status }) => status)).toContain('EXPIRED');
  });

  it('expires executions started since the start of the machine, whatever the date is', async () => {
    wall += 90 * day;
    startProcess(wall - 90 * day);
    const workflowId = await service.addWorkflow(accountId, documentWorkflow);
    const { data } = await backend.start({ workflowId, inputs: { user_id: 'u-3' } });
    pass(2 * hour);
    await doEverything();
    const { executions } = await irreversible();
    expect(executions.find(({ id }) => id === data.executionId)?.status).toBe('EXPIRED');
    expect(executions.find(({ id }) => id === waiting)?.status).toBe('PENDING');
  });
});

describe('a receiver that fails', () => {
  it('keeps endpoint and events of a failing receiver if only jumps of the clock made days pass', async () => {
    service.outgoing.answer = () => reply(500);
    await finish();
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await deliverDue(service, service.outgoing);
      wall += 25 * hour;
      pass(2 * minute);
    }
    const { main } = service.database;
    const deliveries = await main.selectFrom('webhook_deliveries').select('state').execute();
    expect(deliveries.map(({ state }) => state).sort()).toEqual(['delivered', 'pending']);
    const endpoints = await main.selectFrom('webhook_endpoints').select('disabled_at').execute();
    expect(endpoints).toEqual([{ disabled_at: null }]);
  });
});

describe('data of a version that stored no trusted time', () => {
  it('uses the time of the latest work in data without a trusted time', async () => {
    const marks = createClockMarkStore(service.database.main);
    const finishedAt = wall;
    expect(await marks.findLastWork()).toBe(finishedAt);
    wall += 400 * day;
    startProcess(await marks.findLastWork());
    const before = await irreversible();
    await doEverything();
    expect(clock.state().doubt).toBe('ahead');
    expect(await irreversible()).toEqual(before);
    const { main } = service.database;
    const job = { kind: 'housekeep', subjectId: 'kept-replies', dueAt: finishedAt + 5 * hour } as const;
    await insertJob(main, job, finishedAt + hour);
    expect(await marks.findLastWork()).toBe(finishedAt + 4 * hour);
    await main
      .updateTable('api_keys')
      .set({ last_used_at: finishedAt + 6 * hour })
      .execute();
    expect(await marks.findLastWork()).toBe(finishedAt + 6 * hour);
  });
});

describe('the watch of the clock', () => {
  const logged = () => service.logLines.map((line) => JSON.parse(line) as { level: string; message: string });

  it('stores trusted times, warns once about waiting work, and continues when an operator confirms the time', async () => {
    const marks = createClockMarkStore(service.database.main);
    const watch = watchClock({ clock, marks, logger: service.logger });
    await watch.look();
    expect(await marks.find()).toMatchObject({ trustedAt: wall, doubt: null });
    const trustedAt = wall;
    wall += 400 * day;
    for (let look = 0; look < 5; look += 1) await watch.look();
    expect(await marks.find()).toMatchObject({ trustedAt, doubt: 'ahead', gapMs: 400 * day });
    const warnings = logged().filter(({ level }) => level === 'warn');
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('orchestration clock confirm'),
    ]);
    await marks.confirm(wall);
    await watch.look();
    expect(clock.isTrusted()).toBe(true);
    expect(await marks.find()).toMatchObject({ trustedAt: wall, doubt: null });
    await watch.stop();
  });

  it('stores the time of a stop only if it is trusted', async () => {
    const marks = createClockMarkStore(service.database.main);
    const watch = watchClock({ clock, marks, logger: service.logger });
    await watch.look();
    pass(3 * minute);
    await watch.stop();
    expect((await marks.find())?.trustedAt).toBe(wall);
    const again = watchClock({ clock, marks, logger: service.logger });
    wall += 400 * day;
    await again.stop();
    expect((await marks.find())?.trustedAt).toBe(wall - 400 * day);
  });
});
