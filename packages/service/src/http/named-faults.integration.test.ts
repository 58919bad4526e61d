import { randomUUID } from 'node:crypto';
import { captureLimits, type ProblemCode, type ProblemFault } from '@vendor/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Backend, digestOf, documentWorkflow, inputsWorkflow, jpegOf, Page } from '../../testing/client.ts';
import { codesAboutTheRequest } from '../../testing/codes-about-the-request.ts';
import { operations } from '../../testing/described-routes.ts';
import { handOver, secretIn } from '../../testing/hand-off-world.ts';
import { InProcessService } from '../../testing/in-process-service.ts';
import { insertEndpoint } from '../db/webhooks/webhook-endpoints.ts';
import { createEndpointSecret } from '../webhooks/endpoints/endpoint-secrets.ts';
import { jsonBodyBytes } from './bodies/json-body.ts';

const api = '/orchestration-api/v1';
const unknownId = '00000000-0000-4000-8000-000000000000';
const json = { 'content-type': 'application/json' };
let service: InProcessService;
/** Values for the placeholders `{name}` in the requests below. */
const known: Record<string, string> = {};

beforeAll(async () => {
  service = await InProcessService.open();
  const { id, apiKey } = await service.addAccount('A shop');
  const workflowId = await service.addWorkflow(id, documentWorkflow);
  const inputsId = await service.addWorkflow(id, inputsWorkflow);
  const scopedKey = await service.addApiKey(id, [inputsId]);
  const webhooksKey = await service.addApiKey(id, null, 'live', 'webhooks');
  const { data } = await new Backend(service, apiKey).start({ workflowId, inputs: { user_id: 'u' } });
  const usedBefore = { 'idempotency-key': 'used before' };
  await new Backend(service, apiKey).start({ workflowId, inputs: { user_id: 'other' } }, usedBefore);
  Object.assign(known, { apiKey, inputsId });
  await redeliverOnce(id, webhooksKey, usedBefore);
  const page = new Page(service);
  await page.init(data.token);
  await page.post('begin');
  await page.put('steps/document/attempts/1/captures/front', jpegOf('front'));
  Object.assign(known, { apiKey, scopedKey, webhooksKey, workflowId, inputsId, token: data.token });
  Object.assign(known, { executionId: data.executionId, sessionKey: page.sessionKey });
  Object.assign(known, { handOffSecret: secretIn((await handOver(page)).data.url) });
});
afterAll(() => service.close());

/** Redelivers an event of the account with an idempotency key. */
async function redeliverOnce(
  accountId: string,
  hookKey: string,
  name: Record<string, string>,
): Promise<void> {
  await insertEndpoint(service.database.main, service.services.vault, {
    id: randomUUID(),
    accountId,
    url: 'https://shop.example/webhooks',
    secret: createEndpointSecret(),
    events: ['orchestration/workflow_execution_finished'],
    createdAt: service.clock.time,
  });
  const inputs = { user_id: 'u', email: 'a@shop.example', phone_number: '+49 30 901820' };
  await new Backend(service, known.apiKey ?? '').start({ workflowId: known.inputsId, inputs });
  await service.runDueJobs();
  const deliveries = service.database.main.selectFrom('webhook_deliveries').select('id');
  const { id } = await deliveries.executeTakeFirstOrThrow();
  const headers = { 'x-api-key': hookKey, ...name };
  const reply = await service.app.request(`${api}/webhook-deliveries/${id}/redeliver`, {
    method: 'POST',
    headers,
  });
  expect(reply.status).toBe(200);
}

type Place = Pick<ProblemFault, 'pointer'> | Pick<ProblemFault, 'header'> | Pick<ProblemFault, 'parameter'>;

interface Faulty {
  /** Id of the operation. */
  readonly of: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly code: ProblemCode;
  readonly at: readonly Place[];
}

const key = { 'x-api-key': '{apiKey}' };
const webhooksKey = { 'x-api-key': '{webhooksKey}' };
const session = { authorization: 'Bearer {sessionKey}' };
const token = { authorization: 'Bearer {token}' };
const handOffSecret = { authorization: 'Bearer {handOffSecret}' };
const tooLong = (bytes: number) => JSON.stringify({ padding: 'x'.repeat(bytes) });
const start = (more: object = {}, inputs: object = {}) =>
  JSON.stringify({ workflowId: '{workflowId}', inputs: { user_id: 'u', ...inputs }, ...more });
const submission = (captures: object) => JSON.stringify({ documentType: 'PASSPORT', captures });
const attempt = '/client/steps/document/attempts/1';

