import {
  clientInitResponseSchema,
  type Execution,
  type PopupResponse,
  problemSchema,
} from '@vendor/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  Backend,
  documentWorkflow,
  inputsWorkflow,
  jpegOf,
  Page,
  withUnseenChecks,
} from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { sealContext } from '../../executions/sealed-data.ts';

const hourMs = 3_600_000;
let service: InProcessService;
let backend: Backend;
let apiKey: string;
let accountId: string;
let documentId: string;
let inputsId: string;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  apiKey = account.apiKey;
  accountId = account.id;
  backend = new Backend(service, account.apiKey);
  documentId = await service.addWorkflow(account.id, documentWorkflow);
  inputsId = await service.addWorkflow(account.id, inputsWorkflow);
});
afterAll(() => service.close());

async function startedPage() {
  const { data } = await backend.start({ workflowId: documentId, inputs: { user_id: 'u-1' } });
  const page = new Page(service);
  return { page, ...data, init: await page.init(data.token) };
}

const codeOf = (reply: { status: number; problem: { code: string } }) => [reply.status, reply.problem.code];

describe('POST client/init', () => {
  it('exchanges the token for a session key and the first state', { tags: ['DSDK-137'] }, async () => {
    const { init } = await startedPage();
    expect(clientInitResponseSchema.parse(init.data)).toEqual(init.data);
  });

  it('returns the same session to a retry with the same nonce', { tags: ['DSDK-64'] }, async () => {
    const { page, token, init } = await startedPage();
    expect((await page.init(token)).data.sessionKey).toBe(init.data.sessionKey);
  });

  it('lets a later start take the session over', { tags: ['DSDK-63'] }, async () => {
    const { page, token } = await startedPage();
    await page.post('begin');
    const later = new Page(service);
    await later.init(token, 'another-nonce-16c');
    expect(codeOf(await page.state())).toEqual([409, 'SESSION_TAKEN_OVER']);
    expect(codeOf(await page.put('steps/document/attempts/1/captures/front', jpegOf('x')))).toEqual([
      409,
      'SESSION_TAKEN_OVER',
    ]);
    expect((await later.state()).data).toMatchObject({ begun: true, awaiting: 'user' });
  });

  it('resumes at the current step and attempt, with the stored captures', { tags: ['DRUN-31'] }, async () => {
    const { page, token } = await startedPage();
    await page.post('begin');
    service.evaluator.documents.push({ kind: 'retry', reasons: ['IMAGE_BLURRED'] });
    await page.submitPassport();
    await service.runDueJobs();
    const { data: stored } = await page.put('steps/document/attempts/2/captures/front', jpegOf('second'));
    const later = new Page(service);
    const { data } = await later.init(token, 'another-nonce-16c');
    expect(data.state).toMatchObject({
      begun: true,
      step: { attempt: 2, attemptsLeft: 1, reasons: ['IMAGE_BLURRED'], chosen: 'PASSPORT', stored: [stored] },
    });
  });

  it.each([
    ['no token', ''],
    ['an unknown token', `default.${'A'.repeat(43)}`],
    ['an invalid token', 'nonsense'],
  ])('refuses to start a session with %s', async (_, token) => {
    expect(codeOf(await new Page(service).init(token))).toEqual([401, 'UNAUTHORIZED']);
  });

  it.each([
    ['no token', ''],
    ['an unknown token', `default.${'a'.repeat(43)}`],
  ])('refuses %s before checking the rest of the body', { tags: ['DREQ-1'] }, async (_, token) => {
    const bearer: Record<string, string> = { authorization: `Bearer ${token}` };
    for (const [headers, body] of [
      [bearer, '{}'],
      [bearer, '{not json'],
      [bearer, ''],
      [{}, JSON.stringify({ token })],
      [{}, JSON.stringify({ token: [token] })],
      [{}, '{not json'],
      [{ 'content-type': 'image/png' }, '{}'],
      [{}, JSON.stringify({ token, more: 'x'.repeat(9_000) })],
    ] as const) {
      const reply = await service.app.request('/orchestration-api/v1/client/init', {
        method: 'POST',
        headers: { 'content-type': 'text/plain', ...headers },
        body,
      });
      const problem = problemSchema.parse(await reply.json());
      expect([reply.status, problem.code]).toEqual([401, 'UNAUTHORIZED']);
    }
  });

  it('waits ten seconds for a body that may contain a token, then asks for a retry', async () => {
    vi.useFakeTimers();
    try {
      const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(8)) });
      const headers = { 'content-type': 'text/plain' };
      const request = { method: 'POST', headers, body, duplex: 'half' as const };
      const reply = service.app.request('/orchestration-api/v1/client/init', request);
      await vi.advanceTimersByTimeAsync(10_000);
      const problem = problemSchema.parse(await (await reply).json());
      expect([problem.status, problem.code]).toEqual([408, 'UPLOAD_TOO_SLOW']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('accepts a bearer token, and then requires a JSON body', async () => {
    const { token } = await startedPage();
    const body = JSON.stringify({ sdkVersion: '1', capabilities: ['document'], nonce: 'n'.repeat(16) });
    const statusOf = async (type: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': type };
      const path = '/orchestration-api/v1/client/init';
      return (await service.app.request(path, { method: 'POST', headers, body })).status;
    };
    expect([await statusOf('application/json'), await statusOf('text/plain')]).toEqual([200, 415]);
  });

  it('refuses an execution id or an API key as a token', { tags: ['S5-3'] }, async () => {
    const { executionId } = await startedPage();
    for (const none of [executionId, apiKey]) {
      expect(codeOf(await new Page(service).init(none))).toEqual([401, 'UNAUTHORIZED']);
    }
  });

  it('refuses a malformed body with all its faults', async () => {
    const { token } = await startedPage();
    const { status, problem } = await new Page(service).init(token, 'short', { sdkVersion: 7 });
    expect([status, problem.code]).toEqual([400, 'INVALID_REQUEST_BODY']);
    expect(problem.errors.map((fault) => fault.pointer).sort()).toEqual(['/nonce', '/sdkVersion']);
  });

  it.each(['{not json', '', '[]', '7'])('points to the whole body if it is %j', async (body) => {
    const { token } = await startedPage();
    const reply = await service.app.request('/orchestration-api/v1/client/init', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    });
    const problem = problemSchema.parse(await reply.json());
    expect([reply.status, problem.errors.map((fault) => fault.pointer)]).toEqual([400, ['']]);
  });

  it('stores the IP address of the first init, encrypted, unless the start named one', {
    tags: ['S2.3-39', 'DREQ-19', 'DREQ-43'],
  }, async () => {
    const addressAfterInits = async (inputs: object) => {
      const { data } = await backend.start({ workflowId: documentId, inputs: { user_id: 'u', ...inputs } });
      for (const [nonce, address] of [
        ['first-nonce-of-16', '203.0.113.7'],
        ['later-nonce-of-16', '203.0.113.8'],
      ]) {
        const headers = {
          authorization: `Bearer ${data.token}`,
          'content-type': 'application/json',
          'x-forwarded-for': `${address}`,
        };
        const body = JSON.stringify({ sdkVersion: '1', capabilities: ['document'], nonce });
        const behindProxy = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
        const path = '/orchestration-api/v1/client/init';
        const reply = await service.app.request(path, { method: 'POST', headers, body }, behindProxy);
        expect(reply.status).toBe(200);
      }
      const row = await service.database.main
        .selectFrom('executions')
        .select(['wrapped_key', 'sealed_ip'])
        .where('id', '=', data.executionId)
        .executeTakeFirstOrThrow();
      if (!row.sealed_ip || !row.wrapped_key) return null;
      expect(Buffer.from(row.sealed_ip).toString('latin1')).not.toContain('203.0.113');
      const key = service.services.vault.openDataKey(row.wrapped_key);
      return Buffer.from(key.open(row.sealed_ip, sealContext.ip(data.executionId))).toString();
    };
    expect(await addressAfterInits({})).toBe('203.0.113.7');
    expect(await addressAfterInits({ ip: '198.51.100.1' })).toBeNull();
  });

  it('reports the configuration as invalid if the SDK cannot show a step', {
    tags: ['DSDK-123'],
  }, async () => {
    const { token } = await startedPage();
    const { data } = await new Page(service).init(token, 'another-nonce-16c', { capabilities: ['selfie'] });
    expect(data).toMatchObject({ configuration: 'invalid', state: { awaiting: 'user', step: null } });
  });

  it('offers the hosted page to an SDK that cannot show a step', {
    tags: ['DSDK-83', 'DSDK-123'],
  }, async () => {
    const { token } = await startedPage();
    const page = new Page(service);
    const { data } = await page.init(token, 'another-nonce-16c', { capabilities: ['selfie', 'hosted-page'] });
    expect(clientInitResponseSchema.parse(data)).toMatchObject({
      configuration: 'hosted',
      state: { step: null },
    });

    const { url } = (await page.post<PopupResponse>('popup', { look: {} })).data;
    const hosted = await new Page(service).init(url.split('#')[1] ?? '', 'nonce-of-a-window', {
      capabilities: ['document', 'hosted-page'],
    });
    expect(hosted.data).toMatchObject({ configuration: 'valid', state: { step: { kind: 'document' } } });
  });

  it('offers the hosted page to an SDK whose forms cannot ask for all fields', async () => {
    const asking = (name: string) => ({
      start: 'form',
      nodes: { form: { kind: 'form', fields: [{ name }], next: 'end' }, end: { kind: 'end' } },
    });
    const configurationOf = async (name: string, capabilities: string[]) => {
      const id = await service.addWorkflow(accountId, asking(name));
      const { data } = await backend.start({ workflowId: id, inputs: { user_id: 'u' } });
      return (await new Page(service).init(data.token, undefined, { capabilities })).data.configuration;
    };
    expect(await configurationOf('user_city', ['form', 'hosted-page'])).toBe('valid');
    expect(await configurationOf('user_region', ['form', 'hosted-page'])).toBe('hosted');
    expect(await configurationOf('user_gender', ['form', 'form-2', 'hosted-page'])).toBe('valid');
  });

  it('offers no other page to the hosted page', async () => {
    const { token } = await startedPage();
    const page = new Page(service);
    await page.init(token, 'another-nonce-16c', { capabilities: ['hosted-page'] });
    const { url } = (await page.post<PopupResponse>('popup', { look: {} })).data;
    const hosted = await new Page(service).init(url.split('#')[1] ?? '', 'nonce-of-a-window', {
      capabilities: ['hosted-page'],
    });
    expect(hosted.data.configuration).toBe('invalid');
  });

  it('accepts any SDK once the execution has an outcome', async () => {
    const { page, token } = await startedPage();
    await page.post('begin');
    await page.submitPassport();
    await service.runDueJobs();
    const { data } = await new Page(service).init(token, 'another-nonce-16c', { capabilities: [] });
    expect(data).toMatchObject({ configuration: 'valid', state: { awaiting: 'none' } });
  });

  it('shows an ended execution to new sessions until its deadline', {
    tags: ['DRUN-31'],
  }, async () => {
    const { page, token } = await startedPage();
    await page.post('begin');
    await page.submitPassport();
    await service.runDueJobs();
    service.clock.time += hourMs - 1;
    const again = new Page(service);
    const shown = await again.init(token, 'another-nonce-16c');
    expect(shown.data.state).toMatchObject({ awaiting: 'none', outcome: { status: 'APPROVED' }, step: null });
    service.clock.time += 1;
    for (const nonce of ['another-nonce-16c', 'nonce-of-a-late-one']) {
      expect(codeOf(await new Page(service).init(token, nonce))).toEqual([401, 'SESSION_EXPIRED']);
    }
    // An existing page still sees the outcome.
    expect((await again.state()).data).toMatchObject({
      awaiting: 'none',
      outcome: { status: 'APPROVED' },
      timeLeftMs: 0,
      extendable: false,
    });
  });

  it('refuses the token of a user who did not finish in time, before and after the expiry job', {
    tags: ['S5-7', 'DRUN-31'],
  }, async () => {
    const { page, token } = await startedPage();
    await page.post('begin');
    service.clock.time += hourMs;
    for (const _ of ['before', 'after']) {
      expect(codeOf(await new Page(service).init(token))).toEqual([401, 'SESSION_EXPIRED']);
      expect(codeOf(await page.state())).toEqual([401, 'SESSION_EXPIRED']);
      await service.runDueJobs();
    }
  });

  it('counts the steps that may follow the current one, also during checks without a step', async () => {
    const workflowId = await service.addWorkflow(accountId, withUnseenChecks);
    const inputs = { user_id: 'u', email: 'anna@example.com', phone_number: '+49 30 901820' };
    const { data } = await backend.start({ workflowId, inputs });
    const page = new Page(service);
    await page.init(data.token);
    expect((await page.post('begin')).data).toMatchObject({
      awaiting: 'checks',
      progress: { done: 0, total: 1, following: 1 },
    });
    await service.runDueJobs();
    expect((await page.state()).data).toMatchObject({
      awaiting: 'user',
      progress: { done: 0, total: 1, following: 0 },
    });
    expect((await page.submitPassport()).data).toMatchObject({
      awaiting: 'checks',
      progress: { done: 0, total: 1, following: 0 },
    });
    await service.runDueJobs();
    expect((await page.state()).data.progress).toEqual({ done: 1, total: 1, following: 0 });
  });

  it('shows an execution without interactive steps', { tags: ['DRUN-7'] }, async () => {
    const inputs = { user_id: 'u', email: 'anna@example.com', phone_number: '+49 30 901820' };
    const { data } = await backend.start({ workflowId: inputsId, inputs });
    const page = new Page(service);
    const init = await page.init(data.token);
    expect(init.data.state).toMatchObject({
      awaiting: 'checks',
      begun: true,
      step: null,
      progress: { total: 0 },
    });
    await service.runDueJobs();
    expect((await page.state()).data.outcome?.status).toBe('APPROVED');
  });
});

