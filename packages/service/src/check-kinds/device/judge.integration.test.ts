import type { EvaluationOf } from '@vendor/checks';
import type { DeviceReport, Execution } from '@vendor/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../../testing/actors.ts';
import { Backend, documentWorkflow, Page } from '../../../testing/client.ts';
import { deviceReport } from '../../../testing/device-report.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { evaluatedDevice } from '../../../testing/scripted-evaluator.ts';
import { createPurgeStore } from '../../db/retention/purge-store.ts';
import { deviceWaitMs } from '../../executions/session/await-client.ts';

const hourMs = 3_600_000;
const device = { kind: 'device', next: 'end' };
const end = { kind: 'end' };
const deviceWorkflow = { start: 'device', nodes: { device, end } };
const inputs = { user_id: 'u-1', ip: '81.2.69.142' };

let service: InProcessService;
let backend: Backend;
let accountId: string;
let workflowId: string;

beforeEach(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  backend = new Backend(service, account.apiKey);
  workflowId = await service.addWorkflow(accountId, deviceWorkflow);
});
afterEach(() => service.close());

const read = async (id: string) => (await backend.read<Execution>(id)).data;
const lastTask = () => service.evaluator.deviceTasks.at(-1);
async function open(changes: Record<string, unknown> = {}, of = backend, workflow = workflowId) {
  const { data } = await of.start({ workflowId: workflow, inputs: { ...inputs, ...changes } });
  const page = new Page(service);
  const init = await page.init(data.token);
  return { id: data.executionId, token: data.token, page, init };
}
const sendReport = (page: Page, report: unknown = deviceReport()) => page.post<object>('device', report);
/** Runs an execution of a user with a device to its end. */
async function runWith(user: string, report: Partial<DeviceReport> = {}, more: object = {}) {
  const { id, page } = await open({ user_id: user, ...more });
  await sendReport(page, deviceReport(report));
  await service.runDueJobs();
  return id;
}

