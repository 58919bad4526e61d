import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpegOf } from '../../testing/client.ts';
import {
  type Credential,
  type CredentialWorld,
  createCredentialWorld,
  credentials,
} from '../../testing/credential-world.ts';
import { deviceReport } from '../../testing/device-report.ts';
import { look, nothing } from '../../testing/popup-world.ts';

const api = '/orchestration-api/v1';
let world: CredentialWorld;
/** Copy of the world's data before any request. */
const untouched = mkdtempSync(join(tmpdir(), 'vo-untouched-'));
beforeAll(async () => {
  world = await createCredentialWorld();
  cpSync(world.service.folder, untouched, { recursive: true });
});
afterAll(async () => {
  await world.service.close();
  rmSync(untouched, { recursive: true });
});

/** Opens another service on a copy of the data from before any request. */
async function untouchedWorld(): Promise<CredentialWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'vo-service-'));
  cpSync(untouched, folder, { recursive: true });
  return { ...world, service: await world.service.reopenedOn(folder) };
}

/** Sends a request with the credential in both forms: as API key and as bearer. */
function send({ service, held, ...known }: CredentialWorld, route: string, credential: Credential) {
  const [method = '', pattern = ''] = route.split(' ');
  const value = held[credential];
  const { path = pattern, body } = requests[route]?.(known) ?? {};
  const isBytes = body instanceof Uint8Array;
  return service.app.request(path, {
    method,
    headers: {
      ...(value === '' ? {} : { 'x-api-key': value, authorization: `Bearer ${value}` }),
      ...(isBytes ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isBytes ? body : JSON.stringify(body) }),
  });
}

type Known = Omit<CredentialWorld, 'service' | 'held'>;
interface Asked {
  path?: string;
  body?: object | Uint8Array<ArrayBuffer>;
}

const start = ({ workflowId }: Known): Asked => ({ body: { workflowId, inputs: { user_id: 'u' } } });
const execution = ({ executionId }: Known): Asked => ({ path: `${api}/workflow-execution/${executionId}` });
const hook = ({ endpointId }: Known, end: string): Asked => ({ path: `${api}/webhooks/${endpointId}${end}` });
const delivery = ({ deliveryId }: Known, end = ''): Asked => ({
  path: `${api}/webhook-deliveries/${deliveryId}${end}`,
});
const attempt = `${api}/client/steps/document/attempts/1`;

/** Valid requests to the routes, so that only the credential can be at fault. */
const requests: Readonly<Record<string, (known: Known) => Asked>> = {
  [`POST ${api}/init-workflow`]: start,
  [`POST ${api}/workflow-link`]: start,
  [`GET ${api}/workflow-execution/:id`]: execution,
  [`PATCH ${api}/workflow-execution/:id`]: (known) => ({ ...execution(known), body: { status: 'APPROVED' } }),
  [`PATCH ${api}/webhooks/:endpointId`]: (known) => ({
    ...hook(known, ''),
    body: { url: 'https://elsewhere.example/hooks' },
  }),
  [`POST ${api}/webhooks/:endpointId/test`]: (known) => ({ ...hook(known, '/test'), body: {} }),
  [`POST ${api}/webhooks/:endpointId/disable`]: (known) => hook(known, '/disable'),
  [`POST ${api}/webhooks/:endpointId/resume`]: (known) => hook(known, '/resume'),
  [`GET ${api}/webhook-deliveries/:deliveryId`]: (known) => delivery(known),
  [`POST ${api}/webhook-deliveries/:deliveryId/redeliver`]: (known) => delivery(known, '/redeliver'),
  [`GET ${api}/media/:captureId`]: ({ mediaPath }) => ({ path: mediaPath.replace(/\?.*/, '') }),
  [`POST ${api}/client/init`]: () => ({
    body: { sdkVersion: '1', capabilities: ['document'], nonce: 'another-nonce-of-24-char' },
  }),
  [`POST ${api}/client/device`]: () => ({ body: deviceReport() }),
  [`POST ${api}/client/popup`]: () => ({ body: { look } }),
  [`POST ${api}/client/handoff`]: () => ({ body: { look } }),
  [`POST ${api}/client/handoff/invitation`]: () => ({ body: { nonce: 'another-nonce-of-24-char' } }),
  [`POST ${api}/client/popup/report`]: () => ({ body: nothing }),
  [`POST ${api}/client/popup/leave`]: () => ({ body: { visit: 1 } }),
  [`PUT ${api}/client/steps/:stepId/attempts/:attempt/captures/:slot`]: () => ({
    path: `${attempt}/captures/front`,
    body: jpegOf('another front'),
  }),
  [`POST ${api}/client/steps/:stepId/attempts/:attempt/answers`]: () => ({
    path: `${attempt}/answers`,
    body: { answers: {} },
  }),
  [`POST ${api}/client/steps/:stepId/attempts/:attempt/submit`]: ({ digest }) => ({
    path: `${attempt}/submit`,
    body: { documentType: 'PASSPORT', captures: { front: digest } },
  }),
};
type Answers = Readonly<Partial<Record<Credential, number>>>;

