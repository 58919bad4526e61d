import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AdminBrowser } from '../../testing/admin-browser.ts';
import { InProcessService, publicUrl } from '../../testing/in-process-service.ts';

let service: InProcessService;
let browser: AdminBrowser;
beforeAll(async () => {
  service = await InProcessService.open();
  const { id: accountId } = await service.addAccount('A shop');
  browser = await AdminBrowser.joined(service, 'auditor@example.com', { accountId, role: 'auditor' });
});
afterAll(() => service.close());

const read = async () => {
  const reply = await browser.fetch('GET', 'openapi.json');
  return { headers: reply.headers, status: reply.status, text: await reply.text() };
};

test('describes exactly the routes of the panel', async () => {
  const served = service.app.routes
    .filter(
      ({ path, method }) => path.startsWith('/admin-api/v1/') && !path.endsWith('*') && method !== 'ALL',
    )
    .map(({ path, method }) => `${method} ${path.slice('/admin-api/v1/'.length)}`)
    .filter((name) => name !== 'GET openapi.json');
  const document = JSON.parse((await read()).text) as { paths: Record<string, object> };
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${path.slice(1).replace(/\{(\w+)\}/g, ':$1')}`,
    ),
  );
  expect(described.sort()).toEqual([...new Set(served)].sort());
});

test('describes the id in each path by its resource', async () => {
  type Parameter = { name: string; description: string; schema: { format?: string } };
  const document = JSON.parse((await read()).text) as {
    paths: Record<string, Record<string, { parameters: Parameter[] }>>;
  };
  const described = (path: string, method: string) =>
    document.paths[path]?.[method]?.parameters.map(({ name, description, schema }) => [
      name,
      description,
      schema.format,
    ]);
  expect(described('/workflows/{id}', 'get')).toEqual([['id', 'Id of the workflow.', 'uuid']]);
  expect(described('/keys/{id}', 'delete')).toEqual([
    ['id', 'Id of the API key: its characters 9 to 20.', undefined],
  ]);
  expect(described('/person/passkeys/{id}', 'delete')).toEqual([
    ['id', 'Id of the passkey, in base64url.', 'base64url'],
  ]);
  expect(described('/executions/{id}/media/{captureId}', 'get')).toEqual([
    ['id', 'Id of the execution.', 'uuid'],
    ['captureId', 'Id of the capture.', 'uuid'],
  ]);
});

test('passes a linter, with a unique name for each operation', async () => {
  // Rules that do not apply: the service has no licence to state, and the server address may be an example.
  const rules = {
    'info-license': 'off',
    'info-license-strict': 'off',
    'no-server-example.com': 'off',
  } as const;
  const config = await createConfig({ extends: ['recommended-strict'], rules });
  const problems = await lintFromString({ source: (await read()).text, config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test('serves the document to any signed-in person', async () => {
  expect((await service.app.request(`${publicUrl}/admin-api/v1/openapi.json`)).status).toBe(401);
  const { status, headers } = await read();
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    expect.stringMatching(/^application\/json/),
    'no-store',
  ]);
});

test('lists AUTHENTICATION_TOO_OLD for each operation that may require the password again', async () => {
  const document = JSON.parse((await read()).text) as {
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  };
  const named = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => JSON.stringify(responses).includes('AUTHENTICATION_TOO_OLD'))
      .map(([method]) => `${method} ${path}`),
  );
  expect(named.sort()).toEqual([
    'delete /people/{personId}',
    'delete /people/{personId}/second-step',
    'delete /person/passkeys/{id}',
    'delete /person/totp',
    'patch /people/{personId}',
    'patch /webhooks/{id}',
    'post /keys',
    'post /keys/{id}/rotate',
    'post /people/invitations',
    'post /person/passkeys',
    'post /person/passkeys/options',
    'post /person/recovery-codes',
    'post /person/totp',
    'post /person/totp/confirm',
    'post /webhooks',
    'post /webhooks/{id}/rotate',
    'put /account/second-step',
    'put /retention',
  ]);
});
