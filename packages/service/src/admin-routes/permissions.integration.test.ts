import { randomUUID } from 'node:crypto';
import { webhookEvents } from '@vendor/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AdminBrowser } from '../../testing/admin-browser.ts';
import { Backend, documentWorkflow, inputsWorkflow } from '../../testing/client.ts';
import { InProcessService } from '../../testing/in-process-service.ts';
import { type Role, roles } from '../access/role.ts';
import type { KeyMode } from '../accounts/api-key.ts';
import { createKey } from '../administration/keys/administer-keys.ts';
import { RateLimits } from '../http/limits/rate-limit.ts';
import { addEndpoint } from '../webhooks/endpoints/add-endpoint.ts';
import type { AdminRoute } from './admin-route.ts';
import { adminRoutes } from './admin-routes.ts';

/** Roles that may use a route in one mode: separately for each mode, the same in both, or anybody, or anybody signed in. */
type Row = 'anyone' | 'signed-in' | readonly Role[] | Readonly<Record<KeyMode, readonly Role[]>>;

const integrators = ['owner', 'developer'] as const;
const watchers = [...integrators, 'manager', 'auditor'] as const;
const deciders = ['owner', 'manager', 'analyst'] as const;
const finders = [...deciders, 'support', 'auditor'] as const;

const starters = {
  live: [...deciders, 'support'],
  test: [...deciders, 'support', 'developer'],
} as const;

/** All routes of the panel. A route without a row here fails the test. */
const rows: Readonly<Record<string, Row>> = {
  'POST sign-in': 'anyone',
  'POST sign-in/code': 'anyone',
  'POST sign-in/passkey/options': 'anyone',
  'POST sign-in/passkey': 'anyone',
  'POST sign-in/link': 'anyone',
  'POST invitations/accept': 'anyone',
  'GET session': 'signed-in',
  'DELETE session': 'signed-in',
  'DELETE sessions': 'signed-in',
  'POST session/account': 'signed-in',
  'POST session/confirm': 'signed-in',
  'GET openapi.json': 'signed-in',
  'GET person': 'signed-in',
  'PATCH person': 'signed-in',
  'POST person/password': 'signed-in',
  'POST person/totp': 'signed-in',
  'POST person/totp/confirm': 'signed-in',
  'DELETE person/totp': 'signed-in',
  'POST person/recovery-codes': 'signed-in',
  'POST person/passkeys/options': 'signed-in',
  'POST person/passkeys': 'signed-in',
  'DELETE person/passkeys/:id': 'signed-in',
  'DELETE person/sessions': 'signed-in',
  'DELETE person/sessions/:id': 'signed-in',
  'GET people': ['owner', 'auditor'],
  'POST people/invitations': ['owner'],
  'PATCH people/:personId': ['owner'],
  'DELETE people/:personId': ['owner'],
  'DELETE people/:personId/invitation': ['owner'],
  'DELETE people/:personId/sessions': ['owner'],
  'DELETE people/:personId/second-step': ['owner'],
  'PUT account/second-step': { live: ['owner'], test: [] },
  'GET keys': ['owner', 'developer', 'auditor'],
  'POST keys': integrators,
  'POST keys/:id/rotate': integrators,
  'DELETE keys/:id': integrators,
  'GET branding': [...integrators, 'manager', 'auditor'],
  'PUT branding': { live: integrators, test: [] },
  'GET lists': [...integrators, 'manager', 'auditor'],
  'GET retention': ['owner', 'manager', 'auditor'],
  'POST retention/plan': ['owner'],
  'PUT retention': ['owner'],
  'GET disposals': ['owner', 'manager', 'auditor'],
  'GET disposals/export': ['owner', 'manager', 'auditor'],
  'GET audit': ['owner', 'manager', 'auditor'],
  'GET audit/export': ['owner', 'manager', 'auditor'],
  'GET executions': roles,
  'POST executions/search': { live: finders, test: [...finders, 'developer'] },
  'GET executions/:id': roles,
  'POST executions/:id/reveal': { live: deciders, test: [...deciders, 'developer'] },
  'POST executions/:id/decision': deciders,
  'POST executions/:id/resend': [...deciders, 'developer'],
  'GET executions/:id/media/:captureId': { live: deciders, test: [...deciders, 'developer'] },
  'GET changes': roles,
  'GET sample-data': { live: [], test: integrators },
  'POST sample-data': { live: [], test: integrators },
  'DELETE sample-data': { live: [], test: integrators },
  'GET workflows/:id/link-form': starters,
  'POST workflows/:id/links': starters,
  'POST executions/:id/link': starters,
  'GET webhooks': watchers,
  'POST webhooks': { live: integrators, test: [] },
  'GET webhooks/:id': watchers,
  'PATCH webhooks/:id': { live: integrators, test: [] },
  'DELETE webhooks/:id': { live: integrators, test: [] },
  'POST webhooks/:id/disable': { live: integrators, test: [] },
  'POST webhooks/:id/resume': { live: integrators, test: [] },
  'POST webhooks/:id/rotate': { live: integrators, test: [] },
  'POST webhooks/:id/test': integrators,
  'GET webhooks/:id/deliveries': watchers,
  'POST webhooks/:id/replay': [...integrators, 'manager'],
  'GET webhook-deliveries/:id': watchers,
  'POST webhook-deliveries/:id/reveal': { live: ['owner', 'manager'], test: [...integrators, 'manager'] },
  'POST webhook-deliveries/:id/redeliver': [...integrators, 'manager'],
  'GET webhook-alarms': watchers,
  'GET workflows': roles,
  'POST workflows': integrators,
  'POST workflows/try': roles,
  'GET workflows/:id': roles,
  'PATCH workflows/:id': { live: integrators, test: [] },
  'GET workflows/:id/versions/:version': roles,
  'PUT workflows/:id/draft': integrators,
  'POST workflows/:id/draft/restore': integrators,
  'POST workflows/:id/draft/drop': integrators,
  'POST workflows/:id/draft/publish': { live: integrators, test: [] },
};

