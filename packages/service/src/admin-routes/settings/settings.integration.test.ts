import type { Execution } from '@vendor/contract';
import type {
  AdminCreatedKey,
  AdminKeyList,
  AdminRotatedKey,
  AdminTrial,
  AdminWorkflowDetail,
  AdminWorkflowList,
} from '@vendor/contract/admin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AdminBrowser } from '../../../testing/admin-browser.ts';
import { Backend, documentWorkflow } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { exampleWorkflows } from '../../accounts/development-account.ts';

let service: InProcessService;
let account: { id: string; apiKey: string };
let developer: AdminBrowser;
let stranger: AdminBrowser;
beforeAll(async () => {
  service = await InProcessService.open();
  account = await service.addAccount('Harbour');
  const other = await service.addAccount('Station');
  developer = await AdminBrowser.joined(service, 'developer@example.com', {
    accountId: account.id,
    role: 'developer',
  });
  stranger = await AdminBrowser.joined(service, 'stranger@example.com', {
    accountId: other.id,
    role: 'owner',
  });
});
afterAll(() => service.close());

const inputs = { user_id: 'user-1' };
const definitionOf = (name: string) => exampleWorkflows.find((example) => example.name === name)?.definition;

async function createWorkflow(definition: unknown = documentWorkflow): Promise<AdminWorkflowDetail> {
  const { status, data } = await developer.send<AdminWorkflowDetail>('POST', 'workflows', {
    name: 'Onboarding',
    definition,
  });
  expect(status).toBe(200);
  return data;
}

describe('workflows in the panel', () => {
  test('activates, deactivates and publishes a workflow with effect on the next start', {
    tags: ['S1-21'],
  }, async () => {
    const { id } = await createWorkflow();
    const backend = new Backend(service, account.apiKey);
    const startStatus = async () => {
      const { status, problem } = await backend.start({ workflowId: id, inputs });
      return [status, problem?.code];
    };
    expect(await startStatus()).toEqual([404, 'WORKFLOW_NOT_FOUND']);
    await developer.send('PATCH', `workflows/${id}`, { active: true });
    expect((await startStatus())[0]).toBe(200);

    const content = JSON.stringify(definitionOf('E-mail and phone'));
    const saved = await developer.send<AdminWorkflowDetail>('PUT', `workflows/${id}/draft`, {
      version: 1,
      revision: 0,
      content,
    });
    expect(saved.data.draft).toMatchObject({ faults: [], author: { name: 'A Person' } });
    expect((await startStatus())[0]).toBe(200);
    const published = await developer.send<AdminWorkflowDetail>('POST', `workflows/${id}/draft/publish`, {
      version: 1,
      revision: saved.data.draft?.revision,
      comment: 'Ask for the phone',
    });
    expect(published.data).toMatchObject({
      version: 2,
      draft: null,
      requiredInputs: expect.arrayContaining(['user_id', 'phone_number']),
      versions: [
        { version: 2, comment: 'Ask for the phone', author: { kind: 'person', name: 'A Person' } },
        { version: 1, comment: null },
      ],
    });
    expect(await startStatus()).toEqual([400, 'MISSING_REQUIRED_INPUTS']);
    await developer.send('PATCH', `workflows/${id}`, { active: false });
    expect(await startStatus()).toEqual([404, 'WORKFLOW_NOT_FOUND']);
  });

  test('shows a renamed workflow in the next read', async () => {
    const { id } = await createWorkflow();
    await developer.send('PATCH', `workflows/${id}`, { active: true });
    const backend = new Backend(service, account.apiKey);
    const { data } = await backend.start({ workflowId: id, inputs });
    const nameRead = async () => (await backend.read<Execution>(data.executionId)).data.workflow.name;
    expect(await nameRead()).toBe('Onboarding');
    await developer.send('PATCH', `workflows/${id}`, { name: 'Welcome' });
    expect(await nameRead()).toBe('Welcome');
  });

  test('refuses to publish a draft with faults, and names the place of each', async () => {
    const { id } = await createWorkflow();
    const content = '{ "start": "nowhere", "nodes": {} }';
    const { data } = await developer.send<AdminWorkflowDetail>('PUT', `workflows/${id}/draft`, {
      version: 1,
      revision: 0,
      content,
    });
    expect(data.draft?.faults).not.toEqual([]);
    const refused = await developer.send('POST', `workflows/${id}/draft/publish`, {
      version: 1,
      revision: data.draft?.revision,
    });
    expect([refused.status, refused.problem?.code]).toEqual([400, 'INVALID_REQUEST_BODY']);
    const present = await developer.send<AdminWorkflowDetail>('GET', `workflows/${id}`);
    expect(present.data).toMatchObject({ version: 1, draft: { content } });
  });

  test('refuses a draft based on an old version', async () => {
    const { id } = await createWorkflow();
    const save = (revision: number) =>
      developer.send('PUT', `workflows/${id}/draft`, { version: 1, revision, content: '{}' });
    expect((await save(0)).status).toBe(200);
    const late = await save(0);
    expect([late.status, late.problem?.code]).toEqual([409, 'DRAFT_CHANGED']);
  });

  test('shows the definition of a version, and answers 404 for anything else in its place', async () => {
    const { id, definition } = await createWorkflow();
    const read = (version: string) =>
      developer.send<{ definition: unknown }>('GET', `workflows/${id}/versions/${version}`);
    expect((await read('1')).data.definition).toEqual(definition);
    for (const version of ['2', '0', '-1', '1.5', 'abc', '1e20', '9'.repeat(20), '%20']) {
      const { status, problem } = await read(version);
      expect([status, problem?.code], version).toEqual([404, 'WORKFLOW_NOT_FOUND']);
    }
  });

  test('tries a definition with assumed facts, and stores nothing', async () => {
    const definition = definitionOf('E-mail and phone');
    const trial = async (content: string, facts?: unknown) =>
      (await developer.send<AdminTrial>('POST', 'workflows/try', { content, facts })).data;
    const outcome = await trial(JSON.stringify(definition), { checks: { email: { status: 'DECLINED' } } });
    expect(outcome).toMatchObject({
      faults: [],
      factFaults: [],
      missing: expect.arrayContaining(['user_id']),
    });
    expect(outcome.steps.length).toBeGreaterThan(1);
    expect((await trial('{')).faults).toEqual([{ pointer: '', detail: 'is not JSON' }]);
    expect(
      (await trial(JSON.stringify(definition), { checks: { none: { status: 'APPROVED' } } })).factFaults,
    ).toEqual([expect.objectContaining({ pointer: '/checks/none' })]);
  });

  test('hides workflows from people of another account', async () => {
    const { id } = await createWorkflow();
    const seen = { version: 1, revision: 0 };
    const calls: [string, string, unknown?][] = [
      ['GET', `workflows/${id}`],
      ['GET', `workflows/${id}/versions/1`],
      ['PATCH', `workflows/${id}`, { active: true }],
      ['PUT', `workflows/${id}/draft`, { ...seen, content: '{}' }],
      ['POST', `workflows/${id}/draft/restore`, { ...seen, from: 1 }],
      ['POST', `workflows/${id}/draft/drop`, seen],
      ['POST', `workflows/${id}/draft/publish`, seen],
    ];
    for (const [method, path, body] of calls) {
      const { status, problem } = await stranger.send(method, path, body);
      expect([status, problem?.code], `${method} ${path}`).toEqual([404, 'WORKFLOW_NOT_FOUND']);
    }
    const { data } = await stranger.send<AdminWorkflowList>('GET', 'workflows');
    expect(data.workflows).toEqual([]);
  });
});