describe('submission just before the deadline', () => {
  /** Makes a page whose user submitted two seconds before the deadline, which has passed now; checks are in progress. */
  async function submittedPage() {
    // Finishes the submissions of other tests, so that they use no result scripted here.
    await service.runDueJobs();
    const started = await startedPage();
    await started.page.post('begin');
    service.clock.time += hourMs - 2000;
    const { data: state } = await started.page.submitPassport();
    service.clock.time += 3000;
    return { ...started, state };
  }

  it('tells a waiting page that checks continue after the deadline, and then their result', {
    tags: ['S4-17'],
  }, async () => {
    const { page, state } = await submittedPage();
    expect((await page.state()).data).toMatchObject({
      awaiting: 'checks',
      timeLeftMs: 0,
      extendable: false,
    });
    const waiting = page.state(`?after=${state.seq}&wait=25`);
    await service.runDueJobs();
    expect((await waiting).data).toMatchObject({ awaiting: 'none', outcome: { status: 'APPROVED' } });
  });

  it('tells a reloaded page that checks continue after the deadline, and changes nothing', {
    tags: ['DRUN-31'],
  }, async () => {
    const { page, token, executionId } = await submittedPage();
    const row = () =>
      service.database.main
        .selectFrom('executions')
        .selectAll()
        .where('id', '=', executionId)
        .executeTakeFirstOrThrow();
    const before = await row();
    const again = new Page(service);
    expect((await again.init(token, 'nonce-of-a-late-one')).data.state.awaiting).toBe('checks');
    expect(await row()).toEqual(before);
    await service.runDueJobs();
    for (const one of [page, again]) expect((await one.state()).data.outcome?.status).toBe('APPROVED');
    expect(codeOf(await new Page(service).init(token, 'nonce-of-a-later-one'))).toEqual([
      401,
      'SESSION_EXPIRED',
    ]);
  });

  it('refuses any other action after the deadline while checks continue', { tags: ['DRUN-31'] }, async () => {
    const { page } = await submittedPage();
    const replies = [
      await page.put('steps/document/attempts/1/captures/front', jpegOf('late')),
      await page.submitPassport(),
      await page.post('begin'),
      await page.post('extend'),
      await page.post('cancel'),
      await page.post('popup', { look: {} }),
      await page.post('handoff', { look: {} }),
    ];
    expect(replies.map(codeOf)).toEqual(replies.map(() => [401, 'SESSION_EXPIRED']));
  });

  it('ends the session if a check asks for a retry after the deadline', async () => {
    const { page, token } = await submittedPage();
    service.evaluator.documents.push({ kind: 'retry', reasons: ['IMAGE_BLURRED'] });
    await service.runDueJobs();
    expect(codeOf(await page.state())).toEqual([401, 'SESSION_EXPIRED']);
    expect(codeOf(await new Page(service).init(token))).toEqual([401, 'SESSION_EXPIRED']);
  });
});

