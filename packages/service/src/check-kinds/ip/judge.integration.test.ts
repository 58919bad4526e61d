import type { Execution } from '@vendor/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../../testing/actors.ts';
import { Backend, documentWorkflow, Page } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { evaluatedDocument } from '../../../testing/scripted-evaluator.ts';
import { createPurgeStore } from '../../db/retention/purge-store.ts';
import { removeMarks } from '../../executions/evaluation/user-marks.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const ip = { kind: 'ip', next: 'end' };
const end = { kind: 'end' };
const ipWorkflow = { start: 'ip', nodes: { ip, end } };
const fullCheck = {
  start: 'email',
  nodes: {
    email: { kind: 'email', next: 'phone' },
    phone: { kind: 'phone', next: 'ip' },
    ip,
    end,
  },
};

let service: InProcessService;
let backend: Backend;
let accountId: string;
let workflowId: string;

beforeEach(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  backend = new Backend(service, account.apiKey);
  workflowId = await service.addWorkflow(accountId, ipWorkflow);
});
afterEach(() => service.close());

const read = async (id: string) => (await backend.read<Execution>(id)).data;
const lastTask = () => service.evaluator.ipTasks.at(-1);
async function startAt(user: string, address: string, of = backend, workflow = workflowId) {
  const { data } = await of.start({ workflowId: workflow, inputs: { user_id: user, ip: address } });
  await service.runDueJobs();
  return data.executionId;
}

describe('the address of the user', () => {
  const inputs = { user_id: 'u-1', email: 'anna@example.com', phone_number: '+44 7400 123456' };
  const unknown = {
    outcome: 'PASS',
    addressClass: null,
    members: {
      address: 'NOT_PERFORMED',
      country: 'NOT_PERFORMED',
      network: 'NOT_PERFORMED',
      velocity: 'NOT_PERFORMED',
    },
    findings: [{ code: 'IP_ADDRESS_UNKNOWN', outcome: 'NOT_PERFORMED' }],
  } as const;

  it('waits for the browser to connect, then judges its address with the other checks', {
    tags: ['S1-17', 'S2.3-55', 'DREQ-44'],
  }, async () => {
    const full = await service.addWorkflow(accountId, fullCheck);
    const { data } = await backend.start({ workflowId: full, inputs });
    expect(data.requiresClientInit).toBe(true);
    await service.runDueJobs();
    expect(await read(data.executionId)).toMatchObject({ status: 'PENDING' });
    expect(service.evaluator.ipTasks).toEqual([]);

    await service.app.request(
      '/orchestration-api/v1/client/init',
      {
        method: 'POST',
        headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ sdkVersion: '1.0.0', capabilities: [], nonce: 'nonce-of-16-chars' }),
      },
      { incoming: { socket: { remoteAddress: '81.2.69.142' } } },
    );
    await service.runDueJobs();
    expect(lastTask()?.ip).toBe('81.2.69.142');
    const { status, checks } = await read(data.executionId);
    expect(status).toBe('APPROVED');
    expect(checks?.map(({ checkType, statusDetail }) => [checkType, statusDetail])).toEqual([
      ['FRAUD_API', 'EMAIL'],
      ['FRAUD_API', 'PHONE'],
      ['FRAUD_API', 'IP'],
    ]);
    const ids = checks?.map(({ transactionId }) => transactionId);
    expect(new Set(ids).size).toBe(3);
    expect(ids).not.toContain(null);
    expect(checks?.every(({ sessionId }) => sessionId === null)).toBe(true);
  });

  it('waits for the browser until it cannot connect any more', {
    tags: ['DREQ-20'],
  }, async () => {
    const { data } = await backend.start({ workflowId, inputs });
    await service.runDueJobs();
    service.clock.time += hourMs - 1;
    expect(await service.runDueJobs()).toBe(0);
    service.evaluator.ips.push(unknown);
    service.clock.time += 1;
    await service.runDueJobs();
    expect(lastTask()).toMatchObject({ ip: null, users: null });
    expect(await read(data.executionId)).toMatchObject({
      status: 'REVIEW',
      checks: [{ checkType: 'FRAUD_API', status: 'REVIEW', statusDetail: 'IP: IP_ADDRESS_UNKNOWN' }],
    });
  });

  it('uses an address from the start request without waiting for the browser', async () => {
    const { data } = await backend.start({ workflowId, inputs: { user_id: 'u-1', ip: '81.2.69.142' } });
    expect(data.requiresClientInit).toBe(false);
    await service.runDueJobs();
    expect(lastTask()?.ip).toBe('81.2.69.142');
    expect(await read(data.executionId)).toMatchObject({ status: 'APPROVED' });
  });

  it('counts the users of an address in any spelling', async () => {
    await startAt('u-1', '2a00:1450:4001:80b::200e');
    await startAt('u-2', '2A00:1450:4001:080B:0:0:0:200E');
    expect(lastTask()?.users).toEqual({ ofAddress: 2, ofNetwork: 2 });
  });

  it('sends the check to REVIEW if any performed member is in doubt, and names the finding', async () => {
    service.evaluator.ips.push({
      outcome: 'REVIEW',
      addressClass: 'PUBLIC',
      members: { address: 'PASS', country: 'REVIEW', network: 'NOT_PERFORMED', velocity: 'PASS' },
      findings: [
        { code: 'IP_COUNTRY_DIFFERS', outcome: 'REVIEW' },
        { code: 'IP_NETWORK_UNKNOWN', outcome: 'NOT_PERFORMED' },
      ],
    });
    expect(await read(await startAt('u-1', '81.2.69.142'))).toMatchObject({
      status: 'REVIEW',
      checks: [{ statusDetail: 'IP: IP_COUNTRY_DIFFERS, IP_NETWORK_UNKNOWN' }],
    });
  });

  it('compares the country of the address with start request and document, and lets conditions test its network', async () => {
    const { document } = documentWorkflow.nodes;
    const id = await service.addWorkflow(accountId, {
      start: 'document',
      nodes: {
        document: { ...document, next: 'ip' },
        ip: { ...ip, next: 'question' },
        question: {
          kind: 'condition',
          if: { fact: 'checks.ip.network.asn', is: 'equal-to', value: 64_500 },
          next: 'declined',
          else: 'end',
        },
        declined: { kind: 'end', status: 'DECLINED' },
        end,
      },
    });
    const facts = {
      country: { code: 'GB' },
      owner: { asn: 64_500, organization: 'An example' },
      masks: ['HOSTING'],
    } as const;
    service.networks.set('81.2.69.142', facts);
    const evaluation = evaluatedDocument();
    if (evaluation.kind === 'evaluated')
      service.evaluator.documents.push({
        ...evaluation,
        extracted: { ...evaluation.extracted, country: 'SE' },
      });
    const { data } = await backend.start({
      workflowId: id,
      inputs: { user_id: 'u-1', user_country: 'GB', ip: '81.2.69.142' },
    });
    const page = new Page(service);
    await page.init(data.token);
    await page.post('begin');
    await page.submitPassport();
    await service.runDueJobs();
    expect(lastTask()).toMatchObject({ countries: ['GB', 'SE'], network: facts });
    expect((await read(data.executionId)).status).toBe('DECLINED');
  });
});