/** Faults that every operation with a JSON body has in common. */
const faultyBodies = (of: string, headers: Record<string, string>, code: ProblemCode): Faulty[] => [
  { of, headers: { ...headers, ...json }, body: '[', code, at: [{ pointer: '' }] },
  {
    of,
    headers: { ...headers, 'content-type': 'text/plain' },
    body: '{}',
    code: 'UNSUPPORTED_MEDIA_TYPE',
    at: [{ header: 'content-type' }],
  },
  {
    of,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-16' },
    body: '{}',
    code: 'UNSUPPORTED_MEDIA_TYPE',
    at: [{ header: 'content-type' }],
  },
  {
    of,
    headers: { ...headers, ...json },
    body: '{"inputs":{"user_id":"a","user\\u005fid":"b"}}',
    code,
    at: [{ pointer: '/inputs/user_id' }],
  },
  {
    of,
    headers: { ...headers, ...json },
    body: tooLong(jsonBodyBytes),
    code: 'PAYLOAD_TOO_LARGE',
    at: [{ pointer: '' }],
  },
];
const nobody = (of: string, header = 'authorization'): Faulty => ({
  of,
  headers: { ...json, [header]: 'nonsense' },
  code: 'UNAUTHORIZED',
  at: [{ header }],
});

const faulty: readonly Faulty[] = [
  ...['init-workflow', 'workflow-link'].flatMap((of): Faulty[] => [
    nobody(of, 'x-api-key'),
    ...faultyBodies(of, key, 'INVALID_INPUT_FORMAT'),
    {
      of,
      headers: { ...key, ...json },
      body: start({ inputs: { email: 'no mail' } }),
      code: 'MISSING_REQUIRED_INPUTS',
      at: [{ pointer: '/inputs/email' }, { pointer: '/inputs/user_id' }],
    },
    {
      of,
      headers: { ...key, ...json },
      body: start({}, { custom_fields: { 'a/b': {} } }),
      code: 'INVALID_INPUT_FORMAT',
      at: [{ pointer: '/inputs/custom_fields/a~1b' }],
    },
    {
      of,
      headers: { ...key, ...json },
      body: start({ workflowId: unknownId }),
      code: 'WORKFLOW_NOT_FOUND',
      at: [{ pointer: '/workflowId' }],
    },
    {
      of,
      headers: { 'x-api-key': '{scopedKey}', ...json },
      body: start(),
      code: 'FORBIDDEN',
      at: [{ pointer: '/workflowId' }],
    },
    {
      of,
      headers: { ...key, ...json, 'idempotency-key': 'x'.repeat(256) },
      body: start({}, { email: 'no mail' }),
      code: 'INVALID_INPUT_FORMAT',
      at: [{ pointer: '/inputs/email' }, { header: 'idempotency-key' }],
    },
    {
      of,
      headers: { ...key, ...json, 'idempotency-key': 'used before' },
      body: start(),
      code: 'IDEMPOTENCY_KEY_REUSED',
      at: [{ header: 'idempotency-key' }],
    },
  ]),
  {
    of: 'workflow-link',
    headers: { ...key, ...json },
    body: start({ expiresIn: 60, completedUrl: '/done', incompleteUrl: 'javascript:alert(1)' }),
    code: 'INVALID_INPUT_FORMAT',
    at: [{ pointer: '/expiresIn' }, { pointer: '/completedUrl' }, { pointer: '/incompleteUrl' }],
  },
  nobody('read-workflow-execution', 'x-api-key'),
  {
    of: 'read-workflow-execution',
    path: `/workflow-execution/${unknownId}?mediaOnly=banana`,
    headers: key,
    code: 'INVALID_PARAMETER',
    at: [{ parameter: 'mediaOnly' }],
  },
  {
    of: 'read-workflow-execution',
    headers: key,
    code: 'WORKFLOW_EXECUTION_NOT_FOUND',
    at: [{ parameter: 'id' }],
  },
  nobody('decide-workflow-execution', 'x-api-key'),
  ...faultyBodies('decide-workflow-execution', key, 'INVALID_REQUEST_BODY'),
  {
    of: 'decide-workflow-execution',
    headers: { ...key, ...json },
    body: JSON.stringify({ status: 'REVIEW', comment: 'x'.repeat(251) }),
    code: 'INVALID_REQUEST_BODY',
    at: [{ pointer: '/status' }, { pointer: '/comment' }],
  },
  ...(
    [
      ['{"status":null,"comment":null}', [{ pointer: '/status' }]],
      ['{"comment":1}', [{ pointer: '/status' }, { pointer: '/comment' }]],
      ['{"status":"APPROVED"}', []],
    ] as const
  ).map(([body, inBody]): Faulty => {
    const headers = { ...key, ...json, 'idempotency-key': 'x'.repeat(256) };
    const at = [...inBody, { header: 'idempotency-key' }];
    return { of: 'decide-workflow-execution', headers, body, code: 'INVALID_REQUEST_BODY', at };
  }),
  {
    of: 'decide-workflow-execution',
    headers: { ...key, ...json, 'idempotency-key': 'used before' },
    body: '{"status":"APPROVED"}',
    code: 'IDEMPOTENCY_KEY_REUSED',
    at: [{ header: 'idempotency-key' }],
  },
  {
    of: 'decide-workflow-execution',
    headers: { ...key, ...json },
    body: '{"status":"APPROVED"}',
    code: 'WORKFLOW_EXECUTION_NOT_FOUND',
    at: [{ parameter: 'id' }],
  },
  ...[
    ...['list-webhooks', 'change-webhook', 'test-webhook', 'disable-webhook', 'resume-webhook'],
    ...['list-webhook-deliveries', 'read-webhook-delivery', 'redeliver-webhook'],
  ].flatMap((of): Faulty[] => [
    nobody(of, 'x-api-key'),
    { of, headers: { ...key, ...json }, code: 'FORBIDDEN', at: [{ header: 'x-api-key' }] },
  ]),
  ...faultyBodies('test-webhook', webhooksKey, 'INVALID_REQUEST_BODY'),
  ...faultyBodies('change-webhook', webhooksKey, 'INVALID_REQUEST_BODY'),
  ...(
    [
      ['{}', ''],
      ['{"url":null,"events":null}', ''],
      ['{"events":[null]}', '/events/0'],
      ['{"url":"https://10.0.0.7/"}', '/url'],
      ['{"url":"http://shop.example/"}', '/url'],
      ['{"url":"https://shop.example/?…"}', '/url'],
      ['{"events":[]}', '/events'],
      ['{"events":["finished"]}', '/events/0'],
    ] as const
  ).map(([body, pointer]): Faulty => {
    const headers = { ...webhooksKey, ...json };
    return { of: 'change-webhook', headers, body, code: 'INVALID_REQUEST_BODY', at: [{ pointer }] };
  }),
  ...(
    [
      ['used before', 'IDEMPOTENCY_KEY_REUSED'],
      ['x'.repeat(256), 'INVALID_REQUEST_BODY'],
    ] as const
  ).map(([name, code]): Faulty => {
    const headers = { ...webhooksKey, 'idempotency-key': name };
    return { of: 'redeliver-webhook', headers, code, at: [{ header: 'idempotency-key' }] };
  }),
  {
    of: 'list-webhook-deliveries',
    path: '/webhook-deliveries?endpoint=abc&limit=0',
    headers: webhooksKey,
    code: 'INVALID_PARAMETER',
    at: [{ parameter: 'endpoint' }, { parameter: 'limit' }],
  },
  nobody('client-init'),
  ...faultyBodies('client-init', token, 'INVALID_REQUEST_BODY'),
  {
    of: 'client-init',
    headers: { ...token, ...json },
    body: '{"sdkVersion":"","capabilities":[1]}',
    code: 'INVALID_REQUEST_BODY',
    at: [{ pointer: '/sdkVersion' }, { pointer: '/capabilities/0' }, { pointer: '/nonce' }],
  },
  ...['client-link', 'begin', 'extend', 'leave', 'cancel', 'release-popup', 'take-back-handoff'].map((of) =>
    nobody(of),
  ),
  ...['state', 'watch-popup', 'attend-popup'].flatMap((of): Faulty[] => [
    nobody(of),
    {
      of,
      path: `${operations.find(({ id }) => id === of)?.path}?after=abc&wait=-3`,
      headers: session,
      code: 'INVALID_PARAMETER',
      at: [{ parameter: 'after' }, { parameter: 'wait' }],
    },
  ]),
  nobody('look-at-handoff'),
  ...faultyBodies('look-at-handoff', handOffSecret, 'INVALID_REQUEST_BODY'),
  ...['open-popup', 'report-popup', 'leave-popup', 'offer-handoff', 'report-device'].flatMap((of) => [
    nobody(of),
    ...faultyBodies(of, session, 'INVALID_REQUEST_BODY'),
  ]),
  {
    of: 'open-popup',
    headers: { ...session, ...json },
    body: '{"look":{"theme":{"light":{"baseAccent":7}},"messages":{"a/b":false}}}',
    code: 'INVALID_REQUEST_BODY',
    at: [{ pointer: '/look/theme/light/baseAccent' }, { pointer: '/look/messages/a~1b' }],
  },
  nobody('put-capture'),
  {
    of: 'put-capture',
    path: '/client/steps/document/attempts/first/captures/side',
    headers: session,
    code: 'NOT_FOUND',
    at: [{ parameter: 'attempt' }, { parameter: 'slot' }],
  },
  {
    of: 'put-capture',
    path: `${attempt}/captures/front?camera=odd`,
    headers: session,
    body: jpegOf('x'),
    code: 'INVALID_PARAMETER',
    at: [{ parameter: 'camera' }],
  },
  {
    of: 'put-capture',
    path: `${attempt}/captures/front`,
    headers: { ...session, 'content-digest': 'sha-256=:AAAA:' },
    body: jpegOf('x'),
    code: 'DIGEST_MISMATCH',
    at: [{ header: 'content-digest' }],
  },
  {
    of: 'put-capture',
    path: `${attempt}/captures/front`,
    headers: session,
    body: new Uint8Array(Buffer.from('GIF89a')),
    code: 'UNSUPPORTED_MEDIA_TYPE',
    at: [{ pointer: '' }],
  },
  {
    of: 'put-capture',
    path: `${attempt}/captures/front`,
    headers: { ...session, 'content-length': String(captureLimits.imageBytes + 1) },
    body: jpegOf('x'),
    code: 'PAYLOAD_TOO_LARGE',
    at: [{ pointer: '' }],
  },
  nobody('answer-form'),
  ...faultyBodies('answer-form', session, 'INVALID_REQUEST_BODY').map((request) => ({
    ...request,
    path: `${attempt}/answers`,
  })),
  {
    of: 'answer-form',
    path: '/client/steps/form/attempts/0/answers',
    headers: { ...session, ...json },
    body: '{"answers":{}}',
    code: 'NOT_FOUND',
    at: [{ parameter: 'attempt' }],
  },
  {
    of: 'answer-form',
    path: `${attempt}/answers`,
    headers: { ...session, ...json },
    body: '{"answers":{"email":"@","a/b":1}}',
    code: 'INVALID_REQUEST_BODY',
    at: [{ pointer: '/answers/email' }, { pointer: '/answers/a~1b' }],
  },
  nobody('submit-attempt'),
  ...faultyBodies('submit-attempt', session, 'INVALID_REQUEST_BODY').map((request) => ({
    ...request,
    path: `${attempt}/submit`,
  })),
  {
    of: 'submit-attempt',
    path: '/client/steps/document/attempts/0/submit',
    headers: { ...session, ...json },
    body: submission({}),
    code: 'NOT_FOUND',
    at: [{ parameter: 'attempt' }],
  },
  {
    of: 'submit-attempt',
    path: `${attempt}/submit`,
    headers: { ...session, ...json },
    body: submission({ 'a/b': digestOf(jpegOf('x')) }),
    code: 'INVALID_REQUEST_BODY',
    at: [{ pointer: '/captures/a~1b' }],
  },
  {
    of: 'submit-attempt',
    path: `${attempt}/submit`,
    headers: { ...session, ...json },
    body: submission({}),
    code: 'CAPTURE_MISSING',
    at: [{ pointer: '/captures/front' }],
  },
  {
    of: 'submit-attempt',
    path: `${attempt}/submit`,
    headers: { ...session, ...json },
    body: submission({ front: digestOf(jpegOf('another')) }),
    code: 'DIGEST_MISMATCH',
    at: [{ pointer: '/captures/front' }],
  },
];

