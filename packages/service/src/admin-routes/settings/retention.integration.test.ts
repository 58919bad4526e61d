import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Execution } from '@vendor/contract';
import type {
  AdminDisposalList,
  AdminExecution,
  AdminKeptTime,
  AdminRetention,
} from '@vendor/contract/admin';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AdminBrowser } from '../../../testing/admin-browser.ts';
import { Backend, documentWorkflow, Page } from '../../../testing/client.ts';
import { copiedRow } from '../../../testing/copied-row.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { createAuditStore } from '../../db/audit/audit-trail.ts';
import { createPurgeStore } from '../../db/retention/purge-store.ts';
import { openPurgeJournal } from '../../retention/purge-journal.ts';
import { purgeOverdue } from '../../retention/purge-overdue.ts';

const hour = 3_600_000;
const day = 24 * hour;
let service: InProcessService;
let account: { id: string; apiKey: string };
let owner: AdminBrowser;
let executionId: string;
beforeEach(async () => {
  service = await InProcessService.open();
  account = await service.addAccount('Harbour');
  owner = await AdminBrowser.joined(service, 'owner@example.com', { accountId: account.id });
  const workflowId = await service.addWorkflow(account.id, documentWorkflow);
  const { data } = await new Backend(service, account.apiKey).start({
    workflowId,
    inputs: { user_id: 'u-1' },
  });
  executionId = data.executionId;
  const page = new Page(service);
  await page.init(data.token);
  await page.post('begin');
  await page.submitPassport();
  await service.runDueJobs();
});
afterEach(() => service.close());

/** Adds executions that ended a number of days ago, as copies of the existing one. */
async function addEnded(count: number, daysAgo: number, mode = 'live'): Promise<void> {
  const { main } = service.database;
  const one = await main
    .selectFrom('executions')
    .selectAll()
    .where('id', '=', executionId)
    .executeTakeFirstOrThrow();
  for (let added = 0; added < count; added += 1) {
    const copy = { id: randomUUID(), token_hash: randomUUID(), mode };
    await main
      .insertInto('executions')
      .values({ ...copiedRow(one), ...copy, finished_at: service.clock.time - daysAgo * day })
      .execute();
  }
}

/** Runs one round of housekeeping. @returns the number of purged executions. */
function purgeNow(): Promise<number> {
  const services = {
    actor: { kind: 'system', task: 'retention' } as const,
    purges: createPurgeStore(service.database, service.seal),
    journal: openPurgeJournal(join(service.folder, 'purges.log')),
    media: service.services.media,
    clock: service.clock,
  };
  return purgeOverdue(services, new AbortController().signal);
}

const keep = (days: number | null, before: number | null, mode = 'live', browser = owner) =>
  browser.send<AdminRetention>('PUT', 'retention', { mode, days, before });
const plan = async (days: number | null, mode = 'live') =>
  (await owner.send<AdminKeptTime>('POST', 'retention/plan', { mode, days })).data;
const changes = async () =>
  (await createAuditStore(service.database).eventsAfter(account.id, 0, 1000))
    .filter(({ act }) => act === 'account.retention')
    .map(({ actorKind, mode, changes }) => [actorKind, mode, JSON.parse(changes ?? '{}')]);