describe('the device of the user', () => {
  it('waits for the report that the first init asks for, then judges it', { tags: ['S1-18'] }, async () => {
    const { data } = await backend.start({ workflowId, inputs });
    expect(data.requiresClientInit).toBe(true);
    await service.runDueJobs();
    const page = new Page(service);
    expect((await page.init(data.token)).data.wantsDevice).toBe(true);
    await service.runDueJobs();
    expect(lastTask()).toBeUndefined();
    expect(await read(data.executionId)).toMatchObject({ status: 'PENDING' });

    service.networks.set('81.2.69.142', { country: { code: 'GB' }, owner: null, masks: null });
    expect(await sendReport(page)).toMatchObject({ status: 200, data: {} });
    await service.runDueJobs();
    expect(lastTask()).toEqual({
      reported: { report: deviceReport(), agent: null, receivedAt: service.clock.now() },
      country: 'GB',
      users: 1,
      usersLimit: 3,
    });
    const { status, checks } = await read(data.executionId);
    expect(status).toBe('APPROVED');
    expect(checks).toMatchObject([{ checkType: 'FRAUD_API', status: 'APPROVED', statusDetail: 'DEVICE' }]);
    expect(checks?.[0]?.transactionId).not.toBeNull();
  });

  it('stops waiting seconds after a browser connected without sending a report', {
    tags: ['DREQ-45'],
  }, async () => {
    const { id, init } = await open();
    expect(init.data.wantsDevice).toBe(true);
    await service.runDueJobs();
    service.clock.time += deviceWaitMs - 1;
    await service.runDueJobs();
    expect(lastTask()).toBeUndefined();
    const unknown = 'NOT_PERFORMED';
    service.evaluator.devices.push(
      evaluatedDevice({
        members: {
          automation: unknown,
          consistency: unknown,
          location: unknown,
          renderer: unknown,
          users: unknown,
        },
        findings: [{ code: 'DEVICE_UNKNOWN', outcome: unknown }],
      }),
    );
    service.clock.time += 1;
    await service.runDueJobs();
    expect(lastTask()).toMatchObject({ reported: null, users: null });
    expect(await read(id)).toMatchObject({
      status: 'REVIEW',
      checks: [{ status: 'REVIEW', statusDetail: 'DEVICE: DEVICE_UNKNOWN' }],
    });
  });

  it('does not wait for a report after a flow that took long enough', async () => {
    const { document } = documentWorkflow.nodes;
    const nodes = { document: { ...document, next: 'device' }, device, end };
    const whole = await service.addWorkflow(accountId, { start: 'document', nodes });
    const { id, page, init } = await open({}, backend, whole);
    expect(init.data.wantsDevice).toBe(true);
    service.clock.time += 1;
    await page.post('begin');
    service.clock.time += deviceWaitMs;
    await page.submitPassport();
    await service.runDueJobs();
    expect(lastTask()).toMatchObject({ reported: null });
    expect((await read(id)).checks).toHaveLength(2);
    // No check uses the report any more.
    expect((await sendReport(page)).problem.code).toBe('STEP_NOT_AWAITED');
  });

  it('waits for a browser until none can connect any more', async () => {
    const { data } = await backend.start({ workflowId, inputs });
    await service.runDueJobs();
    service.clock.time += hourMs - 1;
    await service.runDueJobs();
    expect(lastTask()).toBeUndefined();
    service.clock.time += 1;
    await service.runDueJobs();
    expect(lastTask()).toMatchObject({ reported: null });
    expect((await read(data.executionId)).status).not.toBe('PENDING');
  });

  it('asks for no device report if the start request names the device', { tags: ['S2.3-50'] }, async () => {
    const { data } = await backend.start({ workflowId, inputs: { ...inputs, session: 'opaque to us' } });
    expect(data.requiresClientInit).toBe(false);
    const page = new Page(service);
    expect((await page.init(data.token)).data).not.toHaveProperty('wantsDevice');
    expect((await sendReport(page)).problem.code).toBe('STEP_NOT_AWAITED');
    await service.runDueJobs();
    expect(lastTask()).toMatchObject({ reported: null, users: 1 });
  });

  it('asks for no report if no check uses it', { tags: ['DREQ-45'] }, async () => {
    const document = await service.addWorkflow(accountId, documentWorkflow);
    const { page, init } = await open({}, backend, document);
    expect(init.data).not.toHaveProperty('wantsDevice');
    expect((await sendReport(page)).problem.code).toBe('STEP_NOT_AWAITED');
    const stored = await service.database.main.selectFrom('executions').select('sealed_session').execute();
    expect(stored).toEqual([{ sealed_session: null }]);
  });

  it("sends scores from 30 to REVIEW and declines from 100, or at the workflow's limits", async () => {
    const score = (points: number) => service.evaluator.devices.push(evaluatedDevice({ score: points }));
    const statuses: string[] = [];
    for (const points of [29, 30, 99, 100]) {
      score(points);
      statuses.push((await read(await runWith('u-1'))).status);
    }
    expect(statuses).toEqual(['APPROVED', 'REVIEW', 'REVIEW', 'DECLINED']);
    workflowId = await service.addWorkflow(accountId, {
      start: 'device',
      nodes: { device: { ...device, reviewFrom: 10, declineFrom: 30, requires: ['renderer'] }, end },
    });
    score(30);
    expect((await read(await runWith('u-1'))).status).toBe('DECLINED');
    service.evaluator.devices.push(
      evaluatedDevice({ members: { ...evaluatedDevice().members, renderer: 'NOT_PERFORMED' } }),
    );
    expect((await read(await runWith('u-1'))).status).toBe('REVIEW');
  });

  it('approves only if every required member passes, regardless of the score', async () => {
    const statusWith = async (members: Partial<EvaluationOf<'device'>['members']>, score = 0) => {
      service.evaluator.devices.push(
        evaluatedDevice({ members: { ...evaluatedDevice().members, ...members }, score }),
      );
      return (await read(await runWith('u-1'))).status;
    };
    // By default, only automation is required: doubts that honest browsers also cause only count by their weight.
    expect(await statusWith({ consistency: 'REVIEW', renderer: 'REVIEW', users: 'NOT_PERFORMED' }, 29)).toBe(
      'APPROVED',
    );
    expect(await statusWith({ automation: 'FAIL' })).toBe('DECLINED');
    expect(await statusWith({ automation: 'NOT_PERFORMED' })).toBe('REVIEW');
    workflowId = await service.addWorkflow(accountId, {
      start: 'device',
      nodes: { device: { ...device, requires: ['consistency', 'renderer'] }, end },
    });
    expect(await statusWith({ consistency: 'REVIEW' }, 20)).toBe('REVIEW');
    expect(await statusWith({ renderer: 'REVIEW' }, 10)).toBe('REVIEW');
    expect(await statusWith({ consistency: 'REVIEW', renderer: 'FAIL' }, 10)).toBe('DECLINED');
    expect(await statusWith({ automation: 'NOT_PERFORMED' })).toBe('APPROVED');
    expect(await statusWith({ automation: 'REVIEW' }, 60)).toBe('REVIEW');
    expect(await statusWith({ automation: 'FAIL' }, 100)).toBe('DECLINED');
  });

  it('lets conditions of the workflow test its score', async () => {
    workflowId = await service.addWorkflow(accountId, {
      start: 'device',
      nodes: {
        device: { ...device, next: 'question' },
        question: {
          kind: 'condition',
          if: { fact: 'checks.device.device.score', is: 'at-least', value: 10 },
          next: 'declined',
          else: 'end',
        },
        declined: { kind: 'end', status: 'DECLINED' },
        end,
      },
    });
    service.evaluator.devices.push(evaluatedDevice({ score: 10 }));
    expect((await read(await runWith('u-1'))).status).toBe('DECLINED');
  });
});