describe('time limits', () => {
  it("refuses to begin after the token has expired, by the service's clock", {
    tags: ['S2.4-3', 'S3.1-9', 'S4-12', 'S8-4', 'DRUN-2', 'DRUN-32', 'DRUN-40'],
  }, async () => {
    const { page, executionId } = await startedPage();
    service.clock.time += hourMs;
    expect(codeOf(await page.post('begin'))).toEqual([401, 'SESSION_EXPIRED']);
    await service.runDueJobs();
    expect((await backend.read<Execution>(executionId)).data).toMatchObject({
      status: 'EXPIRED',
      checks: [],
    });
  });

  it('allows one hour from the begin, and another with each extension, up to a day', {
    tags: ['S4-12', 'S8-4', 'DRUN-2', 'DRUN-3', 'DRUN-68'],
  }, async () => {
    const { page } = await startedPage();
    service.clock.time += hourMs - 1;
    const begun = await page.post('begin');
    expect(Date.parse(begun.data.deadline)).toBe(service.clock.time + hourMs);
    const begunAt = service.clock.time;
    service.clock.time += hourMs / 2;
    expect(Date.parse((await page.post('extend')).data.deadline)).toBe(service.clock.time + hourMs);
    for (let half = 2; half <= 47; half++) {
      service.clock.time = begunAt + (half * hourMs) / 2;
      await service.runDueJobs();
      expect((await page.post('extend')).status).toBe(200);
    }
    expect(Date.parse((await page.state()).data.deadline)).toBe(begunAt + 24 * hourMs);
    service.clock.time = begunAt + 24 * hourMs;
    expect(codeOf(await page.post('extend'))).toEqual([401, 'SESSION_EXPIRED']);
  });

  it('keeps one expiry job despite several extensions, and expires the execution by it', async () => {
    const { page, executionId } = await startedPage();
    await page.post('begin');
    const waiting = () =>
      service.database.reader
        .selectFrom('jobs')
        .select('due_at')
        .where('kind', '=', 'expire')
        .where('subject_id', '=', executionId)
        .execute();
    for (let half = 0; half < 4; half++) {
      service.clock.time += hourMs / 2;
      await page.post('extend');
      await service.runDueJobs();
      expect(await waiting()).toHaveLength(1);
    }
    expect((await backend.read<Execution>(executionId)).data.status).toBe('PENDING');
    service.clock.time += hourMs;
    await service.runDueJobs();
    expect((await backend.read<Execution>(executionId)).data.status).toBe('EXPIRED');
    expect(await waiting()).toEqual([]);
  });

  it('keeps the deadline on a second begin', async () => {
    const { page } = await startedPage();
    const first = await page.post('begin');
    service.clock.time += 1000;
    const timeLeftMs = first.data.timeLeftMs - 1000;
    expect((await page.post('begin')).data).toEqual({ ...first.data, timeLeftMs });
  });

  it("returns the remaining time by the service's clock, and whether it can be extended", {
    tags: ['DRUN-3'],
  }, async () => {
    const { page } = await startedPage();
    const limit = ({ data: { timeLeftMs, extendable } }: Awaited<ReturnType<typeof page.state>>) => ({
      timeLeftMs,
      extendable,
    });
    service.clock.time += hourMs / 4;
    expect(limit(await page.state())).toEqual({ timeLeftMs: (hourMs * 3) / 4, extendable: false });
    expect(limit(await page.post('begin'))).toEqual({ timeLeftMs: hourMs, extendable: true });
    service.clock.time += hourMs - 1;
    expect(limit(await page.state())).toEqual({ timeLeftMs: 1, extendable: true });
    expect(limit(await page.post('extend'))).toEqual({ timeLeftMs: hourMs, extendable: true });
    for (let half = 3; half <= 46; half++) {
      service.clock.time += hourMs / 2;
      await page.post('extend');
    }
    // Twenty-three hours after the begin, an extension reaches the maximum of a day.
    service.clock.time += 1;
    expect(limit(await page.post('extend'))).toEqual({ timeLeftMs: hourMs, extendable: false });
    service.clock.time += hourMs / 2;
    expect(limit(await page.post('extend'))).toEqual({ timeLeftMs: hourMs / 2, extendable: false });
  });

  it('refuses to extend a flow that has not begun', async () => {
    const { page } = await startedPage();
    expect(codeOf(await page.post('extend'))).toEqual([409, 'STEP_NOT_AWAITED']);
  });
});

