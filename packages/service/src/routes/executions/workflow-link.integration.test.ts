import { randomUUID } from 'node:crypto';
import { type Execution, type LinkResponse, linkResponseSchema, linkStateSchema } from '@vendor/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Backend, documentWorkflow, inputsWorkflow, Page, type Reply } from '../../../testing/client.ts';
import { countRows } from '../../../testing/count-rows.ts';
import { InProcessService, publicUrl } from '../../../testing/in-process-service.ts';
import { evaluatedDocument } from '../../../testing/scripted-evaluator.ts';
import { changeRedirectSchemes } from '../../db/accounts/redirect-schemes.ts';
import { dataKeyOf, sealContext, sealJson } from '../../executions/sealed-data.ts';

const dayMs = 24 * 60 * 60 * 1000;
const urls = {
  completedUrl: 'https://shop.example/done?order=7',
  incompleteUrl: 'https://shop.example/again',
};
/** Addresses of the app `myapp`, which the account allows. */
const appUrls = { completedUrl: 'myapp://done?order=7', incompleteUrl: 'MyApp:again' };
let service: InProcessService;
let backend: Backend;
let accountId: string;
let documentId: string;
let inputsId: string;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  backend = new Backend(service, account.apiKey);
  documentId = await service.addWorkflow(account.id, documentWorkflow);
  inputsId = await service.addWorkflow(account.id, inputsWorkflow);
  await changeRedirectSchemes(service.database.main, accountId, { allow: ['myapp'], forbid: [] });
});
afterAll(() => service.close());

