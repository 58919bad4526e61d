import type { AdminExecution, AdminLinkForm, AdminShareLink } from '@vendor/contract/admin';
import { adminLinkFormSchema, adminShareLinkSchema } from '@vendor/contract/admin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../../testing/actors.ts';
import { AdminBrowser } from '../../../testing/admin-browser.ts';
import { Backend, documentWorkflow, inputsWorkflow, Page } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import type { Role } from '../../access/role.ts';
import type { KeyMode } from '../../accounts/api-key.ts';
import { createPurgeStore } from '../../db/retention/purge-store.ts';
import { expireNow } from '../../executions/session/expire-execution.ts';
import { carryOutErasure, planErasure } from '../../retention/erase-person.ts';
import { createPurgeReplay } from '../../retention/replay-purges.ts';

const id = () => crypto.randomUUID();
const decisiveInputs = { user_country: 'DE', transaction_amount: 1000 };
const withCondition = {
  start: 'ask',
  nodes: {
    ask: {
      kind: 'condition',
      if: {
        all: [
          { fact: 'inputs.transaction_amount', is: 'at-least', value: decisiveInputs.transaction_amount },
          { fact: 'inputs.user_country', is: 'equal-to', value: decisiveInputs.user_country },
          { fact: 'inputs.custom_fields.tier', is: 'equal-to', value: 'gold' },
        ],
      },
      next: 'document',
      else: 'end',
    },
    document: { ...documentWorkflow.nodes.document, sendName: true, next: 'number' },
    number: { kind: 'national-id', number: 'CPF', next: 'end' },
    end: { kind: 'end' },
  },
};

let service: InProcessService;
let account: { id: string; apiKey: string };
let workflowId: string;
let owner: AdminBrowser;

beforeAll(async () => {
  service = await InProcessService.open();
  account = await service.addAccount('Shop');
  workflowId = await service.addWorkflow(account.id, documentWorkflow);
  owner = await join();
});
afterAll(() => service.close());

const join = (role: Role = 'owner', modes: readonly KeyMode[] = ['live', 'test']) =>
  AdminBrowser.joined(service, `${id()}@example.com`, { accountId: account.id, role, modes });

const share = (body: unknown, browser = owner, workflow = workflowId) =>
  browser.send<AdminShareLink>('POST', `workflows/${workflow}/links`, body);