const everybody = (status: number): Answers => Object.fromEntries(credentials.map((one) => [one, status]));
/** Statuses for keys: a key sees executions of its account, scope and mode; others do not exist for it. */
const keys = (own: number, outOfScope: number, test = outOfScope): Answers => ({
  'the key': own,
  'a test key': test,
  'a test key for webhooks': outOfScope,
  'a key for another workflow': outOfScope,
  'the key of another account': 404,
  'a key for webhooks': outOfScope,
  'a key for webhooks of another account': 404,
});
/** Statuses for webhook keys. Keys for executions are forbidden, and see nothing. */
const webhooks = (own: number, others: number, test = others): Answers => ({
  'a key for webhooks': own,
  'a test key for webhooks': test,
  'a test key': 403,
  'a key for webhooks of another account': others,
  'the key': 403,
  'a key for another workflow': 403,
  'the key of another account': 403,
});
/** Statuses for session keys. A session key determines the execution, so no address contains an execution id. */
const sessions = (own: number, others: number): Answers => ({
  'the session': own,
  'the session of another account': others,
  'the session of a popup': others,
  'the session of the opener of a popup': 409,
  'the session of a phone': others,
  'the session that was handed over': 409,
  'a session that was taken over': 409,
});
/** Adds the page that handed over, which may still watch, extend, leave and cancel. */
const withHandedOver = (answers: Answers): Answers => ({
  ...answers,
  'the session that was handed over': 200,
});
/** Statuses for sessions that are neither that of a popup nor that of its opener, for the routes of these two. */
const noPopup: Answers = {
  'the session of a phone': 409,
  'the session that was handed over': 409,
  'the session': 409,
  'the session of another account': 409,
  'a session that was taken over': 409,
};
const opener: Answers = {
  ...noPopup,
  'the session of the opener of a popup': 200,
  'the session of a popup': 409,
};
const popup: Answers = {
  ...noPopup,
  'the session of a popup': 200,
  'the session of the opener of a popup': 409,
};

/** Expected status of each route by credential; 401 for credentials that are not listed. */
const answers: Readonly<Record<string, Answers>> = {
  [`POST ${api}/init-workflow`]: keys(200, 403, 200),
  [`POST ${api}/workflow-link`]: keys(200, 403, 200),
  [`GET ${api}/workflow-execution/:id`]: keys(200, 404),
  // 400, because the execution is still in progress.
  [`PATCH ${api}/workflow-execution/:id`]: keys(400, 404),
  [`GET ${api}/webhooks`]: webhooks(200, 200),
  [`POST ${api}/webhooks/:endpointId/test`]: webhooks(200, 404, 200),
  // Forbidden with a test key, because it would affect the events of real users.
  [`PATCH ${api}/webhooks/:endpointId`]: webhooks(200, 404, 403),
  [`POST ${api}/webhooks/:endpointId/disable`]: webhooks(200, 404, 403),
  [`POST ${api}/webhooks/:endpointId/resume`]: webhooks(200, 404, 403),
  [`GET ${api}/webhook-deliveries`]: webhooks(200, 200),
  [`GET ${api}/webhook-deliveries/:deliveryId`]: webhooks(200, 404),
  [`POST ${api}/webhook-deliveries/:deliveryId/redeliver`]: webhooks(200, 404),
  // Only the signature in the address counts.
  [`GET ${api}/media/:captureId`]: everybody(404),
  [`POST ${api}/client/init`]: {
    'the token': 200,
    'the token of another execution': 200,
    'the secret of a link': 200,
    'the ticket of a popup': 200,
    'the secret of a hand-off': 200,
  },
  [`GET ${api}/client/ping`]: everybody(200),
  [`POST ${api}/client/link`]: { 'the secret of a link': 200 },
  [`POST ${api}/client/begin`]: sessions(200, 200),
  // 409, because none of these workflows checks the device.
  [`POST ${api}/client/device`]: sessions(409, 409),
  [`GET ${api}/client/state`]: withHandedOver(sessions(200, 200)),
  [`POST ${api}/client/extend`]: withHandedOver(sessions(200, 200)),
  [`POST ${api}/client/leave`]: withHandedOver(sessions(200, 200)),
  [`POST ${api}/client/cancel`]: withHandedOver(sessions(200, 200)),
  [`POST ${api}/client/popup`]: sessions(200, 200),
  // A phone cannot hand over again.
  [`POST ${api}/client/handoff`]: { ...sessions(200, 200), 'the session of a phone': 409 },
  [`POST ${api}/client/handoff/invitation`]: { 'the secret of a hand-off': 200 },
  [`POST ${api}/client/handoff/take-back`]: {
    ...noPopup,
    'the session of a popup': 409,
    'the session of the opener of a popup': 409,
    'the session that was handed over': 200,
  },
  [`GET ${api}/client/popup`]: opener,
  [`POST ${api}/client/popup/release`]: opener,
  [`GET ${api}/client/popup/attendance`]: popup,
  [`POST ${api}/client/popup/report`]: popup,
  [`POST ${api}/client/popup/leave`]: popup,
  [`PUT ${api}/client/steps/:stepId/attempts/:attempt/captures/:slot`]: sessions(200, 200),
  // 409, because both sessions are at a document step.
  [`POST ${api}/client/steps/:stepId/attempts/:attempt/answers`]: sessions(409, 409),
  // 400, because only one session has uploaded the named picture.
  [`POST ${api}/client/steps/:stepId/attempts/:attempt/submit`]: sessions(200, 400),
  [`GET ${api}/openapi.json`]: everybody(200),
  [`GET ${api}/docs`]: everybody(200),
  'GET /popup': everybody(200),
  'GET /flow': everybody(200),
  'GET /phone': everybody(200),
  // Open to everybody; 404, because nothing is built here.
  'GET /sdk/*': everybody(404),
  'GET /healthz': everybody(200),
  'GET /readyz': everybody(200),
};