const good = (more: object = {}) => ({ workflowId: documentId, inputs: { user_id: 'u-1' }, ...more });
const secretOf = ({ data }: Reply<LinkResponse>) => new URL(data.redirectUrl).hash.slice(1);
const codeOf = (reply: { status: number; problem: { code: string } }) => [reply.status, reply.problem.code];
const statusOf = async (id: string) => (await backend.read<Execution>(id)).data.status;
const rowOf = (id: string) =>
  service.database.main.selectFrom('executions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const stateOf = async (secret: string) => (await new Page(service).link(secret)).data;

/** Makes a link whose flow has begun. */
async function begunLink(more: object = {}) {
  const link = await backend.link(good(more));
  const page = new Page(service);
  await page.init(secretOf(link));
  const { data: state } = await page.post('begin');
  return { id: link.data.executionId, secret: secretOf(link), page, state };
}

describe('POST workflow-link', () => {
  it('returns an execution id and the address of a page, with a secret after #', {
    tags: ['S1-2', 'S2.4-7', 'S2.4-10', 'S4-5'],
  }, async () => {
    const { status, data } = await backend.link(good());
    expect(status).toBe(200);
    expect(linkResponseSchema.parse(data)).toEqual(data);
    expect(data.redirectUrl).toMatch(new RegExp(`^${publicUrl}/flow#[A-Za-z0-9_-]{43}$`));
    expect((await service.app.request(data.redirectUrl.slice(publicUrl.length))).status).toBe(200);
    expect(await statusOf(data.executionId)).toBe('PENDING');
  });

  it('creates a new execution on each call', { tags: ['DREQ-26'] }, async () => {
    const [one, other] = [await backend.link(good()), await backend.link(good())];
    expect(one.data.executionId).not.toBe(other.data.executionId);
    expect(secretOf(one)).not.toBe(secretOf(other));
  });

  it('stores neither the secret nor the redirect addresses in readable form', {
    tags: ['DREQ-26'],
  }, async () => {
    const canaries = { completedUrl: 'https://canary.example/a', incompleteUrl: 'https://canary.example/b' };
    const link = await backend.link(good(canaries));
    const kept = Object.values(await rowOf(link.data.executionId)).map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
    );
    expect(kept.join('\n')).not.toMatch(/canary/);
    expect(kept.join('\n')).not.toContain(secretOf(link));
  });

  it('leads through the flow like a session token, and sends webhooks', { tags: ['S4-34'] }, async () => {
    const { id, page } = await begunLink();
    await page.submitPassport();
    await service.runDueJobs();
    expect(await statusOf(id)).toBe('APPROVED');
    const events = await service.database.main
      .selectFrom('webhook_events')
      .select('event')
      .where('execution_id', '=', id)
      .execute();
    expect(events).toEqual([{ event: 'orchestration/workflow_execution_finished' }]);
  });

  it('leaves a link unused when its page is only loaded', { tags: ['DREQ-26'] }, async () => {
    const link = await backend.link(good());
    for (const method of ['GET', 'HEAD']) {
      expect((await service.app.request('/flow', { method })).status).toBe(200);
    }
    expect((await rowOf(link.data.executionId)).session_epoch).toBe(0);
    expect((await new Page(service).init(secretOf(link))).status).toBe(200);
  });

  it('continues a link on a second device until the flow is finished', {
    tags: ['DRUN-4', 'DRUN-34'],
  }, async () => {
    const { id, secret, page } = await begunLink();
    const phone = new Page(service);
    expect((await phone.init(secret, 'another-nonce-16c')).data.state.begun).toBe(true);
    expect(codeOf(await page.state())).toEqual([409, 'SESSION_TAKEN_OVER']);
    await phone.submitPassport();
    await service.runDueJobs();
    expect(await statusOf(id)).toBe('APPROVED');
    expect((await phone.init(secret, 'a-third-nonce-16')).data.state.awaiting).toBe('none');
  });

  it('needs no user if the workflow has no interactive step', async () => {
    const inputs = { user_id: 'u', email: 'anna@example.com', phone_number: '+49 30 901820' };
    const link = await backend.link({ workflowId: inputsId, inputs });
    await service.runDueJobs();
    expect(await statusOf(link.data.executionId)).toBe('APPROVED');
  });

  it('starts once per Idempotency-Key, and refuses the same key at init-workflow', {
    tags: ['DREQ-70'],
  }, async () => {
    const headers = { 'idempotency-key': 'invoice 7' };
    const first = await backend.link(good(urls), headers);
    expect((await backend.link(good(urls), headers)).data).toEqual(first.data);
    expect(codeOf(await backend.link(good(), headers))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(codeOf(await backend.start(good(urls), headers))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });
});

describe('lifetime of a link', () => {
  it.each([
    ['7 days when nothing is said', {}, 7 * dayMs],
    ['7 days when it is null', { expiresIn: null }, 7 * dayMs],
    ['an hour when that is asked for', { expiresIn: 3600 }, dayMs / 24],
    ['30 days when that is asked for', { expiresIn: 2_592_000 }, 30 * dayMs],
  ])(
    'expires a link after %s, however late its flow was begun',
    { tags: ['S4-14', 'S4-22', 'S4-23', 'S4-39', 'S4-40', 'S8-2', 'S8-3', 'S8-9', 'DRUN-4', 'DRUN-33'] },
    async (_, more, lifetimeMs) => {
      const bornAt = service.clock.time;
      const unopened = (await backend.link(good(more))).data.executionId;
      const link = await backend.link(good(more));
      const page = new Page(service);
      service.clock.time = bornAt + lifetimeMs - 60_000;
      await page.init(secretOf(link));
      const { data } = await page.post('begin');
      expect(Date.parse(data.deadline)).toBe(bornAt + lifetimeMs);
      expect(data).toMatchObject({ timeLeftMs: 60_000, extendable: false });
      expect(Date.parse((await page.post('extend')).data.deadline)).toBe(bornAt + lifetimeMs);
      service.clock.time = bornAt + lifetimeMs - 1;
      await service.runDueJobs();
      expect((await page.state()).status).toBe(200);
      expect([await statusOf(unopened), await statusOf(link.data.executionId)]).toEqual([
        'PENDING',
        'PENDING',
      ]);
      service.clock.time = bornAt + lifetimeMs;
      expect(codeOf(await page.state())).toEqual([401, 'SESSION_EXPIRED']);
      await service.runDueJobs();
      expect([await statusOf(unopened), await statusOf(link.data.executionId)]).toEqual([
        'EXPIRED',
        'EXPIRED',
      ]);
    },
  );

  it('does not end the flow of a link one hour after it was begun', { tags: ['DRUN-4'] }, async () => {
    const { id, page } = await begunLink();
    service.clock.time += 6 * dayMs;
    await service.runDueJobs();
    await page.submitPassport();
    await service.runDueJobs();
    expect(await statusOf(id)).toBe('APPROVED');
  });
});

describe('redirect addresses of a link', () => {
  const faultOf = async (completedUrl: string) => (await backend.link(good({ completedUrl }))).problem.errors;

  it('refuses an app that the account does not allow, and names the command that allows it', {
    tags: ['DRUN-110'],
  }, async () => {
    expect(await faultOf('otherapp://done')).toEqual([
      {
        pointer: '/completedUrl',
        code: 'INVALID_INPUT_FORMAT',
        detail:
          'has the scheme otherapp, which the account does not allow. To allow it, run: account redirects --allow otherapp',
      },
    ]);
    const other = await service.addAccount('Another shop');
    const workflowId = await service.addWorkflow(other.id, documentWorkflow);
    const refused = await new Backend(service, other.apiKey).link({ ...good(appUrls), workflowId });
    expect(refused.problem.errors.map(({ pointer }) => pointer)).toEqual(['/completedUrl', '/incompleteUrl']);
  });

  it('refuses a forbidden scheme even if it is stored for the account', { tags: ['DRUN-111'] }, async () => {
    const { main } = service.database;
    await changeRedirectSchemes(main, accountId, { allow: ['javascript'], forbid: [] });
    expect(await faultOf('JavaScript:alert(1)')).toMatchObject([
      { detail: 'has the scheme javascript, which is never allowed' },
    ]);
    await changeRedirectSchemes(main, accountId, { allow: [], forbid: ['javascript'] });
  });
});

describe('POST client/link', () => {
  const none = { completedUrl: null, incompleteUrl: null };

  it.each([
    ['neither address', {}, none],
    ['null for both', none, none],
    ['one for a result', { completedUrl: urls.completedUrl }, { ...none, completedUrl: urls.completedUrl }],
    [
      'one for no result',
      { incompleteUrl: urls.incompleteUrl },
      { ...none, incompleteUrl: urls.incompleteUrl },
    ],
    ['both', urls, urls],
    ['those of an app', appUrls, appUrls],
  ])(
    'returns the redirect addresses exactly as given: %s',
    { tags: ['S4-33', 'DRUN-5', 'DRUN-36'] },
    async (_, more, told) => {
      const state = await stateOf(secretOf(await backend.link(good(more))));
      expect(linkStateSchema.parse(state)).toEqual({ journey: 'open', ...told });
    },
  );

  it('omits the address of an app whose scheme was forbidden since', async () => {
    const secret = secretOf(await backend.link(good({ ...urls, completedUrl: 'myapp://done' })));
    const { main } = service.database;
    await changeRedirectSchemes(main, accountId, { allow: [], forbid: ['myapp'] });
    const state = await stateOf(secret);
    await changeRedirectSchemes(main, accountId, { allow: ['myapp'], forbid: [] });
    expect(state).toMatchObject({ completedUrl: null, incompleteUrl: urls.incompleteUrl });
  });

  it.each([
    'https://ok@evil.example/',
    'https://shop.example/\r\nX: y',
    'javascript:alert(1)',
    'other://done',
  ])('omits an address that an earlier version accepted: %j', async (completedUrl) => {
    const link = await backend.link(good(urls));
    const { executionId } = link.data;
    const execution = (await service.services.store.find(executionId))!;
    const key = dataKeyOf(service.services.vault, execution)!;
    const sealed = sealJson(key, { ...urls, completedUrl }, sealContext.redirects(executionId));
    await service.database.main
      .updateTable('executions')
      .set({ sealed_redirects: sealed })
      .where('id', '=', executionId)
      .execute();
    await service.reseal(executionId);
    expect(await stateOf(secretOf(link))).toMatchObject({ ...urls, completedUrl: null });
  });

  it.each<[Execution['status'], string, () => void]>([
    ['APPROVED', 'completed', () => {}],
    [
      'REVIEW',
      'completed',
      () => service.evaluator.documents.push(evaluatedDocument({ formatCheckResult: 'REVIEW' })),
    ],
    [
      'DECLINED',
      'completed',
      () => service.evaluator.documents.push(evaluatedDocument({ documentValidityCheckResult: 'FAIL' })),
    ],
    [
      'ERROR',
      'incomplete',
      () =>
        service.evaluator.documents.push(...Array.from({ length: 5 }, () => new Error('The thread died.'))),
    ],
  ])('reports for %s that the journey is %s', async (status, journey, script) => {
    const { id, secret, page } = await begunLink(urls);
    expect((await stateOf(secret)).journey).toBe('open');
    script();
    await page.submitPassport();
    expect((await stateOf(secret)).journey).toBe('checking');
    await service.runDueJobs();
    expect(await statusOf(id)).toBe(status);
    expect(await stateOf(secret)).toEqual({ journey, ...urls });
  });

  it('reports by the clock that the journey has ended, before the expiry job has run', {
    tags: ['S4-31'],
  }, async () => {
    const { secret } = await begunLink({ ...urls, expiresIn: 3600 });
    service.clock.time += 3_600_000;
    expect(await stateOf(secret)).toEqual({ journey: 'incomplete', ...urls });
    await service.runDueJobs();
    expect(await stateOf(secret)).toEqual({ journey: 'incomplete', ...urls });
  });

  it('checks what was submitted before the link expired', async () => {
    const { secret, page } = await begunLink({ ...urls, expiresIn: 3600 });
    await page.submitPassport();
    service.clock.time += 3_600_000;
    expect((await stateOf(secret)).journey).toBe('checking');
    expect((await page.state()).data.awaiting).toBe('checks');
    await service.runDueJobs();
    expect((await stateOf(secret)).journey).toBe('completed');
    expect((await page.state()).data.outcome?.status).toBe('APPROVED');
  });

  it('reports the journey as open again when a check asks for a retry', async () => {
    const { secret, page } = await begunLink(urls);
    service.evaluator.documents.push({ kind: 'retry', reasons: ['IMAGE_BLURRED'] });
    await page.submitPassport();
    expect((await stateOf(secret)).journey).toBe('checking');
    await service.runDueJobs();
    expect((await stateOf(secret)).journey).toBe('open');
  });

  it('reports an unused link as expired, also for a workflow that starts with a check', {
    tags: ['S4-31'],
  }, async () => {
    const { document, end } = documentWorkflow.nodes;
    const workflowId = await service.addWorkflow(accountId, {
      start: 'email',
      nodes: { email: { kind: 'email', next: 'document' }, document, end },
    });
    const inputs = { user_id: 'u-1', email: 'anna@example.com' };
    const link = await backend.link({ workflowId, inputs, ...urls, expiresIn: 3600 });
    const secret = secretOf(link);
    expect((await stateOf(secret)).journey).toBe('open');
    service.clock.time += 3_600_000;
    expect(await stateOf(secret)).toEqual({ journey: 'incomplete', ...urls });
    expect(codeOf(await new Page(service).init(secret))).toEqual([401, 'SESSION_EXPIRED']);
    await service.runDueJobs();
    expect(await statusOf(link.data.executionId)).toBe('EXPIRED');
    expect((await stateOf(secret)).journey).toBe('incomplete');
  });

  it('returns no redirect address after the data was purged', async () => {
    const { id, secret } = await begunLink(urls);
    await service.database.main
      .updateTable('executions')
      .set({ wrapped_key: null, sealed_redirects: null, data_purged_at: service.clock.time })
      .where('id', '=', id)
      .execute();
    await service.reseal(id);
    expect(await stateOf(secret)).toMatchObject(none);
  });

  it('accepts only the secret of a link at client/link', async () => {
    const { data } = await backend.start(good());
    const { id, page } = await begunLink();
    for (const wrong of [data.token, id, page.sessionKey, 'x'.repeat(43)]) {
      expect(codeOf(await new Page(service).link(wrong))).toEqual([401, 'UNAUTHORIZED']);
    }
  });
});

describe('refused link', () => {
  it.each([
    ['expiresIn', 3599],
    ['expiresIn', 2_592_001],
    ['expiresIn', 3600.5],
    ['expiresIn', '3600'],
    ['completedUrl', '/done'],
    ['completedUrl', 'javascript:alert(1)'],
    ['incompleteUrl', 'shop.example/again'],
    ['incompleteUrl', 'ftp://shop.example'],
  ])(
    'refuses a link with %s = %j as malformed',
    { tags: ['S2.2-7', 'S4-13', 'S4-15', 'S4-16', 'S4-39', 'S4-40', 'S7-23', 'S8-2', 'S8-9', 'DRUN-36'] },
    async (name, value) => {
      const reply = await backend.link(good({ [name]: value }));
      expect(codeOf(reply)).toEqual([400, 'INVALID_INPUT_FORMAT']);
      expect(reply.problem.errors.map(({ pointer }) => pointer)).toEqual([`/${name}`]);
    },
  );

  it('names missing and malformed inputs together', {
    tags: ['S2.2-7', 'S4-21', 'S7-22'],
  }, async () => {
    const reply = await backend.link({
      workflowId: inputsId,
      inputs: { user_id: 'u', email: 'x' },
      expiresIn: 1,
    });
    expect(codeOf(reply)).toEqual([400, 'MISSING_REQUIRED_INPUTS']);
    const pointers = reply.problem.errors.map(({ pointer }) => pointer);
    expect(pointers.sort()).toEqual(['/expiresIn', '/inputs/email', '/inputs/phone_number']);
  });

  it('refuses the key, its scope or the workflow like init-workflow', {
    tags: ['S4-21', 'S4-29', 'S7-24', 'S7-25', 'S7-26'],
  }, async () => {
    const scoped = new Backend(service, await service.addApiKey(accountId, [inputsId]));
    expect(codeOf(await new Backend(service, '').link('{'))).toEqual([401, 'UNAUTHORIZED']);
    expect(codeOf(await scoped.link(good()))).toEqual([403, 'FORBIDDEN']);
    expect(codeOf(await backend.link(good({ workflowId: randomUUID() })))).toEqual([
      404,
      'WORKFLOW_NOT_FOUND',
    ]);
  });

  it('stores nothing when a link is refused', async () => {
    const scoped = new Backend(service, await service.addApiKey(accountId, [inputsId]));
    const before = await countRows(service);
    const named = { 'idempotency-key': randomUUID() };
    const replies = [
      await new Backend(service, '').link(good(), named),
      await backend.link('{', named),
      await backend.link(good({ expiresIn: 3599 }), named),
      await backend.link(good({ completedUrl: '/done' }), named),
      await backend.link({ workflowId: inputsId, inputs: { user_id: 'u' } }, named),
      await backend.link(good({ workflowId: randomUUID() }), named),
      await scoped.link(good(), named),
    ];
    expect(replies.map(({ status }) => status)).toEqual([401, 400, 400, 400, 400, 404, 403]);
    expect(await countRows(service)).toEqual(before);
    // Proves that an accepted link does change the counts.
    expect((await backend.link(good(), named)).status).toBe(200);
    const { executions = 0, kept_replies = 0 } = before;
    expect(await countRows(service)).toMatchObject({
      executions: executions + 1,
      kept_replies: kept_replies + 1,
    });
  });

  it('answers an internal error without details, and starts nothing', { tags: ['S7-28'] }, async () => {
    const before = await countRows(service);
    const { insertWithJob } = service.services.store;
    const broken = () => Promise.reject(new Error('secret of the house'));
    Object.assign(service.services.store, { insertWithJob: broken });
    const reply = await backend.link(good());
    Object.assign(service.services.store, { insertWithJob });
    expect(codeOf(reply)).toEqual([500, 'INTERNAL_ERROR']);
    expect(JSON.stringify(reply.problem)).not.toContain('secret of the house');
    expect(await countRows(service)).toEqual(before);
  });
});
