import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Execution } from '@vendor/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Backend, jpegOf, Page } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { isOnPostgres } from '../../../testing/open-test-database.ts';

const form = {
  kind: 'form',
  fields: [{ name: 'email' }, { name: 'user_country' }, { name: 'user_street2', required: false }],
  next: 'email',
};
const askingWorkflow = {
  start: 'form',
  nodes: { form, email: { kind: 'email', next: 'end' }, end: { kind: 'end' } },
};
const answers = { email: 'ada@example.com', user_country: 'DE' };

let service: InProcessService;
let backend: Backend;
let workflowId: string;
let page: Page;
let executionId: string;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  backend = new Backend(service, account.apiKey);
  workflowId = await service.addWorkflow(account.id, askingWorkflow);
});
afterAll(() => service.close());

/** Starts with the given inputs, and opens the page. */
async function start(inputs: Record<string, unknown> = {}) {
  const { data } = await backend.start({ workflowId, inputs: { user_id: 'u-1', ...inputs } });
  page = new Page(service);
  executionId = data.executionId;
  return page.init(data.token, 'nonce-of-16-chars', { capabilities: ['form'] });
}
const answer = (given: unknown, attempt = 1) =>
  page.post(`steps/form/attempts/${attempt}/answers`, { answers: given });
const faultsOf = ({ problem }: Awaited<ReturnType<typeof answer>>) =>
  problem.errors?.map(({ pointer, detail }) => `${pointer} ${detail}`);

describe('form', () => {
  beforeEach(async () => {
    await start();
    await page.post('begin');
  });

  it('asks for inputs that the start lacks, and uses the answers as inputs', async () => {
    expect((await page.state()).data).toMatchObject({
      awaiting: 'user',
      progress: { done: 0, total: 1 },
      step: {
        kind: 'form',
        id: 'form',
        fields: [
          { name: 'email', required: true },
          { name: 'user_country', required: true },
          { name: 'user_street2', required: false },
        ],
      },
    });
    const answered = await answer(answers);
    expect(answered.data).toMatchObject({ awaiting: 'checks', progress: { done: 1, total: 1 }, step: null });
    await service.runDueJobs();
    const { data } = await backend.read<Execution>(executionId);
    expect(data.status).not.toBe('PENDING');
    expect(data.checks).toMatchObject([{ checkType: 'FRAUD_API', email: answers.email }]);
  });

  it('names every missing, malformed or unexpected answer, and stores none', async () => {
    expect(faultsOf(await answer({}))).toEqual([
      '/answers/email is missing',
      '/answers/user_country is missing',
    ]);
    expect(faultsOf(await answer({ ...answers, email: 'ada@', user_country: 'ZZ' }))).toEqual([
      '/answers/email must be an e-mail address',
      '/answers/user_country must be an ISO 3166-1 alpha-2 code, or XK',
    ]);
    expect(faultsOf(await answer({ ...answers, user_id: 'u-2' }))).toEqual([
      '/answers/user_id is an unknown member',
    ]);
    expect(faultsOf(await answer({ ...answers, cpf: '123.456.789-09' }))).toEqual([
      '/answers/cpf is not a field of this form',
    ]);
    expect(faultsOf(await answer({ ...answers, email: 'a\u0000b@example.com' }))).toHaveLength(1);
    expect((await page.state()).data).toMatchObject({ awaiting: 'user', step: { kind: 'form' } });
  });

  it('treats null as an omitted answer', async () => {
    expect(faultsOf(await answer({ email: null, user_country: null }))).toEqual([
      '/answers/email is missing',
      '/answers/user_country is missing',
    ]);
    const answered = await answer({ ...answers, user_street2: null, cpf: null });
    expect(answered.data).toMatchObject({ awaiting: 'checks' });
  });

  it('returns the state for repeated answers, and refuses different ones', async () => {
    await answer(answers);
    expect((await answer(answers)).data).toMatchObject({ awaiting: 'checks' });
    expect((await answer({ ...answers, email: 'eve@example.com' })).problem.code).toBe('STEP_NOT_AWAITED');
    await service.runDueJobs();
    expect((await backend.read<Execution>(executionId)).data.checks?.[0]?.email).toBe(answers.email);
  });

  it('refuses captures and a second attempt at a form', async () => {
    const capture = await page.put(
      'steps/form/attempts/1/captures/front',
      new Uint8Array([0xff, 0xd8, 0xff]),
    );
    expect(capture.problem.code).toBe('STEP_NOT_AWAITED');
    expect((await page.post('steps/form/attempts/1/submit', { captures: {} })).problem.code).toBe(
      'STEP_NOT_AWAITED',
    );
    expect((await answer(answers, 2)).problem.code).toBe('STEP_NOT_AWAITED');
  });

  it('refuses captures for a form that was answered', async () => {
    await answer(answers);
    for (const _ of ['the check behind it is under way', 'all is over']) {
      const capture = await page.put('steps/form/attempts/1/captures/front', jpegOf('x'));
      const submission = await page.post('steps/form/attempts/1/submit', { captures: {} });
      expect([capture.problem.code, submission.problem.code]).toEqual([
        'STEP_NOT_AWAITED',
        'STEP_NOT_AWAITED',
      ]);
      await service.runDueJobs();
    }
    expect((await answer(answers)).data).toMatchObject({ awaiting: 'none' });
  });
});

