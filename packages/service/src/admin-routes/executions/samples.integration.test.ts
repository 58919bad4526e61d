import type { AdminDisposalList, AdminExecutionList, AdminSampleData } from '@vendor/contract/admin';
import { adminSampleDataSchema } from '@vendor/contract/admin';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AdminBrowser } from '../../../testing/admin-browser.ts';
import { Backend } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import type { Role } from '../../access/role.ts';
import type { SampleStore } from '../../administration/samples/sample-store.ts';
import { samples } from '../../administration/samples/samples.ts';

let service: InProcessService;
let account: { id: string; apiKey: string };
let developer: AdminBrowser;

beforeEach(async () => {
  service = await InProcessService.open();
  account = await service.addAccount('Shop');
  developer = await join('developer');
});
afterEach(() => service.close());

function join(role: Role, accountId = account.id): Promise<AdminBrowser> {
  const email = `${crypto.randomUUID()}@example.com`;
  return AdminBrowser.joined(service, email, { accountId, role });
}

const createSamples = (browser = developer, body: unknown = {}) =>
  browser.send<AdminSampleData>('POST', 'sample-data', body);
const removeSamples = () => developer.send<AdminSampleData>('DELETE', 'sample-data');
const sampleState = async (browser = developer) =>
  (await browser.send<AdminSampleData>('GET', 'sample-data')).data;
const list = async (mode: string, browser = developer) =>
  (await browser.send<AdminExecutionList>('GET', `executions?mode=${mode}`)).data.executions;

/** Lets time pass until all sample runs are created. */
async function untilMade(): Promise<void> {
  while ((await sampleState()).state === 'running') {
    await service.runDueJobs();
    service.clock.time += 1000;
  }
}