describe('users of one address', () => {
  const users = () => lastTask()?.users;

  it('counts each user once within a day, also for neighbouring addresses', async () => {
    await startAt('u-1', '81.2.69.142');
    await startAt('u-1', '81.2.69.142');
    expect(users()).toEqual({ ofAddress: 1, ofNetwork: 1 });
    await startAt('u-2', '81.2.69.142');
    await startAt('u-3', '81.2.69.7');
    expect(users()).toEqual({ ofAddress: 1, ofNetwork: 3 });
    await startAt('u-4', '81.2.70.7');
    expect(users()).toEqual({ ofAddress: 1, ofNetwork: 1 });
    service.clock.time += dayMs + 1;
    await startAt('u-5', '81.2.69.142');
    expect(users()).toEqual({ ofAddress: 1, ofNetwork: 1 });
  });

  it('counts users by account, and separately in test mode', async () => {
    await startAt('u-1', '81.2.69.142');
    const other = await service.addAccount('Another shop');
    const theirs = await service.addWorkflow(other.id, ipWorkflow);
    await startAt('u-2', '81.2.69.142', new Backend(service, other.apiKey), theirs);
    expect(users()).toEqual({ ofAddress: 1, ofNetwork: 1 });
    const testKey = await service.addApiKey(accountId, null, 'test');
    await startAt('u-3', '81.2.69.142', new Backend(service, testKey));
    expect(users()).toEqual({ ofAddress: 1, ofNetwork: 1 });
  });

  it('stores users as keyed hashes, and removes these with a purge and after a day', async () => {
    const marks = () => service.database.main.selectFrom('user_marks').selectAll().execute();
    const purged = await startAt('u-1', '81.2.69.142');
    await startAt('u-2', '81.2.69.142');
    expect(await marks()).toHaveLength(4);
    expect(JSON.stringify(await marks())).not.toMatch(/81\.2\.69|u-1/);
    await createPurgeStore(service.database, service.seal).purge(purged, service.clock.now(), operator);
    expect((await marks()).map(({ execution_id }) => execution_id)).not.toContain(purged);
    await startAt('u-3', '81.2.69.142');
    expect(users()?.ofAddress).toBe(2);
    const { signal } = new AbortController();
    expect(await removeMarks(service.services, signal)).toBe(0);
    service.clock.time += dayMs;
    expect(await removeMarks(service.services, signal)).toBe(4);
    expect(await marks()).toEqual([]);
  });
});
