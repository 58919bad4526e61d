import { problemSchema } from '@vendor/contract';
import fc from 'fast-check';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Backend, documentWorkflow, Page } from '../../testing/client.ts';
import { codesAboutTheRequest } from '../../testing/codes-about-the-request.ts';
import { deviceReport } from '../../testing/device-report.ts';
import { InProcessService } from '../../testing/in-process-service.ts';
import type { Refusal } from '../refusal.ts';
import type { AppEnvironment } from './app-environment.ts';
import { readQuery } from './query.ts';

const api = '/orchestration-api/v1';
let service: InProcessService;
let apiKey: string;
let token: string;
let sessionKey: string;
let workflowId: string;
let accountId: string;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  ({ apiKey, id: accountId } = account);
  workflowId = await service.addWorkflow(account.id, documentWorkflow);
  const backend = new Backend(service, apiKey);
  ({ token } = (await backend.start({ workflowId, inputs: { user_id: 'u' } })).data);
  const page = new Page(service);
  await page.init(token);
  await page.post('begin');
  sessionKey = page.sessionKey;
});
afterAll(() => service.close());
beforeEach(() => {
  service.logLines.length = 0;
});

/** Any code point, including lone surrogates. */
const character = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

/** Odd values in place of a text. */
const oddText = fc.oneof(
  fc.string({ unit: character, maxLength: 40 }),
  fc.constantFrom(
    '',
    '\u0000',
    '\ud800',
    '__proto__',
    'constructor',
    '../../etc/passwd',
    "' or 1=1 --",
    '💥'.repeat(300),
  ),
);
const anyJson = fc.oneof(fc.jsonValue({ stringUnit: character, maxDepth: 4 }), oddText);

/** Nearly valid bodies, with one or several odd members. */
const nearlyRight = fc
  .dictionary(
    fc.constantFrom(
      'workflowId',
      'status',
      'comment',
      'inputs',
      'user_id',
      'email',
      'custom_fields',
      'nonce',
      'capabilities',
      'captures',
      'language',
      'expiresIn',
      'completedUrl',
      'theme',
      'messages',
      '__proto__',
    ),
    anyJson,
    { maxKeys: 4 },
  )
  .chain((odd) =>
    fc.constantFrom(
      { workflowId, inputs: { user_id: 'u', ...odd }, ...odd },
      { workflowId: '', ...odd, inputs: { ...odd, user_id: 'u' } },
      { sdkVersion: '1', capabilities: ['document'], nonce: 'n'.repeat(20), ...odd },
      { documentType: 'PASSPORT', captures: { front: odd }, ...odd },
      { ...deviceReport(), ...odd },
      { ...deviceReport(), screen: odd, automation: odd, hints: odd },
      { look: { ...odd, theme: { light: odd }, messages: odd } },
      { look: odd, opened: true, started: false, ending: odd, closed: false, visit: 1 },
      odd,
    ),
  );

const anyBody = fc.oneof(
  nearlyRight.map((body) => JSON.stringify(body)),
  anyJson.map((body) => JSON.stringify(body) ?? ''),
  fc.string({ unit: character }),
  fc.constantFrom(
    '[[[[',
    '{"a":'.repeat(5000),
    '['.repeat(100_000),
    '{"inputs":{"user_id":1e999}}',
    '\ufeff{}',
    '{"a":1,"a":2}',
  ),
);

const target = fc.constantFrom(
  { path: `${api}/init-workflow`, method: 'POST', auth: 'key' },
  { path: `${api}/workflow-link`, method: 'POST', auth: 'key' },
  { path: `${api}/client/link`, method: 'POST', auth: 'token' },
  {
    path: `${api}/workflow-execution/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`,
    method: 'PATCH',
    auth: 'key',
  },
  {
    path: `${api}/webhooks/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}/test`,
    method: 'POST',
    auth: 'key',
  },
  { path: `${api}/client/init`, method: 'POST', auth: 'token' },
  { path: `${api}/client/device`, method: 'POST', auth: 'session' },
  { path: `${api}/client/popup`, method: 'POST', auth: 'session' },
  { path: `${api}/client/handoff`, method: 'POST', auth: 'session' },
  { path: `${api}/client/handoff/take-back`, method: 'POST', auth: 'session' },
  { path: `${api}/client/popup/report`, method: 'POST', auth: 'session' },
  { path: `${api}/client/popup/leave`, method: 'POST', auth: 'session' },
  { path: `${api}/client/steps/document/attempts/1/submit`, method: 'POST', auth: 'session' },
  { path: `${api}/client/steps/document/attempts/1/answers`, method: 'POST', auth: 'session' },
  { path: `${api}/client/steps/document/attempts/1/captures/front`, method: 'PUT', auth: 'session' },
);

function headersFor(auth: string): Record<string, string> {
  if (auth === 'key') return { 'x-api-key': apiKey };
  return { authorization: `Bearer ${auth === 'token' ? token : sessionKey}` };
}

/** Messages of the library, which are meant for programmers of the service. */
const wordsOfZod = /^invalid|expected|received|^too (small|big)|^unrecognized|undefined/i;