describe('session keys', () => {
  it('refuses session keys that are missing, changed or of another session', async () => {
    const { page } = await startedPage();
    const { page: other } = await startedPage();
    const key = page.sessionKey;
    const foreign = other.sessionKey.split('.');
    for (const forged of [
      '',
      'nonsense',
      `${key}x`,
      key.replace(/\.1\./, '.2.'),
      [foreign[0], ...key.split('.').slice(1)].join('.'),
      key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A'),
    ]) {
      page.sessionKey = forged;
      for (const reply of [await page.state(), await page.post('begin'), await page.post('leave')]) {
        expect(codeOf(reply)).toEqual([401, 'UNAUTHORIZED']);
      }
    }
  });
});

describe('leave and cancel', () => {
  it('keeps the session when the page leaves', async () => {
    const { page } = await startedPage();
    await page.post('begin');
    expect((await page.post<object>('leave')).data).toEqual({});
    expect((await page.state()).status).toBe(200);
  });

  it('ends the session when the user quits, and lets the token start another', {
    tags: ['DSDK-33'],
  }, async () => {
    const { page, token, executionId } = await startedPage();
    await page.post('begin');
    expect((await page.post<object>('cancel')).data).toEqual({});
    expect(codeOf(await page.state())).toEqual([409, 'SESSION_TAKEN_OVER']);
    expect((await backend.read<Execution>(executionId)).data.status).toBe('PENDING');
    const again = await new Page(service).init(token);
    expect(again.data.state).toMatchObject({ begun: true, awaiting: 'user' });
  });
});