/** Reads everything that is stored of an execution. */
async function storedOf({ service }: CredentialWorld, executionId: string): Promise<readonly unknown[]> {
  const { main } = service.database;
  return [
    await main.selectFrom('executions').selectAll().where('id', '=', executionId).execute(),
    await main.selectFrom('captures').selectAll().where('execution_id', '=', executionId).execute(),
    await main.selectFrom('checks').selectAll().where('execution_id', '=', executionId).execute(),
    await main.selectFrom('webhook_endpoints').selectAll().execute(),
    await main.selectFrom('webhook_deliveries').selectAll().execute(),
  ];
}

/** Credentials that are valid for the execution of `the session`. */
const own: ReadonlySet<Credential> = new Set(['the key', 'the token', 'the session']);

describe('isolation of accounts', () => {
  it('lists an expected status for every route', () => {
    const routes = world.service.app.routes
      .filter(({ method }) => method !== 'ALL')
      // Routes of the Admin Panel only accept sessions of people: admin-routes/permissions.integration.test.ts tests each.
      .filter(({ path }) => path !== '/' && !/^\/admin(-api)?(\/|$)/.test(path))
      .map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(routes)].sort()).toEqual(Object.keys(answers).sort());
  });

  it.each(Object.keys(answers))(
    '%s accepts exactly the expected credentials, and changes no foreign data',
    { tags: ['S5-1', 'S5-3', 'DREQ-7', 'DREQ-31', 'DHOOK-50'] },
    async (route) => {
      const expected = credentials.map((one) => [one, answers[route]?.[one] ?? 401] as const);
      const isRead = route.startsWith('GET ');
      const here = isRead ? world : await untouchedWorld();
      // Sends the refused requests first: they must change nothing, while accepted ones change their caller's own data.
      const ordered = [...expected].sort(([, a], [, b]) => b - a);
      let before = await storedOf(here, here.executionId);
      for (const [credential, status] of ordered) {
        const reply = await send(here, route, credential);
        const text = await reply.text();
        expect(reply.status, credential).toBe(status);
        const after = await storedOf(here, here.executionId);
        const isForWebhooks = credential === 'a key for webhooks';
        // An endpoint is for events of both modes, so both webhook keys see it.
        if (!isForWebhooks && credential !== 'a test key for webhooks' && !own.has(credential))
          expect(text, credential).not.toContain(here.endpointId);
        if (!isForWebhooks && !own.has(credential)) expect(text, credential).not.toContain(here.deliveryId);
        if (!own.has(credential)) {
          expect(text, credential).not.toContain(here.executionId);
          // A webhook key may change its endpoints, but no execution.
          const some = isForWebhooks ? 3 : after.length;
          expect(after.slice(0, some), credential).toEqual(before.slice(0, some));
        }
        before = after;
        if (status >= 400) expect(reply.headers.get('content-type')).toBe('application/problem+json');
      }
      if (!isRead) await here.service.close();
    },
  );

  it('accepts a media link only for its own picture, unmodified and unexpired', async () => {
    const { service, mediaPath } = world;
    const statusOf = async (path: string) => (await service.app.request(path)).status;
    expect(await statusOf(mediaPath)).toBe(200);
    const captures = await service.database.main.selectFrom('captures').select('id').execute();
    const others = captures.filter(({ id }) => !mediaPath.includes(id));
    expect(others.length).toBeGreaterThan(0);
    for (const { id } of others) {
      expect(await statusOf(mediaPath.replace(/media\/[^?]+/, `media/${id}`))).toBe(404);
    }
    expect(await statusOf(mediaPath.replace(/expires=\d/, 'expires=9'))).toBe(404);
    service.clock.time += 16 * 60 * 1000;
    expect(await statusOf(mediaPath)).toBe(404);
    service.clock.time -= 16 * 60 * 1000;
  });
});