describe('the device report', () => {
  it('accepts the same report repeatedly, and refuses a different one', async () => {
    const { page, id } = await open();
    expect((await sendReport(page)).status).toBe(200);
    expect((await sendReport(page)).status).toBe(200);
    expect(await sendReport(page, deviceReport({ cores: 4 }))).toMatchObject({
      status: 409,
      problem: { code: 'STEP_NOT_AWAITED' },
    });
    await service.runDueJobs();
    expect(lastTask()?.reported?.report.cores).toBe(8);
    // The same applies after the end.
    expect((await sendReport(page)).status).toBe(200);
    expect((await sendReport(page, deviceReport({ cores: 4 }))).status).toBe(409);
    expect(service.evaluator.deviceTasks).toHaveLength(1);
    expect((await read(id)).checks).toHaveLength(1);
  });

  it('accepts the report of the device that took over, not of the one before, and asks for it once', async () => {
    const { page, token } = await open();
    const next = new Page(service);
    expect((await next.init(token, 'another-nonce-of-16')).data.wantsDevice).toBe(true);
    expect(await sendReport(page)).toMatchObject({ status: 409, problem: { code: 'SESSION_TAKEN_OVER' } });
    expect((await sendReport(next)).status).toBe(200);
    const last = new Page(service);
    expect((await last.init(token, 'a-third-nonce-of-16')).data).not.toHaveProperty('wantsDevice');
  });

  it('refuses a report that is too large or malformed, and stores nothing of it', async () => {
    const { page } = await open();
    const whole = deviceReport();
    for (const report of [
      {},
      [],
      { ...whole, userAgent: 'x'.repeat(513) },
      { ...whole, userAgent: 'half a \ud800' },
      { ...whole, languages: Array.from({ length: 33 }, () => 'en') },
      { ...whole, utcOffsetMinutes: 1e9 },
      { ...whole, screen: { ...whole.screen, width: -1 } },
      { ...whole, renderer: { vendor: 'x' } },
      { ...whole, automation: { ...whole.automation, traces: ['anything'] } },
    ]) {
      expect((await sendReport(page, report)).problem.code).toBe('INVALID_REQUEST_BODY');
    }
    expect((await sendReport(page, { ...whole, more: 'x'.repeat(300_000) })).problem.code).toBe(
      'PAYLOAD_TOO_LARGE',
    );
    const stored = await service.database.main.selectFrom('executions').select('sealed_session').execute();
    expect(stored).toEqual([{ sealed_session: null }]);
  });

  it('stores only requested members, encrypted, and nothing after a purge', async () => {
    const { page, id } = await open();
    expect((await sendReport(page, { ...deviceReport(), fonts: ['Papyrus'] })).status).toBe(200);
    await service.runDueJobs();
    expect(lastTask()?.reported?.report).toEqual(deviceReport());
    const row = () =>
      service.database.main.selectFrom('executions').select('sealed_session').executeTakeFirstOrThrow();
    const { sealed_session } = await row();
    expect(Buffer.from(sealed_session ?? []).toString('latin1')).not.toContain('Europe/London');
    await createPurgeStore(service.database, service.seal).purge(id, service.clock.now(), operator);
    expect((await row()).sealed_session).toBeNull();
    expect((await sendReport(page)).status).toBe(409);
  });
});

describe('users of one device', () => {
  const users = () => lastTask()?.users;

  it('counts users with the same traits and network, for any version of the browser', async () => {
    await runWith('u-1');
    await runWith('u-1');
    expect(users()).toBe(1);
    const updated = deviceReport().userAgent.replaceAll('128', '129');
    const { height, width, ...screen } = deviceReport().screen;
    await runWith('u-2', { userAgent: updated, screen: { ...screen, width: height, height: width } });
    expect(users()).toBe(2);
    await runWith('u-3', { cores: 4 });
    expect(users()).toBe(1);
    // The same model in another network is another device.
    await runWith('u-4', {}, { ip: '81.2.70.7' });
    expect(users()).toBe(1);
  });

  it('counts users by the device id of the start request, in any network', async () => {
    await runWith('u-1', {}, { device_id: 'd-1', ip: '81.2.69.142' });
    await runWith('u-2', { cores: 2 }, { device_id: 'd-1', ip: '91.2.69.142' });
    expect(users()).toBe(2);
    const named = async (user: string, session: string) => {
      await backend.start({ workflowId, inputs: { user_id: user, session } });
      await service.runDueJobs();
      return users();
    };
    expect(await named('u-1', 'A')).toBe(1);
    expect(await named('u-2', 'A')).toBe(2);
    expect(await named('u-3', 'B')).toBe(1);
  });

  it('counts users within 30 days and within the account, and not after a purge', async () => {
    const purged = await runWith('u-1');
    await createPurgeStore(service.database, service.seal).purge(purged, service.clock.now(), operator);
    await runWith('u-2');
    expect(users()).toBe(1);
    const other = await service.addAccount('Another shop');
    const theirs = await service.addWorkflow(other.id, deviceWorkflow);
    const { page } = await open({ user_id: 'u-3' }, new Backend(service, other.apiKey), theirs);
    await sendReport(page);
    await service.runDueJobs();
    expect(users()).toBe(1);
    service.clock.time += 30 * 24 * hourMs + 1;
    await runWith('u-4');
    expect(users()).toBe(1);
    const marks = await service.database.main.selectFrom('user_marks').selectAll().execute();
    expect(JSON.stringify(marks)).not.toMatch(/Linux|u-4|81\.2/);
  });
});