describe('sample data', () => {
  test('creates runs in test mode through the client API, and shows the progress', async () => {
    expect(await sampleState()).toEqual({ state: 'none', finished: 0, total: samples.length });
    const begun = await createSamples();
    expect(adminSampleDataSchema.parse(begun.data)).toEqual({
      state: 'running',
      finished: 0,
      total: samples.length,
    });
    await untilMade();
    await service.runDueJobs();
    expect(await sampleState()).toEqual({
      state: 'present',
      finished: samples.length,
      total: samples.length,
    });
    const rows = await list('test');
    expect(rows).toHaveLength(samples.length);
    expect(new Set(rows.map(({ channel }) => channel))).toEqual(new Set(['token', 'link']));
    expect(new Set(rows.map(({ status }) => status))).toContain('EXPIRED');
    expect(new Set(rows.map(({ status }) => status))).toContain('PENDING');
    expect(await list('live', await join('owner'))).toEqual([]);
    // Checks received the pictures of each submitted document, and of the face for a large amount.
    expect(service.evaluator.tasks.length).toBeGreaterThan(8);
    expect(service.evaluator.selfieTasks).toHaveLength(1);
    const events = await service.database.main
      .selectFrom('audit_events')
      .select(['act', 'actor_kind'])
      .where('subject_kind', 'in', ['account', 'workflow'])
      .execute();
    expect(events).toContainEqual({ act: 'sample.create', actor_kind: 'person' });
    expect(events).toContainEqual({ act: 'workflow.add', actor_kind: 'system' });
  });

  test('uses only phone numbers reserved for fiction', () => {
    for (const { inputs } of samples) expect(inputs.phone_number).toMatch(/^\+49 30 23125 \d{3}$/);
  });

  test('refuses to create or remove sample data while it is being created', async () => {
    await createSamples();
    expect([(await createSamples()).problem.code, (await removeSamples()).problem.code]).toEqual([
      'SAMPLE_DATA_PRESENT',
      'SAMPLE_DATA_PRESENT',
    ]);
    const both = await Promise.all([createSamples(), createSamples()]);
    expect(both.map(({ status }) => status)).toEqual([409, 409]);
    await untilMade();
    expect((await createSamples()).problem.code).toBe('SAMPLE_DATA_PRESENT');
    expect(await list('test')).toHaveLength(samples.length);
  });

  test('creates sample data once for two concurrent requests', async () => {
    const both = await Promise.all([createSamples(), createSamples(await join('owner'))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('removes all samples by a purge, and can create new ones afterwards', async () => {
    await createSamples();
    await untilMade();
    expect((await removeSamples()).data.state).toBe('none');
    const rows = await list('test');
    expect(rows.filter(({ purgedAt }) => purgedAt === null)).toEqual([]);
    const owner = await join('owner');
    const { data } = await owner.send<AdminDisposalList>('GET', 'disposals');
    const orderedBy = { kind: 'person', id: expect.any(String), name: expect.any(String) };
    expect(data.disposals).toHaveLength(samples.length);
    for (const disposal of data.disposals)
      expect(disposal).toMatchObject({ cause: 'sample', by: { kind: 'system', id: 'sample' }, orderedBy });
    const csv = await (await owner.fetch('GET', 'disposals/export')).text();
    expect(csv).toMatch(/,test,\S+Z,sample,system: sample,\d+,person: \S/);
    const captures = await service.database.main.selectFrom('captures').select('id').execute();
    expect(captures).toEqual([]);
    expect((await removeSamples()).status).toBe(200);
    expect((await createSamples()).status).toBe(200);
    await untilMade();
    expect(await list('test')).toHaveLength(2 * samples.length);
    const workflows = await service.database.main.selectFrom('workflows').select('active').execute();
    expect(workflows).toEqual([{ active: 0 }]);
  });

  test('keeps sample data that was created during a concurrent removal', async () => {
    await createSamples();
    await untilMade();
    const store = service.admin.samples.samples;
    const { transact } = store;
    const late: SampleStore['transact'] = async (locks, work) => {
      Object.assign(store, { transact });
      await removeSamples();
      await createSamples();
      return transact(locks, work);
    };
    Object.assign(store, { transact: late });
    expect((await removeSamples()).data.state).toBe('running');
    await untilMade();
    expect(await sampleState()).toMatchObject({ state: 'present', finished: samples.length });
    expect(await list('test')).toHaveLength(2 * samples.length);
    expect((await createSamples()).problem.code).toBe('SAMPLE_DATA_PRESENT');
  });

  test.each(['APPROVED', 'PENDING'])(
    'removes the other samples if the state of one is broken: %s',
    async (status) => {
      await createSamples();
      await untilMade();
      const { main } = service.database;
      const [broken] = (await list('test')).filter(
        (row) => (row.status === 'PENDING') === (status === 'PENDING'),
      );
      const id = broken?.id ?? '';
      await main.updateTable('executions').set({ state_mac: null, status }).where('id', '=', id).execute();
      expect(await sampleState()).toEqual({
        state: 'present',
        finished: samples.length,
        total: samples.length,
      });
      expect((await removeSamples()).data?.state).toBe('none');
      const kept = await main
        .selectFrom('executions')
        .select('id')
        .where('data_purged_at', 'is', null)
        .execute();
      expect(kept).toEqual(status === 'PENDING' ? [{ id }] : []);
      expect((await createSamples()).status).toBe(200);
    },
  );

  test('continues with the same sample runs after an interrupted job', async () => {
    await createSamples();
    await service.runDueJobs();
    await service.database.main
      .updateTable('jobs')
      .set({ lease_token: null, lease_until: null, due_at: service.clock.time })
      .where('kind', '=', 'sample')
      .execute();
    await untilMade();
    expect(await list('test')).toHaveLength(samples.length);
  });

  test('creates sample data only in test mode, whatever the request says', async () => {
    const live = { accountId: account.id, role: 'owner', modes: ['live'] } as const;
    const owner = await AdminBrowser.joined(service, 'live@example.com', live);
    expect((await createSamples(owner)).status).toBe(403);
    expect((await createSamples(developer, { mode: 'live' })).problem.code).toBe('INVALID_REQUEST_BODY');
    expect((await developer.send('POST', 'sample-data?mode=live', {})).status).toBe(200);
    await untilMade();
    expect((await list('test')).every(({ mode }) => mode === 'test')).toBe(true);
    // The workflow of the samples is inactive, so nobody else can start it.
    const { id } = (await list('test'))[0]!.workflow;
    const started = await new Backend(service, account.apiKey).start({
      workflowId: id,
      inputs: { user_id: 'x', user_fullname: 'A B', email: 'a@example.com' },
    });
    expect(started.problem.code).toBe('WORKFLOW_NOT_FOUND');
  });

  test('creates no sample data in other accounts', async () => {
    const other = await join('developer', (await service.addAccount('Other')).id);
    await createSamples();
    await untilMade();
    expect(await sampleState(other)).toMatchObject({ state: 'none' });
    expect(await list('test', other)).toEqual([]);
  });
});