let service: InProcessService;
let routes: readonly AdminRoute[];
/** Ids in another account, by the first word of a route. */
let foreign: Readonly<Record<string, string>>;
/** Ids that do not exist. */
const unknown = { personId: randomUUID(), id: randomUUID(), captureId: randomUUID(), version: '1' };

beforeAll(async () => {
  service = await InProcessService.open();
  const limits = new RateLimits({ perSecond: 1, burst: 1 }, service.clock, () => null);
  routes = adminRoutes(service.admin, limits);
  const { id: other, apiKey } = await service.addAccount('Other');
  await AdminBrowser.joined(service, 'foreign@example.com', { accountId: other });
  const [person] = await service.people.store.peopleByEmail('foreign@example.com');
  const wanted = {
    mode: 'live',
    purpose: 'executions',
    name: null,
    workflowIds: null,
    expiresAt: null,
  } as const;
  const operator = { kind: 'operator', user: 'service' } as const;
  const { entry } = await createKey(service.admin.settings, operator, { ...wanted, accountId: other });
  const workflowId = await service.addWorkflow(other, documentWorkflow);
  const { data } = await new Backend(service, apiKey).start({
    workflowId,
    inputs: { user_id: 'user-1' },
  });
  const endpoint = await addEndpoint(
    { ...service.admin.webhooks.webhookServices, actor: operator },
    { accountId: other, url: 'https://other.example/hooks', events: [...webhookEvents] },
  );
  const ending = await service.addWorkflow(other, inputsWorkflow);
  const inputs = { user_id: 'user-1', email: 'user@example.com', phone_number: '+49 30 901820' };
  await new Backend(service, apiKey).start({ workflowId: ending, inputs });
  await service.runDueJobs();
  const delivery = await service.database.main
    .selectFrom('webhook_deliveries')
    .select('id')
    .executeTakeFirstOrThrow();
  const [session] = await service.people.store.sessionsOf(person?.id ?? '', service.clock.now());
  foreign = {
    webhooks: endpoint?.id ?? '',
    'webhook-deliveries': delivery.id,
    person: session?.id ?? '',
    people: person?.id ?? '',
    keys: entry.id,
    workflows: workflowId,
    executions: data.executionId,
  };
});
afterAll(() => service.close());

