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
/** A copy of all that the world has stored before anybody asked for anything. */
const untouched = mkdtempSync(join(tmpdir(), 'vo-untouched-'));
beforeAll(async () => {
  world = await createCredentialWorld();
  cpSync(world.service.folder, untouched, { recursive: true });
});
afterAll(async () => {
  await world.service.close();
  rmSync(untouched, { recursive: true });
});

/** The same world, in which nobody has asked for anything. */
async function untouchedWorld(): Promise<CredentialWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'vo-service-'));
  cpSync(untouched, folder, { recursive: true });
  return { ...world, service: await world.service.reopenedOn(folder) };
}

/** Sends every form of a credential at once: as an API key and as a bearer. */
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

/** Requests to the routes that ask for something: good in themselves, so that only the credential can be at fault. */
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
/**
 * A key sees what is of its account and within its scope, and was started in its mode; for everything else it is answered as if
 * that were not there.
 */
const keys = (own: number, outOfScope: number, test = outOfScope): Answers => ({
  'the key': own,
  'a test key': test,
  'a test key for webhooks': outOfScope,
  'a key for another workflow': outOfScope,
  'the key of another account': 404,
  'a key for webhooks': outOfScope,
  'a key for webhooks of another account': 404,
});
/** Webhooks are for keys of their own; who starts executions is told so, and sees nothing. */
const webhooks = (own: number, others: number, test = others): Answers => ({
  'a key for webhooks': own,
  'a test key for webhooks': test,
  'a test key': 403,
  'a key for webhooks of another account': others,
  'the key': 403,
  'a key for another workflow': 403,
  'the key of another account': 403,
});
/** A session is of one execution and says so itself: no address names another. */
const sessions = (own: number, others: number): Answers => ({
  'the session': own,
  'the session of another account': others,
  'the session of a window': others,
  'the session of its opener': 409,
  'the session of a phone': others,
  'the session that was handed over': 409,
  'a session that was taken over': 409,
});
/** The page that handed over looks on, asks for more time and takes leave. */
const andItsOpener = (answers: Answers): Answers => ({ ...answers, 'the session that was handed over': 200 });
/** Of a window two sessions know, and each does its own part. */
const noWindow: Answers = {
  'the session of a phone': 409,
  'the session that was handed over': 409,
  'the session': 409,
  'the session of another account': 409,
  'a session that was taken over': 409,
};
const opener: Answers = { ...noWindow, 'the session of its opener': 200, 'the session of a window': 409 };
const window: Answers = { ...noWindow, 'the session of a window': 200, 'the session of its opener': 409 };