describe('API keys in the panel', () => {
  const wanted = { mode: 'test', purpose: 'executions', name: 'till' };

  test('creates a key that is shown once and works only for its workflow', { tags: ['S5-5'] }, async () => {
    const [one, two] = [await createWorkflow(), await createWorkflow()];
    for (const { id } of [one, two]) await developer.send('PATCH', `workflows/${id}`, { active: true });
    const { data } = await developer.send<AdminCreatedKey>('POST', 'keys', {
      ...wanted,
      workflowIds: [one.id],
    });
    const backend = new Backend(service, data.key);
    expect((await backend.start({ workflowId: one.id, inputs })).status).toBe(200);
    expect((await backend.start({ workflowId: two.id, inputs })).status).toBe(403);
    const listed = await developer.send<AdminKeyList>('GET', 'keys');
    expect(listed.data.keys).toContainEqual({ ...data.entry, lastUsedAt: expect.any(String) });
    expect(JSON.stringify(listed.data)).not.toContain(data.key.slice(20));
  });

  test('refuses a revoked key at once', async () => {
    const { id } = await createWorkflow();
    await developer.send('PATCH', `workflows/${id}`, { active: true });
    const { data } = await developer.send<AdminCreatedKey>('POST', 'keys', wanted);
    const backend = new Backend(service, data.key);
    expect((await backend.start({ workflowId: id, inputs })).status).toBe(200);
    expect((await stranger.send('DELETE', `keys/${data.entry.id}`)).status).toBe(404);
    expect((await developer.send('DELETE', `keys/${data.entry.id}`)).status).toBe(200);
    expect((await backend.start({ workflowId: id, inputs })).status).toBe(401);
  });

  test('rotates a key, and accepts the old one during the overlap', async () => {
    const { data } = await developer.send<AdminCreatedKey>('POST', 'keys', wanted);
    const next = await developer.send<AdminCreatedKey>('POST', `keys/${data.entry.id}/rotate`, {
      overlapHours: 1,
    });
    expect(next.data.entry).toMatchObject({ name: 'till', mode: 'test' });
    const { keys } = (await developer.send<AdminKeyList>('GET', 'keys')).data;
    const ends = keys.find(({ id }) => id === data.entry.id)?.expiresAt ?? '';
    expect(Date.parse(ends) - Date.parse(next.data.entry.createdAt)).toBe(3_600_000);
    const again = await developer.send<AdminRotatedKey>('POST', `keys/${data.entry.id}/rotate`, {
      overlapHours: 1,
    });
    expect(again.data).toMatchObject({
      entry: { expiresAt: null },
      revokedIds: [next.data.entry.id],
      workingIds: [],
    });
  });

  test.each([
    ['no name', { ...wanted, name: ' ' }, 400],
    ['an expiry in the past', { ...wanted, expiresAt: '2020-01-01T00:00:00Z' }, 400],
    ['a malformed workflow id', { ...wanted, workflowIds: ['0'.repeat(8)] }, 400],
    [
      'workflows although it is for webhooks',
      { ...wanted, purpose: 'webhooks', workflowIds: [crypto.randomUUID()] },
      400,
    ],
    ['an unknown workflow', { ...wanted, workflowIds: [crypto.randomUUID()] }, 404],
  ])('refuses to create a key with %s', async (_what, body, status) => {
    expect((await developer.send('POST', 'keys', body)).status).toBe(status);
  });
});