describe('retention in the panel', () => {
  test('purges at the configured time, and reports dataPurgedAt in API and panel', async () => {
    const backend = new Backend(service, account.apiKey);
    const purgedAt = async () => {
      // The earlier session has ended meanwhile.
      await owner.signIn('owner@example.com');
      return [
        (await backend.read<Execution>(executionId)).data.dataPurgedAt,
        (await owner.send<AdminExecution>('GET', `executions/${executionId}`)).data.purgedAt,
      ];
    };
    expect((await keep(7, null)).status).toBe(200);
    service.clock.time += 7 * day - hour;
    expect(await purgeNow()).toBe(0);
    expect(await purgedAt()).toEqual([null, null]);
    service.clock.time += hour;
    expect(await purgeNow()).toBe(1);
    const at = new Date(service.clock.time).toISOString();
    expect((await purgedAt()).map((time) => new Date(time ?? 0).toISOString())).toEqual([at, at]);
    const { data } = await owner.send<AdminDisposalList>('GET', 'disposals');
    expect(data).toEqual({
      disposals: [
        {
          executionId,
          mode: 'live',
          at,
          cause: 'retention',
          by: { kind: 'system', id: 'retention', name: null },
          orderedBy: null,
          files: expect.any(Number),
        },
      ],
      next: null,
    });
    expect(data.disposals[0]?.files).toBeGreaterThan(0);
  });

  test('previews how many executions become due, and when the first is purged', async () => {
    await addEnded(4, 10);
    expect(await plan(30)).toEqual({
      mode: 'live',
      days: 30,
      due: { count: 0, capped: false },
      waits: false,
      firstPurgeAt: new Date(service.clock.time + 20 * day).toISOString(),
    });
    expect(await plan(10)).toMatchObject({
      due: { count: 4, capped: false },
      waits: false,
      firstPurgeAt: new Date(service.clock.time).toISOString(),
    });
    expect(await plan(10, 'test')).toMatchObject({ due: { count: 0 }, firstPurgeAt: null });
    expect(await plan(null)).toMatchObject({ due: { count: 0 }, firstPurgeAt: null });
    expect((await owner.send<AdminRetention>('GET', 'retention')).data.kept).toMatchObject([
      { mode: 'live', days: null },
      { mode: 'test', days: null },
    ]);
  });

  test('holds an unusual share of purges until an operator confirms it, and says so', async () => {
    await addEnded(40, 60);
    expect(await plan(30)).toMatchObject({ due: { count: 40 }, waits: true, firstPurgeAt: null });
    const { data } = await keep(30, null);
    expect(data.kept[0]).toMatchObject({ days: 30, due: { count: 40 }, waits: true });
    expect(await purgeNow()).toBe(0);
  });

  test('applies the retention of one mode only to that mode', async () => {
    await addEnded(3, 60);
    await addEnded(5, 60, 'test');
    await keep(30, null, 'test');
    expect(await purgeNow()).toBe(5);
    await keep(30, null);
    expect(await purgeNow()).toBe(3);
  });

  test('requires a recent password to shorten the retention, but not to extend it', async () => {
    await keep(30, null);
    service.clock.time += 20 * 60_000;
    const refused = await keep(29, 30);
    expect([refused.status, refused.problem?.code]).toEqual([403, 'AUTHENTICATION_TOO_OLD']);
    expect((await keep(31, 30)).status).toBe(200);
    expect((await keep(null, 31)).status).toBe(200);
    expect((await keep(3650, null)).problem?.code).toBe('AUTHENTICATION_TOO_OLD');
    expect(await changes()).toEqual([
      ['person', 'live', { retentionDays: [null, 30] }],
      ['person', 'live', { retentionDays: [30, 31] }],
      ['person', 'live', { retentionDays: [31, null] }],
    ]);
  });

  test('refuses a change based on an outdated value', async () => {
    await keep(30, null);
    const late = await keep(60, null);
    expect([late.status, late.problem?.code]).toEqual([409, 'SETTING_CHANGED']);
    expect((await keep(30, 30)).status).toBe(200);
    expect(await changes()).toHaveLength(1);
  });

  test.each([0, -1, 1.5, 3651, '30', undefined])('refuses a retention of %j days', async (days) => {
    for (const [method, path] of [
      ['PUT', 'retention'],
      ['POST', 'retention/plan'],
    ] as const) {
      const { status, problem } = await owner.send(method, path, { mode: 'live', days, before: null });
      expect([status, problem?.code]).toEqual([400, 'INVALID_REQUEST_BODY']);
    }
    expect(await changes()).toEqual([]);
  });

  test('refuses access to live retention by an owner with only test mode, managers and other accounts', async () => {
    const { id: other } = await service.addAccount('Station');
    const joined = (email: string, call: object) =>
      AdminBrowser.joined(service, email, { accountId: account.id, ...call });
    const tester = await joined('tester@example.com', { modes: ['test'] });
    const manager = await joined('manager@example.com', { role: 'manager' });
    const foreign = await joined('foreign@example.com', { accountId: other });
    expect((await keep(1, null, 'live', tester)).problem?.code).toBe('FORBIDDEN');
    expect((await keep(1, null, 'live', manager)).problem?.code).toBe('FORBIDDEN');
    expect((await keep(1, null, 'test', tester)).status).toBe(200);
    expect((await keep(1, null, 'live', foreign)).status).toBe(200);
    const { kept } = (await owner.send<AdminRetention>('GET', 'retention')).data;
    expect(kept.map(({ days }) => days)).toEqual([null, 1]);
    expect((await tester.send<AdminRetention>('GET', 'retention')).data.kept).toMatchObject([
      { mode: 'test', days: 1 },
    ]);
  });

  test('purges nothing while the clock is in doubt, however far it is ahead', {
    tags: ['DRUN-113'],
  }, async () => {
    await keep(1, null);
    service.clock.isTrusted = () => false;
    service.clock.time += 400 * day;
    expect(await purgeNow()).toBe(0);
  });
});

describe('disposals in the panel', () => {
  const list = (query = '') => owner.send<AdminDisposalList>('GET', `disposals${query}`);

  test('lists purges page by page, without those of other modes and accounts', async () => {
    await addEnded(5, 60);
    await addEnded(3, 60, 'test');
    await keep(30, null);
    await keep(30, null, 'test');
    expect(await purgeNow()).toBe(8);
    const first = (await list('?limit=5')).data;
    const second = (await list(`?limit=5&after=${first.next}`)).data;
    expect([first.disposals.length, second.disposals.length, second.next]).toEqual([5, 3, null]);
    const ids = [...first.disposals, ...second.disposals].map((one) => one.executionId);
    expect(new Set(ids).size).toBe(8);
    expect((await list('?mode=test')).data.disposals).toHaveLength(3);
    const auditor = await AdminBrowser.joined(service, 'auditor@example.com', {
      accountId: account.id,
      role: 'auditor',
      modes: ['test'],
    });
    const seen = (await auditor.send<AdminDisposalList>('GET', 'disposals')).data.disposals;
    expect(seen.map(({ mode }) => mode)).toEqual(['test', 'test', 'test']);
    expect((await auditor.send('GET', 'disposals?mode=live')).status).toBe(403);
    const { id: other } = await service.addAccount('Station');
    const foreign = await AdminBrowser.joined(service, 'foreign@example.com', { accountId: other });
    expect((await foreign.send<AdminDisposalList>('GET', 'disposals')).data.disposals).toEqual([]);
    expect((await list('?after=x')).status).toBe(400);
  });

  test('exports all disposals as CSV, and records the export', async () => {
    await addEnded(3, 60);
    await keep(30, null);
    await purgeNow();
    const reply = await owner.fetch('GET', 'disposals/export?mode=live');
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(reply.headers.get('content-disposition')).toContain('disposals.csv');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const lines = (await reply.text()).trimEnd().split('\r\n');
    expect(lines[0]).toBe('run,mode,removed at,why,removed by,files,ordered by');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toMatch(/^[0-9a-f-]{36},live,2030-\S+Z,retention,system: retention,\d+,$/);
    const events = await createAuditStore(service.database).eventsAfter(account.id, 0, 1000);
    expect(events.at(-1)).toMatchObject({ act: 'disposal.export', actorKind: 'person', mode: 'live' });
  });
});