describe('permissions of the panel', () => {
  test('covers every route of the panel', () => {
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(rows).sort());
  });

  test.each(roles.flatMap((role) => (['live', 'test'] as const).map((mode) => [role, mode] as const)))(
    'lets %s with only %s mode use exactly the routes of its rows',
    async (role, mode) => {
      const { id: accountId } = await service.addAccount(`${role} ${mode}`);
      const join = () =>
        AdminBrowser.joined(service, `${randomUUID()}@example.com`, { accountId, role, modes: [mode] });
      let browser = await join();
      for (const [route, row] of Object.entries(rows)) {
        const reply = await call(browser, route, unknown, {}, mode);
        // A lost session would answer 401, and so hide a missing 403.
        if (row !== 'anyone') expect([route, reply.problem.code]).not.toEqual([route, 'UNAUTHORIZED']);
        if (reply.status < 300 && !route.startsWith('GET ')) browser = await join();
        const isForbidden = reply.status === 403 && reply.problem.code === 'FORBIDDEN';
        expect([route, !isForbidden]).toEqual([route, isAllowed(row, role, mode)]);
      }
    },
  );

  test.each(Object.entries(rows).filter(([, row]) => row !== 'anyone'))(
    'refuses %s without a session, also with an API key',
    async (route) => {
      const { apiKey } = await service.addAccount(`key ${route}`);
      const headers = { 'x-api-key': apiKey, authorization: `Bearer ${apiKey}` };
      const reply = await call(new AdminBrowser(service), route, unknown, headers);
      expect([reply.status, reply.problem.code]).toEqual([401, 'UNAUTHORIZED']);
    },
  );

  test.each(Object.keys(rows).filter((route) => route.includes(':')))(
    'answers %s the same for ids of another account and for unknown ids',
    async (route) => {
      const { id: accountId } = await service.addAccount(route);
      const owner = await AdminBrowser.joined(service, `${randomUUID()}@example.com`, { accountId });
      const replies = [await call(owner, route, foreignIds(route)), await call(owner, route, unknown)];
      expect(replies.map(({ status }) => status)).toEqual([404, 404]);
      const [known, absent] = replies.map(({ problem }) => ({ ...problem, requestId: '' }));
      expect(known).toEqual(absent);
    },
  );
});

const seen = { version: 1, revision: 0 };
/** Bodies for routes that would refuse an empty one before looking up the id. */
const bodies: Readonly<Record<string, object>> = {
  'POST keys/:id/rotate': { overlapHours: 1 },
  'POST executions/:id/reveal': { reason: 'The user has called.' },
  'POST executions/:id/decision': { status: 'APPROVED', revision: 0 },
  'POST workflows/:id/links': { mode: 'live', inputs: {} },
  'PATCH webhooks/:id': { revision: 0, url: 'https://shop.example/hooks' },
  'POST webhooks/:id/rotate': { revision: 0 },
  'POST webhooks/:id/test': { event: 'orchestration/workflow_execution_finished', status: 'REVIEW' },
  'POST webhooks/:id/replay': { since: '2030-01-01T00:00:00.000Z' },
  'POST webhook-deliveries/:id/reveal': { reason: 'The receiver has failed.' },
  'PUT workflows/:id/draft': { ...seen, content: '{}' },
  'POST workflows/:id/draft/restore': { ...seen, from: 1 },
  'POST workflows/:id/draft/drop': seen,
  'POST workflows/:id/draft/publish': seen,
};

function foreignIds(route: string): Readonly<Record<string, string>> {
  const [, resource = ''] = /^\w+ ([\w-]+)/.exec(route) ?? [];
  const id = foreign[resource] ?? '';
  return { ...unknown, personId: id, id };
}

function call(
  browser: AdminBrowser,
  route: string,
  ids: Readonly<Record<string, string>>,
  headers: Record<string, string> = {},
  mode: KeyMode = 'live',
) {
  const [method = '', path = ''] = route.split(' ');
  const address = path.replace(/:(\w+)/g, (_all, name: string) => ids[name] ?? '');
  const body = bodies[route] ?? {};
  const sent = 'mode' in body ? { ...body, mode } : body;
  return browser.send(method, address, method === 'GET' ? undefined : sent, headers);
}

function isAllowed(row: Row, role: Role, mode: KeyMode): boolean {
  if (row === 'anyone' || row === 'signed-in') return true;
  return ('live' in row ? row[mode] : row).includes(role);
}