it.each(['9999-12-31', '0000-01-01', '1850-05-05'])('refuses %s as a birth date', async (user_dob) => {
  const nodes = { form: { ...form, fields: [{ name: 'user_dob' }], next: 'end' }, end: { kind: 'end' } };
  const account = await service.addAccount('Another shop');
  const id = await service.addWorkflow(account.id, { start: 'form', nodes });
  const { data } = await new Backend(service, account.apiKey).start({
    workflowId: id,
    inputs: { user_id: 'u' },
  });
  page = new Page(service);
  await page.init(data.token, 'nonce-of-16-chars', { capabilities: ['form'] });
  await page.post('begin');
  expect(faultsOf(await answer({ user_dob }))).toEqual([
    '/answers/user_dob must be in the past, and at most 130 years ago',
  ]);
  expect((await answer({ user_dob: '1985-12-10' })).status).toBe(200);
});

describe('form and inputs of the start', () => {
  it('omits a field whose input was sent at the start, and refuses to replace it', async () => {
    const { data } = await start({ email: 'said@example.com' });
    expect(data.state.step).toMatchObject({ fields: [{ name: 'user_country' }, { name: 'user_street2' }] });
    await page.post('begin');
    expect(faultsOf(await answer(answers))).toEqual(['/answers/email is not a field of this form']);
    await answer({ user_country: 'DE' });
    await service.runDueJobs();
    expect((await backend.read<Execution>(executionId)).data.checks?.[0]?.email).toBe('said@example.com');
  });

  it('skips a form that has nothing left to ask', async () => {
    const inputs = { user_id: 'u-1', ...answers, user_street2: 'Rear building' };
    const { data } = await backend.start({ workflowId, inputs });
    expect(data.requiresClientInit).toBe(false);
  });
});

it('reports an error to a page that cannot show forms', async () => {
  const { data } = await backend.start({ workflowId, inputs: { user_id: 'u-1' } });
  const old = new Page(service);
  const { data: answered } = await old.init(data.token);
  expect(answered.configuration).toBe('invalid');
});

it.skipIf(isOnPostgres)(
  'seals answers with the inputs, so that no file of the data folder contains them',
  async () => {
    await start();
    await page.post('begin');
    await answer({ ...answers, email: 'canary-of-the-form@example.com' });
    const files = readdirSync(service.folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const { parentPath, name } of files)
      expect(readFileSync(join(parentPath, name)).includes('canary-of-the-form'), name).toBe(false);
  },
);