/** Status that every route answers to every credential; to those that are not named, 401. */
const answers: Readonly<Record<string, Answers>> = {
  [`POST ${api}/init-workflow`]: keys(200, 403, 200),
  [`POST ${api}/workflow-link`]: keys(200, 403, 200),
  [`GET ${api}/workflow-execution/:id`]: keys(200, 404),
  // 400: it is still under way.
  [`PATCH ${api}/workflow-execution/:id`]: keys(400, 404),
  [`GET ${api}/webhooks`]: webhooks(200, 200),
  [`POST ${api}/webhooks/:endpointId/test`]: webhooks(200, 404, 200),
  // The events of real users would go elsewhere, wait, or be sent.
  [`PATCH ${api}/webhooks/:endpointId`]: webhooks(200, 404, 403),
  [`POST ${api}/webhooks/:endpointId/disable`]: webhooks(200, 404, 403),
  [`POST ${api}/webhooks/:endpointId/resume`]: webhooks(200, 404, 403),
  [`GET ${api}/webhook-deliveries`]: webhooks(200, 200),
  [`GET ${api}/webhook-deliveries/:deliveryId`]: webhooks(200, 404),
  [`POST ${api}/webhook-deliveries/:deliveryId/redeliver`]: webhooks(200, 404),
  // The signature in the address is all that counts.
  [`GET ${api}/media/:captureId`]: everybody(404),
  [`POST ${api}/client/init`]: {
    'the token': 200,
    'the token of another execution': 200,
    'the secret of a link': 200,
    'the ticket of a window': 200,
    'the secret of a hand-off': 200,
  },
  [`GET ${api}/client/ping`]: everybody(200),
  [`POST ${api}/client/link`]: { 'the secret of a link': 200 },
  [`POST ${api}/client/begin`]: sessions(200, 200),
  // None of their workflows looks at it.
  [`POST ${api}/client/device`]: sessions(409, 409),
  [`GET ${api}/client/state`]: andItsOpener(sessions(200, 200)),
  [`POST ${api}/client/extend`]: andItsOpener(sessions(200, 200)),
  [`POST ${api}/client/leave`]: andItsOpener(sessions(200, 200)),
  [`POST ${api}/client/cancel`]: andItsOpener(sessions(200, 200)),
  [`POST ${api}/client/popup`]: sessions(200, 200),
  // A phone hands nothing on.
  [`POST ${api}/client/handoff`]: { ...sessions(200, 200), 'the session of a phone': 409 },
  [`POST ${api}/client/handoff/invitation`]: { 'the secret of a hand-off': 200 },
  [`POST ${api}/client/handoff/take-back`]: {
    ...noWindow,
    'the session of a window': 409,
    'the session of its opener': 409,
    'the session that was handed over': 200,
  },
  [`GET ${api}/client/popup`]: opener,
  [`POST ${api}/client/popup/release`]: opener,
  [`GET ${api}/client/popup/attendance`]: window,
  [`POST ${api}/client/popup/report`]: window,
  [`POST ${api}/client/popup/leave`]: window,
  [`PUT ${api}/client/steps/:stepId/attempts/:attempt/captures/:slot`]: sessions(200, 200),
  // Both are at a document.
  [`POST ${api}/client/steps/:stepId/attempts/:attempt/answers`]: sessions(409, 409),
  // 400: only one of them has taken the picture that is named.
  [`POST ${api}/client/steps/:stepId/attempts/:attempt/submit`]: sessions(200, 400),
  [`GET ${api}/openapi.json`]: everybody(200),
  [`GET ${api}/docs`]: everybody(200),
  'GET /popup': everybody(200),
  'GET /flow': everybody(200),
  'GET /phone': everybody(200),
  // Open to everybody; here nothing is built.
  'GET /sdk/*': everybody(404),
  'GET /healthz': everybody(200),
  'GET /readyz': everybody(200),
};

/** All that is stored of an execution. */
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

/** Those that are good for the execution of `the session`. */
const own: ReadonlySet<Credential> = new Set(['the key', 'the token', 'the session']);

describe('isolation', () => {
  it('covers every route that there is', () => {
    const routes = world.service.app.routes
      .filter(({ method }) => method !== 'ALL')
      // The Admin Panel knows sessions of people alone: admin-routes/permissions.test.ts tries each of its routes.
      .filter(({ path }) => path !== '/' && !/^\/admin(-api)?(\/|$)/.test(path))
      .map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(routes)].sort()).toEqual(Object.keys(answers).sort());
  });

  it.each(Object.keys(answers))(
    '%s lets in whom it shall, and nobody touches what is not theirs',
    { tags: ['S5-1', 'S5-3', 'DREQ-7', 'DREQ-31', 'DHOOK-50'] },
    async (route) => {
      const expected = credentials.map((one) => [one, answers[route]?.[one] ?? 401] as const);
      const isRead = route.startsWith('GET ');
      const here = isRead ? world : await untouchedWorld();
      // Whoever is refused leaves everything as it is; whoever is let in acts on an execution of their own.
      const ordered = [...expected].sort(([, a], [, b]) => b - a);
      let before = await storedOf(here, here.executionId);
      for (const [credential, status] of ordered) {
        const reply = await send(here, route, credential);
        const text = await reply.text();
        expect(reply.status, credential).toBe(status);
        const after = await storedOf(here, here.executionId);
        const isForWebhooks = credential === 'a key for webhooks';
        // An endpoint is for events of both modes.
        if (!isForWebhooks && credential !== 'a test key for webhooks' && !own.has(credential))
          expect(text, credential).not.toContain(here.endpointId);
        if (!isForWebhooks && !own.has(credential)) expect(text, credential).not.toContain(here.deliveryId);
        if (!own.has(credential)) {
          expect(text, credential).not.toContain(here.executionId);
          // A key for webhooks changes how its endpoints stand, and no execution.
          const some = isForWebhooks ? 3 : after.length;
          expect(after.slice(0, some), credential).toEqual(before.slice(0, some));
        }
        before = after;
        if (status >= 400) expect(reply.headers.get('content-type')).toBe('application/problem+json');
      }
      if (!isRead) await here.service.close();
    },
  );

  it('a link to a picture is good for that picture, as it was signed, and nothing else', async () => {
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
