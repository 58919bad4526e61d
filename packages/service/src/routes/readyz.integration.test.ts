import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Backend, documentWorkflow, jpegOf, Page } from '../../testing/client.ts';
import { InProcessService } from '../../testing/in-process-service.ts';
import { isOnPostgres } from '../../testing/open-test-database.ts';
import { createJobStore } from '../db/jobs/job-store.ts';
import { insertJob } from '../db/jobs/jobs.ts';
import { createProbes, type ProbedParts } from '../health/probes.ts';
import { createReadiness, readyUntil } from '../health/readiness.ts';

const minute = 60_000;
let service: InProcessService;
let backend: Backend;
let workflowId: string;
let page: Page;

beforeEach(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  backend = new Backend(service, account.apiKey);
  workflowId = await service.addWorkflow(account.id, documentWorkflow);
  page = new Page(service);
  await page.init((await backend.start({ workflowId, inputs: { user_id: 'u' } })).data.token);
  await page.post('begin');
});
afterEach(() => service.close());

/** Asks again more than two seconds after the last time. */
async function ask() {
  service.elapsedMs += 2001;
  const reply = await service.app.request('/readyz');
  return {
    status: reply.status,
    headers: reply.headers,
    body: (await reply.json()) as Record<string, unknown>,
  };
}

/** Makes the database refuse to store anything, as on a full disk. */
async function fillDatabase(): Promise<void> {
  const { main } = service.database;
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(main);
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(main);
}

describe.skipIf(isOnPostgres)('full database', () => {
  it.each([
    ['is full', async () => fillDatabase()],
    ['is read-only', async () => sql`pragma query_only = on`.execute(service.database.main)],
  ])(
    'answers 503 to requests that must store while the database %s, and 200 afterwards',
    async (_case, breakIt) => {
      await breakIt();
      const inputs = { user_id: 'u'.repeat(200), user_fullname: 'n'.repeat(200) };
      const replies = await Promise.all(
        Array.from({ length: 40 }, () => backend.start({ workflowId, inputs }, {})),
      );
      const refused = replies.filter(({ status }) => status !== 200);
      expect(refused.length).toBeGreaterThan(0);
      for (const { status, problem, headers } of refused) {
        expect([status, problem.code, headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '2']);
        expect(problem.detail).not.toContain(service.folder);
      }
      expect((await service.app.request('/healthz')).status).toBe(200);
      await sql`pragma max_page_count = 1000000`.execute(service.database.main);
      await sql`pragma query_only = off`.execute(service.database.main);
      expect((await backend.start({ workflowId, inputs })).status).toBe(200);
      expect((await ask()).status).toBe(200);
    },
  );

  it('reports to load balancers that the service is not ready, with the reason', async () => {
    await sql`pragma query_only = on`.execute(service.database.main);
    const { status, headers, body } = await ask();
    expect([status, headers.get('retry-after'), headers.get('content-type')]).toEqual([
      503,
      '2',
      'application/problem+json',
    ]);
    expect(body).toMatchObject({
      code: 'UNAVAILABLE',
      reasons: ['The database cannot be used: the database is read-only.'],
    });
    await sql`pragma query_only = off`.execute(service.database.main);
  });
});

describe('full media folder', () => {
  it('answers 503 to an upload and to load balancers while the media folder is full', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    const { media } = service.services;
    const put = media.put;
    Object.assign(media, { put: () => Promise.reject(full), probe: () => Promise.reject(full) });
    const upload = await page.put('steps/document/attempts/1/captures/front', jpegOf('front'));
    expect([upload.status, upload.problem.code, upload.headers.get('retry-after')]).toEqual([
      503,
      'UNAVAILABLE',
      '2',
    ]);
    expect(upload.headers.get('access-control-allow-origin')).toBe('*');
    expect((await ask()).body).toMatchObject({
      reasons: ['The media folder cannot be used: the disk is full.'],
    });
    Object.assign(media, { put });
    expect((await page.put('steps/document/attempts/1/captures/front', jpegOf('front'))).status).toBe(200);
  });

  it('answers 503 to load balancers if the media folder is missing', async () => {
    rmSync(join(service.folder, 'media'), { recursive: true });
    expect((await ask()).body).toMatchObject({
      reasons: ['The media folder cannot be used: see the log of the service.'],
    });
  });
});