describe('cross-origin calls', () => {
  it('lets any page test whether it can reach the client API, and returns nothing else', async () => {
    const reply = await service.app.request('/orchestration-api/v1/client/ping');
    expect([reply.status, await reply.json()]).toEqual([200, { data: {} }]);
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(reply.headers.get('cache-control')).toContain('no-store');
    const posted = await service.app.request('/orchestration-api/v1/client/ping', { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('lets pages of any origin read replies of the client API, including refusals', async () => {
    const preflight = await service.app.request('/orchestration-api/v1/client/begin', { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
    expect(preflight.headers.get('access-control-max-age')).toBe('7200');
    expect(preflight.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const refused = await service.app.request('/orchestration-api/v1/client/begin', { method: 'POST' });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
    expect(refused.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('keeps pages from calling the backend API with an API key', async () => {
    for (const method of ['OPTIONS', 'POST']) {
      const headers = { origin: 'https://shop.example', 'access-control-request-method': 'POST' };
      const reply = await service.app.request('/orchestration-api/v1/init-workflow', { method, headers });
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});

describe('unknown paths and methods', () => {
  it('answers an unknown path with a 404 problem, and a wrong method with 405 and the allowed ones', async () => {
    const unknown = await service.app.request('/orchestration-api/v1/nothing', { method: 'DELETE' });
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    const wrong = await service.app.request('/orchestration-api/v1/client/state', { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('adds a request id and security headers to every reply', { tags: ['DREQ-53'] }, async () => {
    for (const path of ['/healthz', '/nothing', '/orchestration-api/v1/client/state']) {
      const { headers } = await service.app.request(path);
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('strict-transport-security')).toContain('max-age');
    }
  });
});
