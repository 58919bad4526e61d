import { clientInitResponseSchema, type Execution, problemSchema } from '@vendor/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Backend, documentWorkflow, inputsWorkflow, jpegOf, Page } from '../../testing/client.ts';
import { InProcessService } from '../../testing/in-process-service.ts';
import { sealContext } from '../executions/sealed-data.ts';

const hourMs = 3_600_000;
let service: InProcessService;
let backend: Backend;
let apiKey: string;
let documentId: string;
let inputsId: string;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  apiKey = account.apiKey;
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
  it('exchanges the token for a session key and the first state', async () => {
    const { init } = await startedPage();
    expect(clientInitResponseSchema.parse(init.data)).toEqual(init.data);
  });

  it('gives the same session when it is retried with the same nonce', async () => {
    const { page, token, init } = await startedPage();
    expect((await page.init(token)).data.sessionKey).toBe(init.data.sessionKey);
  });

  it('lets a later start take the session over', async () => {
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

  it('resumes at the step and attempt at hand, with what is stored', async () => {
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
    ['a token that is none', 'nonsense'],
  ])('refuses %s with 401', async (_, token) => {
    expect(codeOf(await new Page(service).init(token))).toEqual([401, 'UNAUTHORIZED']);
  });

  it.each([
    ['no token', ''],
    ['an unknown token', `default.${'a'.repeat(43)}`],
  ])('refuses %s before it looks at the body', async (_, token) => {
    for (const body of ['{}', '{not json', '']) {
      const reply = await service.app.request('/orchestration-api/v1/client/init', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body,
      });
      const problem = problemSchema.parse(await reply.json());
      expect([reply.status, problem.code]).toEqual([401, 'UNAUTHORIZED']);
    }
  });

  it('does not take an execution id or an API key for a token', async () => {
    const { executionId } = await startedPage();
    for (const none of [executionId, apiKey]) {
      expect(codeOf(await new Page(service).init(none))).toEqual([401, 'UNAUTHORIZED']);
    }
  });

  it('refuses a malformed body with every fault', async () => {
    const { token } = await startedPage();
    const { status, problem } = await new Page(service).init(token, 'short', { sdkVersion: 7 });
    expect([status, problem.code]).toEqual([400, 'INVALID_REQUEST_BODY']);
    expect(problem.errors.map((fault) => fault.pointer).sort()).toEqual(['/nonce', '/sdkVersion']);
  });

  it.each(['{not json', '', '[]', '7'])('points at the whole body when it is %j', async (body) => {
    const { token } = await startedPage();
    const reply = await service.app.request('/orchestration-api/v1/client/init', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    });
    const problem = problemSchema.parse(await reply.json());
    expect([reply.status, problem.errors.map((fault) => fault.pointer)]).toEqual([400, ['']]);
  });

  it('keeps the address of the first init, sealed, unless the start named one', async () => {
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

  it('says that the configuration is invalid when the SDK cannot show a step', async () => {
    const { token } = await startedPage();
    const { data } = await new Page(service).init(token, 'another-nonce-16c', { capabilities: ['selfie'] });
    expect(data.configuration).toBe('invalid');
  });

  it('shows an execution that has ended, until its deadline', async () => {
    const { page, token } = await startedPage();
    await page.post('begin');
    await page.submitPassport();
    await service.runDueJobs();
    const again = await new Page(service).init(token, 'another-nonce-16c');
    expect(again.data.state).toMatchObject({ awaiting: 'none', outcome: { status: 'APPROVED' }, step: null });
    service.clock.time += hourMs;
    expect(codeOf(await new Page(service).init(token))).toEqual([401, 'SESSION_EXPIRED']);
  });

  it('shows a run without interactive steps', async () => {
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

describe('time limits', () => {
  it('refuses a begin after the token has expired, by the service clock alone', async () => {
    const { page, executionId } = await startedPage();
    service.clock.time += hourMs;
    expect(codeOf(await page.post('begin'))).toEqual([401, 'SESSION_EXPIRED']);
    await service.runDueJobs();
    expect((await backend.read<Execution>(executionId)).data).toMatchObject({
      status: 'EXPIRED',
      checks: [],
    });
  });

  it('gives an hour from the begin, and one more when it is extended, up to a day', async () => {
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

  it('begins once: a second begin does not move the deadline', async () => {
    const { page } = await startedPage();
    const first = await page.post('begin');
    service.clock.time += 1000;
    expect((await page.post('begin')).data).toEqual(first.data);
  });

  it('does not extend what has not begun', async () => {
    const { page } = await startedPage();
    expect(codeOf(await page.post('extend'))).toEqual([409, 'STEP_NOT_AWAITED']);
  });
});

describe('session keys', () => {
  it('open nothing when they are missing, changed or of another session', async () => {
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

describe('leaving and quitting', () => {
  it('leaves without losing the session', async () => {
    const { page } = await startedPage();
    await page.post('begin');
    expect((await page.post<object>('leave')).data).toEqual({});
    expect((await page.state()).status).toBe(200);
  });

  it('ends the session when the user quits, and the token starts another', async () => {
    const { page, token, executionId } = await startedPage();
    await page.post('begin');
    expect((await page.post<object>('cancel')).data).toEqual({});
    expect(codeOf(await page.state())).toEqual([409, 'SESSION_TAKEN_OVER']);
    expect((await backend.read<Execution>(executionId)).data.status).toBe('PENDING');
    const again = await new Page(service).init(token);
    expect(again.data.state).toMatchObject({ begun: true, awaiting: 'user' });
  });
});

describe('calls from other origins', () => {
  it('lets any page find out whether it can reach the client API, and tells it nothing else', async () => {
    const reply = await service.app.request('/orchestration-api/v1/client/ping');
    expect([reply.status, await reply.json()]).toEqual([200, { data: {} }]);
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(reply.headers.get('cache-control')).toContain('no-store');
    const posted = await service.app.request('/orchestration-api/v1/client/ping', { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('lets pages of any origin use the client API, also when it refuses', async () => {
    const preflight = await service.app.request('/orchestration-api/v1/client/begin', { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
    expect(preflight.headers.get('access-control-max-age')).toBe('7200');
    const refused = await service.app.request('/orchestration-api/v1/client/begin', { method: 'POST' });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
    expect(refused.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('lets no page use the API with the key', async () => {
    for (const method of ['OPTIONS', 'POST']) {
      const headers = { origin: 'https://shop.example', 'access-control-request-method': 'POST' };
      const reply = await service.app.request('/orchestration-api/v1/init-workflow', { method, headers });
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});

describe('addresses and methods', () => {
  it('answers an unknown address with a 404 problem and a wrong method with 405 and the right ones', async () => {
    const unknown = await service.app.request('/orchestration-api/v1/nothing', { method: 'DELETE' });
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    const wrong = await service.app.request('/orchestration-api/v1/client/state', { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('names every request and protects every reply', async () => {
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