describe('readiness', () => {
  it('reports ready without warnings while all is well', async () => {
    const { status, body } = await ask();
    expect([status, body]).toEqual([200, { data: { status: 'ready', warnings: [] } }]);
  });

  it('reports jobs that have been due for minutes', async () => {
    const plan = (kind: 'evaluate' | 'deliver' | 'expire', lane: string | null, ago: number) =>
      insertJob(
        service.database.main,
        { kind, subjectId: kind, dueAt: service.clock.time - ago, ...(lane !== null && { lane }) },
        service.clock.time,
      );
    await plan('evaluate', 'an account', 5 * minute);
    await plan('expire', null, 4 * minute);
    expect((await ask()).status).toBe(200);
    service.clock.time += 3 * minute;
    const { status, body } = await ask();
    expect(status).toBe(503);
    expect(body.reasons).toEqual([
      'Jobs of the kind "evaluate" have been due for 8 minutes, and none is running.',
      'Jobs of the kind "expire" have been due for 7 minutes, and none is running.',
    ]);
    expect(body.detail).toBe((body.reasons as string[]).join(' '));
  });

  it('runs the probes once for concurrent requests', async () => {
    let looks = 0;
    const readiness = createReadiness(
      [
        {
          subject: 'A part',
          look: async () => {
            looks += 1;
            return {};
          },
        },
      ],
      () => service.elapsedMs,
    );
    await Promise.all(Array.from({ length: 50 }, () => readiness()));
    expect(looks).toBe(1);
    service.elapsedMs += 2000;
    await readiness();
    expect(looks).toBe(1);
    service.elapsedMs += 1;
    await readiness();
    expect(looks).toBe(2);
  });
});

it('reports not ready as soon as the service is leaving, despite a recent good result', async () => {
  let isLeaving = false;
  const ready = { reasons: [], warnings: [] };
  const readiness = readyUntil(
    () => isLeaving,
    async () => ready,
  );
  expect(await readiness()).toBe(ready);
  isLeaving = true;
  expect(await readiness()).toEqual({ reasons: ['The service is stopping.'], warnings: [] });
});

describe('probes', () => {
  const partsWith = (changes: Partial<ProbedParts>): ProbedParts => ({
    dataFolder: service.folder,
    writeRow: async () => {},
    media: service.services.media,
    oldestDue: createJobStore(service.database.main).oldestDue,
    isRunning: () => false,
    clock: {
      now: () => service.clock.time,
      state: () => ({ doubt: null, gapMs: 0, settlesInMs: null, wall: service.clock.time }),
    },
    heldPurges: () => 0,
    deliveriesHeldAt: async () => null,
    ...changes,
  });
  const readinessOf = (changes: Partial<ProbedParts>) =>
    createReadiness(createProbes(partsWith(changes)), () => 0)();

  it('warns about a clock in doubt', async () => {
    const clock = {
      now: () => service.clock.time,
      state: () => ({ doubt: 'ahead', gapMs: 1, settlesInMs: null, wall: 1 }) as const,
    };
    expect(await readinessOf({ clock })).toEqual({
      reasons: [],
      warnings: ['The clock is in doubt (ahead): purges and expiries wait. See "doctor".'],
    });
  });

  it('warns if no instance carries out checks', async () => {
    const warning = ['No instance runs checks. Start one with CHECKS=only or CHECKS=all.'];
    expect((await readinessOf({ isChecking: async () => false })).warnings).toEqual(warning);
    expect((await readinessOf({ isChecking: async () => true })).warnings).toEqual([]);
  });

  it('only warns about late jobs of a kind that other instances run', async () => {
    const oldestDue = async (kind: string) => (kind === 'evaluate' ? 0 : null);
    const ownKinds = ['deliver'] as const;
    expect((await readinessOf({ oldestDue, ownKinds })).reasons).toEqual([]);
    expect((await readinessOf({ oldestDue, ownKinds })).warnings).toHaveLength(1);
    expect((await readinessOf({ oldestDue })).reasons).toHaveLength(1);
  });

  it('warns about purges that wait for a confirmation', async () => {
    expect(await readinessOf({ heldPurges: () => 2 })).toEqual({
      reasons: [],
      warnings: [
        'Overdue purges of 2 account(s) wait for confirmation. To see them, run: orchestration retention due',
      ],
    });
  });

  it('warns about bucket credentials that can no longer be read', async () => {
    expect(await readinessOf({ areCredentialsReadable: () => false })).toEqual({
      reasons: [],
      warnings: ['MEDIA_CREDENTIALS_FILE cannot be read: the previous credentials are in use. See "doctor".'],
    });
    expect((await readinessOf({ areCredentialsReadable: () => true })).warnings).toEqual([]);
  });

  it('warns about held webhooks, but not about their late jobs', async () => {
    const oldestDue = async (kind: string) => (kind === 'deliver' ? service.clock.time - 6 * minute : null);
    expect(await readinessOf({ oldestDue, deliveriesHeldAt: async () => 1 })).toEqual({
      reasons: [],
      warnings: [
        'Webhooks are held, as after "restore --held". To send them, run: orchestration webhook release',
      ],
    });
  });

  it('warns about jobs that arrive faster than they are run', async () => {
    const oldestDue = async (kind: string) => (kind === 'deliver' ? service.clock.time - 6 * minute : null);
    expect(await readinessOf({ oldestDue, isRunning: () => true })).toEqual({
      reasons: [],
      warnings: [
        'Jobs of the kind "deliver" have been due for 6 minutes: they arrive faster than they are processed.',
      ],
    });
  });

  it('leaves no probe files behind', async () => {
    const names = async () => {
      const all: string[] = [];
      for await (const refs of service.services.media.list()) all.push(...refs);
      return all;
    };
    const before = await names();
    await service.services.media.probe();
    expect(await names()).toEqual(before);
  });
});