/** Expects no server error, and every refusal as problem details. */
async function expectSuccessOrProblem(reply: Response): Promise<void> {
  expect(reply.status).toBeLessThan(500);
  if (reply.status < 400) return;
  expect(reply.headers.get('content-type')).toBe('application/problem+json');
  const problem = problemSchema.parse(await reply.json());
  expect(problem.status).toBe(reply.status);
  expect(problem.requestId).toBe(reply.headers.get('x-request-id'));
  if (codesAboutTheRequest.has(problem.code)) expect(problem.errors).not.toEqual([]);
  for (const { detail } of problem.errors) expect(detail).not.toMatch(wordsOfZod);
}

describe('hostile requests', () => {
  it('answers no body with a server error', {
    tags: [
      'DREQ-8',
      'DREQ-55',
      'DREQ-57',
      'DREQ-58',
      'DREQ-59',
      'DREQ-60',
      'DREQ-61',
      'DREQ-62',
      'DREQ-63',
      'DREQ-65',
      'DREQ-66',
    ],
  }, async () => {
    await fc.assert(
      fc.asyncProperty(target, anyBody, async ({ path, method, auth }, body) => {
        const headers = { ...headersFor(auth), 'content-type': 'application/json' };
        await expectSuccessOrProblem(await service.app.request(path, { method, headers, body }));
      }),
      { numRuns: 200 },
    );
    expect(service.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });

  it('refuses random bytes as JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (bytes) => {
        const reply = await service.app.request(`${api}/init-workflow`, {
          method: 'POST',
          headers: { ...headersFor('key'), 'content-type': 'application/json' },
          body: new Uint8Array(bytes),
        });
        await expectSuccessOrProblem(reply);
        expect(reply.status).toBeGreaterThanOrEqual(400);
      }),
      { numRuns: 100 },
    );
  });

  it('answers no address, query or header with a server error', async () => {
    const prefix = fc.constantFrom(
      `${api}/workflow-execution/`,
      `${api}/media/`,
      `${api}/client/steps/`,
      `${api}/client/state?after=`,
      '/sdk/',
      '/',
    );
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD');
    const headerValue = fc.string({ unit: 'grapheme-ascii', maxLength: 60 });
    const oddSegment = fc.constantFrom(
      '..',
      '%2e%2e',
      '%00',
      '%ff',
      '%',
      '1',
      'front',
      'captures',
      '?',
      ';a=b',
    );
    const path = fc.array(fc.oneof(oddSegment, oddText), { maxLength: 4 }).map((parts) => parts.join('/'));
    await fc.assert(
      fc.asyncProperty(prefix, path, oddText, method, headerValue, async (start, rest, odd, verb, value) => {
        const url = new URL(`http://x${start}${rest}`);
        url.searchParams.set('expires', odd);
        url.searchParams.set('mediaOnly', odd);
        const headers = {
          'x-api-key': value,
          authorization: value,
          'accept-encoding': value,
          'x-forwarded-for': value,
        };
        const reply = await service.app.request(url.href, { method: verb, headers });
        if (verb === 'HEAD') expect(reply.status).toBeLessThan(500);
        else await expectSuccessOrProblem(reply);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['GET', '/webhook-deliveries/%00'],
    ['POST', '/webhook-deliveries/%00/redeliver'],
    ['POST', '/webhooks/%00/disable'],
    ['POST', '/webhooks/%00/resume'],
    ['POST', '/webhooks/%00/test'],
  ])(
    'answers 404 to an id with NUL, which PostgreSQL does not accept in text: %s %s',
    async (method, path) => {
      const key = await service.addApiKey(accountId, null, 'live', 'webhooks');
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      const body = method === 'GET' ? {} : { body: '{}' };
      const reply = await service.app.request(`${api}${path}`, { method, headers, ...body });
      expect(reply.status).toBe(404);
    },
  );

  it('refuses a query parameter with NUL, and names it', async () => {
    const app = new Hono<AppEnvironment>();
    const anyText = { read: (text: string) => text, must: 'must be a string' };
    app.get('/', (context) => context.json(readQuery(context, { search: anyText })));
    app.onError((error, context) => context.json((error as Refusal).faults, 400));
    expect(await (await app.request('/?search=a')).json()).toEqual({ search: 'a' });
    const reply = await app.request('/?search=a%00');
    expect([reply.status, await reply.json()]).toEqual([
      400,
      [{ parameter: 'search', code: 'INVALID_PARAMETER', detail: 'must not contain NUL' }],
    ]);
  });

  it('answers an internal error without details, and logs it', { tags: ['S7-8'] }, async () => {
    const broken = new Error('secret of the house');
    const find = service.services.store.findWorkflow;
    Object.assign(service.services.store, { findWorkflow: () => Promise.reject(broken) });
    const backend = new Backend(service, apiKey);
    const { status, problem } = await backend.start({ workflowId, inputs: { user_id: 'u' } });
    Object.assign(service.services.store, { findWorkflow: find });
    expect([status, problem.code]).toEqual([500, 'INTERNAL_ERROR']);
    expect(JSON.stringify(problem)).not.toContain('secret of the house');
    expect(service.logLines.some((line) => line.includes(problem.requestId))).toBe(true);
  });

  it('answers an internal error in a read without details', { tags: ['S7-15'] }, async () => {
    const find = service.services.store.find;
    const broken = new Error('secret of the house');
    Object.assign(service.services.store, { find: () => Promise.reject(broken) });
    const { status, problem } = await new Backend(service, apiKey).read(workflowId);
    Object.assign(service.services.store, { find });
    expect([status, problem.code]).toEqual([500, 'INTERNAL_ERROR']);
    expect(JSON.stringify(problem)).not.toContain('secret of the house');
  });
});