const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? unknownId);

/** Sends a request after filling in its placeholders. */
function send({ of, path, headers = {}, body }: Faulty): Response | Promise<Response> {
  const operation = operations.find(({ id }) => id === of)!;
  return service.app.request(
    api + filled(path ?? operation.path.replace('{slot}', 'front').replace('{attempt}', '1')),
    {
      method: operation.method.toUpperCase(),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)])),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? filled(body) : body }),
    },
  );
}

describe('named faults of a request', () => {
  it.each(faulty)('$of: $code names $at', async (request) => {
    const reply = await send(request);
    const { code, errors } = (await reply.json()) as { code: string; errors: ProblemFault[] };
    expect(code).toBe(request.code);
    expect(errors.map(({ code: _, detail: __, ...place }) => place)).toEqual(request.at);
    for (const fault of errors) expect(fault.detail).toMatch(/^\S.{4,120}$/);
  });

  it('names the code in the type of the problem, as a URN', { tags: ['DREQ-57'] }, async () => {
    const reply = await send({
      of: 'init-workflow',
      headers: { ...key, ...json },
      body: start({ inputs: {} }),
      code: 'MISSING_REQUIRED_INPUTS',
      at: [],
    });
    expect(await reply.json()).toMatchObject({ type: 'urn:problem:missing-required-inputs' });
  });

  it('tests each code of each operation', {
    tags: ['S2.2-7', 'S4-21', 'S7-23', 'DREQ-55'],
  }, () => {
    const all = operations.flatMap(({ id, problems }) =>
      problems.filter((code) => codesAboutTheRequest.has(code)).map((code) => `${id}: ${code}`),
    );
    const tried = new Set(faulty.map(({ of, code }) => `${of}: ${code}`));
    expect(all.filter((one) => !tried.has(one))).toEqual([]);
  });
});