describe('links of the panel', () => {
  test('asks for the inputs that the workflow requires and its conditions use', async () => {
    const asking = await service.addWorkflow(account.id, withCondition);
    const { data } = await owner.send<AdminLinkForm>('GET', `workflows/${asking}/link-form`);
    expect(adminLinkFormSchema.parse(data)).toEqual(data);
    expect(data).toMatchObject({ isActive: true, asksUser: true });
    expect(data.fields.map(({ name, isRequired, kind }) => `${name} ${isRequired} ${kind}`)).toEqual([
      'user_id false text',
      'user_fullname true text',
      'cpf true text',
      'user_country false text',
      'transaction_amount false number',
    ]);
    const cpf = data.fields.find(({ name }) => name === 'cpf');
    expect(new RegExp(cpf?.pattern ?? '').test('123.456.789-09')).toBe(true);
    expect(data.fields.every(({ hint }) => hint !== '')).toBe(true);
    const contact = await service.addWorkflow(account.id, inputsWorkflow);
    const plain = await owner.send<AdminLinkForm>('GET', `workflows/${contact}/link-form`);
    expect(plain.data.asksUser).toBe(false);
    expect(plain.data.fields.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'user_id text',
      'email email',
      'phone_number tel',
    ]);
  });

  test('creates a link that a user can follow, shows its expiry, and records who created it', async () => {
    const { status, data, headers } = await share({ mode: 'live', inputs: {}, expiresIn: 3600 });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(adminShareLinkSchema.parse(data)).toEqual(data);
    expect(Date.parse(data.expiresAt)).toBe(service.clock.now() + 3_600_000);
    const [address = '', secret = ''] = data.url.split('#');
    expect(address).toMatch(/\/flow$/);
    const page = new Page(service);
    expect((await page.link(secret)).data.journey).toBe('open');
    expect((await page.init(secret)).status).toBe(200);
    const { data: run } = await owner.send<AdminExecution>('GET', `executions/${data.executionId}`);
    expect(run).toMatchObject({ mode: 'live', channel: 'link', status: 'PENDING' });
    expect(run.inputs.map(({ name }) => name)).toEqual(['user_id']);
    expect(run.events.find(({ act }) => act === 'execution.start')?.by).toMatchObject({ kind: 'person' });
  });

  test('answers an expired link with an ended journey, and lets a renewed link start', async () => {
    const { data } = await share({ mode: 'test', inputs: { user_id: 'late' }, expiresIn: 3600 });
    const secret = data.url.split('#')[1] ?? '';
    service.clock.time += 3_600_001;
    const page = new Page(service);
    expect((await page.link(secret)).data.journey).toBe('incomplete');
    expect((await page.init(secret)).problem.code).toBe('SESSION_EXPIRED');
    owner = await join();
    const renewed = await owner.send<AdminShareLink>('POST', `executions/${data.executionId}/link`, {});
    expect((await page.init(renewed.data.url.split('#')[1] ?? '')).status).toBe(200);
  });

  test.each([
    ['a malformed input', { inputs: { email: '<script>' } }, 'INVALID_INPUT_FORMAT', '/inputs/email'],
    ['a lifetime of a minute', { inputs: {}, expiresIn: 60 }, 'INVALID_REQUEST_BODY', '/expiresIn'],
    ['a lifetime of a year', { inputs: {}, expiresIn: 31_536_000 }, 'INVALID_REQUEST_BODY', '/expiresIn'],
    ['inputs that are not an object', { inputs: [] }, 'INVALID_REQUEST_BODY', '/inputs'],
    ['no mode', { mode: undefined, inputs: {} }, 'INVALID_REQUEST_BODY', '/mode'],
  ])('refuses to make a link with %s', async (_what, body, code, pointer) => {
    const { problem } = await share({ mode: 'live', ...body });
    expect([problem.code, problem.errors?.[0]?.pointer]).toEqual([code, pointer]);
  });

  test('keeps markup in an input as plain text', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const named = await service.addWorkflow(account.id, withCondition);
    const inputs = { user_fullname: name, cpf: '123.456.789-09' };
    const { status, data } = await share({ mode: 'test', inputs }, owner, named);
    expect(status).toBe(200);
    const { data: run } = await owner.send<AdminExecution>('POST', `executions/${data.executionId}/reveal`, {
      reason: 'The user asked.',
    });
    expect(run.inputs).toContainEqual({
      name: 'user_fullname',
      value: { text: name, isMasked: false },
    });
  });

  test('names every missing input of a link', async () => {
    const contact = await service.addWorkflow(account.id, inputsWorkflow);
    const { problem } = await share({ mode: 'live', inputs: {} }, owner, contact);
    expect(problem.code).toBe('MISSING_REQUIRED_INPUTS');
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(['/inputs/email', '/inputs/phone_number']);
  });

  test('refuses links for an inactive workflow, also renewed ones', async () => {
    const stopped = await service.addWorkflow(account.id, documentWorkflow);
    const { data } = await share({ mode: 'live', inputs: {} }, owner, stopped);
    expect((await owner.send('PATCH', `workflows/${stopped}`, { active: false })).status).toBe(200);
    const form = await owner.send<AdminLinkForm>('GET', `workflows/${stopped}/link-form`);
    expect(form.data.isActive).toBe(false);
    const replies = [
      await share({ mode: 'live', inputs: {} }, owner, stopped),
      await owner.send('POST', `executions/${data.executionId}/link`, {}),
    ];
    expect(replies.map(({ problem }) => problem.code)).toEqual(['WORKFLOW_NOT_FOUND', 'WORKFLOW_NOT_FOUND']);
  });

  test('refuses links in a mode that the role does not allow', async () => {
    const developer = await join('developer');
    const support = await join('support', ['test']);
    const reply = async (browser: AdminBrowser, mode: KeyMode) =>
      (await share({ mode, inputs: {} }, browser)).status;
    expect([await reply(developer, 'live'), await reply(developer, 'test')]).toEqual([403, 200]);
    expect([await reply(support, 'live'), await reply(support, 'test')]).toEqual([403, 200]);
  });

  test("renews the link for the user of an execution without showing the user's data to support", async () => {
    const inputs = { user_id: 'user-7', user_fullname: 'Ada Obi', ip: '192.0.2.9', session: 'of a device' };
    const backend = new Backend(service, account.apiKey);
    const { data: started } = await backend.start({ workflowId, inputs });
    const support = await join('support');
    const { status, data } = await support.send<AdminShareLink>(
      'POST',
      `executions/${started.executionId}/link`,
      {},
    );
    expect(status).toBe(200);
    expect(JSON.stringify(data)).not.toMatch(/user-7|Ada/);
    const { data: run } = await owner.send<AdminExecution>('POST', `executions/${data.executionId}/reveal`, {
      reason: 'The user asked.',
    });
    // Inputs that describe the device of the earlier execution are not copied.
    expect(run.inputs.map(({ name, value }) => [name, value.text])).toEqual([
      ['user_id', 'user-7'],
      ['user_fullname', 'Ada Obi'],
    ]);
    const events = await service.database.main
      .selectFrom('audit_events')
      .select('changes')
      .where('subject_id', '=', data.executionId)
      .where('act', '=', 'execution.start')
      .execute();
    expect(events.map(({ changes }) => JSON.parse(changes ?? '{}').renews)).toEqual([started.executionId]);
  });

  test('refuses to renew a link for an erased user, and purges the execution of a link renewed before', async () => {
    const backend = new Backend(service, account.apiKey);
    const inputs = { user_id: 'user-9', user_fullname: 'Noa Levi' };
    const { data: first } = await backend.start({ workflowId, inputs });
    await expireNow(service.services, first.executionId);
    const renew = (executionId: string) =>
      owner.send<AdminShareLink>('POST', `executions/${executionId}/link`, {});
    const { data: renewed } = await renew(first.executionId);
    const purges = createPurgeStore(service.database, service.seal);
    const { media, clock } = service.services;
    const services = { actor: operator, purges, journal: service.journal, media, clock };
    const executions = [
      { id: first.executionId, mode: 'live', status: 'EXPIRED', createdAt: 0 },
      { id: renewed.executionId, mode: 'live', status: 'PENDING', createdAt: 0 },
    ];
    const search = { accountId: account.id, findAll: async () => executions, countUsers: async () => 1 };
    const plan = await planErasure(services, search);
    const { erased, pending } = await carryOutErasure(services, search, plan, 'user-id');
    expect([erased, pending].map((some) => some.map(({ id }) => id))).toEqual([
      [first.executionId],
      [renewed.executionId],
    ]);
    const refusals = [await renew(first.executionId), await renew(renewed.executionId)];
    expect(refusals.map(({ problem }) => problem.code)).toEqual(['EXECUTION_PURGED', 'EXECUTION_PURGED']);
    await expireNow(service.services, renewed.executionId);
    expect((await renew(renewed.executionId)).problem.code).toBe('EXECUTION_PURGED');
    await createPurgeReplay(services)();
    expect(await purges.checkPurge(renewed.executionId, clock.now())).toBe('purged-before');
  });

  test('refuses to renew a link if its execution is purged meanwhile', async () => {
    const backend = new Backend(service, account.apiKey);
    const inputs = { user_id: 'user-8', user_fullname: 'Eva Lim' };
    const { data: earlier } = await backend.start({ workflowId, inputs });
    await expireNow(service.services, earlier.executionId);
    const { store } = service.services;
    const { findWorkflow } = store;
    const purges = createPurgeStore(service.database, service.seal);
    const renew = () => owner.send<AdminShareLink>('POST', `executions/${earlier.executionId}/link`, {});
    expect((await renew()).status).toBe(200);
    const count = async () =>
      (await service.database.main.selectFrom('executions').select('id').execute()).length;
    const before = await count();
    // The inputs have already been read when the workflow is looked up.
    Object.assign(store, {
      async findWorkflow(id: string) {
        await purges.purge(earlier.executionId, service.clock.time, operator);
        return findWorkflow(id);
      },
    });
    const { status, problem } = await renew();
    Object.assign(store, { findWorkflow });
    expect([status, problem.code]).toEqual([400, 'EXECUTION_PURGED']);
    expect(await count()).toBe(before);
  });
});
