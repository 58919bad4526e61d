import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import * as contract from '@vendor/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describedRoutes, operations } from '../../testing/described-routes.ts';
import { InProcessService, publicUrl } from '../../testing/in-process-service.ts';
import { webhookExample } from './describe-webhooks.ts';
import { openapiDocument } from './openapi-document.ts';
import { problemExample } from './problem-example.ts';

interface Described {
  operationId: string;
  parameters: { name: string; description?: string }[];
  responses: Record<string, { headers: Record<string, { $ref: string }> }>;
  security: object[];
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Described>>;
  webhooks: Record<string, { post: Described }>;
  servers: { url: string; variables: Record<string, { default: string }> }[];
  components: { schemas: Record<string, { properties?: Record<string, { description?: string }> }> };
}

let service: InProcessService;
let document: Document;

beforeAll(async () => {
  service = await InProcessService.open();
  document = (await (await service.app.request('/orchestration-api/v1/openapi.json')).json()) as Document;
});
afterAll(() => service.close());

describe('OpenAPI document', () => {
  it('describes exactly the routes of the API', () => {
    const prefix = '/orchestration-api/v1';
    const served = service.app.routes
      .filter(({ path, method }) => path.startsWith(prefix) && !path.endsWith('*') && method !== 'ALL')
      .map(({ path, method }) => `${method} ${path.slice(prefix.length).replace(/:(\w+)/g, '{$1}')}`);
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual([...new Set(served)].sort());
  });

  it('serves every route of the API under its version', { tags: ['S8-8'] }, () => {
    const paths = service.app.routes
      .map(({ path }) => path)
      .filter((path) => path.startsWith('/orchestration-api'));
    expect(paths.filter((path) => !path.startsWith('/orchestration-api/v1/'))).toEqual([]);
    expect(paths).toContain('/orchestration-api/v1/init-workflow');
  });

  it('uses unique operation names, and only references that resolve', () => {
    expect(document.openapi).toBe('3.1.0');
    const names = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((o) => o.operationId),
    );
    expect(new Set(names).size).toBe(names.length);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path]) => path ?? '',
    );
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) {
      const target = reference
        .split('/')
        .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document);
      expect(target, reference).toBeDefined();
    }
  });

  it('describes each parameter of the API', () => {
    const parameters = Object.values(document.paths)
      .flatMap(Object.values)
      .flatMap((one: Described) => one.parameters);
    expect(parameters.filter(({ description }) => !description)).toEqual([]);
    const start = document.paths['/init-workflow']?.post?.parameters ?? [];
    expect(start).toMatchObject([{ name: 'idempotency-key', in: 'header', required: false }]);
  });

  it('lists the refusals of an operation', () => {
    const start = document.paths['/init-workflow']?.post;
    expect(Object.keys(start?.responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '408',
      '409',
      '413',
      '415',
      '422',
      '429',
      '500',
      '503',
    ]);
    expect(start?.security).toEqual([{ apiKey: [] }]);
  });

  it('passes a linter without faults', async () => {
    const rules = {
      // The API is not open to others, so it has no licence to state.
      'info-license': 'off',
      'info-license-strict': 'off',
      // The document names the address that serves it, which is an example here.
      'no-server-example.com': 'off',
      // Public operations only answer with success or a server error.
      'operation-4xx-response': 'off',
    } as const;
    const config = await createConfig({ extends: ['recommended-strict'], rules });
    const faultsOf = async (source: object) => {
      const faults = await lintFromString({ source: JSON.stringify(source), config });
      return faults.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
    };
    expect(await faultsOf(document)).toEqual([]);
    const { Problem: _, ...schemas } = document.components.schemas;
    const broken = { ...document, components: { ...document.components, schemas } };
    expect(await faultsOf(broken)).not.toEqual([]);
  });

  it('lists the addresses of three regions', () => {
    expect(document.servers.map(({ url }) => url)).toEqual([
      '{base_url}/orchestration-api/v1',
      '{base_url_us}/orchestration-api/v1',
      '{base_url_apac}/orchestration-api/v1',
    ]);
    const { servers } = openapiDocument(
      { base: 'https://a', us: 'https://b', apac: null },
      describedRoutes,
    ) as unknown as Document;
    expect(servers.map(({ variables }) => Object.values(variables)[0]?.default)).toEqual([
      'https://a',
      'https://b',
      'https://a',
    ]);
    const everywhere = openapiDocument(
      { base: 'https://a', us: 'https://b', apac: 'https://c' },
      describedRoutes,
    );
    expect((everywhere as unknown as Document).servers[2]?.variables.base_url_apac?.default).toBe(
      'https://c',
    );
    expect(document.servers[0]?.variables.base_url?.default).toBe(publicUrl);
  });

  it('describes the events and their headers', () => {
    expect(Object.keys(document.webhooks).map((name) => `orchestration/${name}`)).toEqual([
      ...contract.webhookEvents,
    ]);
    const sent = JSON.stringify(document.webhooks);
    for (const header of Object.values(contract.webhookHeaders)) expect(sent).toContain(`"name":"${header}"`);
  });

  it('describes the headers for retries, rate limits and request ids', () => {
    const responses = document.paths['/init-workflow']?.post?.responses ?? {};
    expect(Object.keys(responses[200]?.headers ?? {})).toEqual([
      'X-Request-Id',
      'RateLimit',
      'RateLimit-Policy',
    ]);
    for (const status of [409, 429]) expect(responses[status]?.headers).toHaveProperty('Retry-After');
    expect(responses[401]?.headers).toHaveProperty('WWW-Authenticate');
  });

  it('contains only examples that match their schemas', () => {
    const given = operations.flatMap(({ id, body, reply, examples }) => [
      [`body of ${id}`, body, examples?.body] as const,
      [`reply of ${id}`, reply, examples?.reply] as const,
    ]);
    const tried = given.filter(([, , example]) => example !== undefined);
    for (const [name, schema, example] of tried) {
      expect(schema, name).toBeInstanceOf(z.ZodType);
      expect((schema as z.ZodType).safeParse(example), name).toMatchObject({
        success: true,
        data: example as object,
      });
    }
    expect(tried.length).toBeGreaterThan(15);
    expect(contract.webhookEnvelopeSchema.parse(webhookExample)).toEqual(webhookExample);
    expect(contract.problemSchema.parse(problemExample)).toEqual(problemExample);
  });

  it.each(['screenCheckResult', 'photoForgeryCheckResult', 'securityFeaturesCheckResult'])(
    'says, like the page about workflows, that %s is not evaluated',
    { tags: ['DRUN-58', 'DRUN-60', 'DRUN-61'] },
    (member) => {
      const described = document.components.schemas.DocumentCheckResult?.properties?.[member]?.description;
      expect(described).toMatch(/ Not evaluated: always NOT_PERFORMED\.$/);
      const page = readFileSync(new URL('../../../../docs/workflows.md', import.meta.url), 'utf8');
      const paragraph = page.split('\n\n').find((text) => text.includes('returned but not evaluated'));
      expect(paragraph).toContain(`\`${member}\``);
    },
  );

  it('describes each member that a backend sends or receives', () => {
    // Members that a schema shares with another one are described there.
    const ofAnother = new Set(['LinkRequest', 'MediaOnlyExecution', 'MediaOnlyCheck']);
    // Members with self-explanatory names.
    const plain = /^(Selfie|ProofOfAddress|CreditCard|EvidenceCollection)\w+(Result|Data)$/;
    const ofSdk = /^(Client|HandOff|Popup|LinkState$|SubmitRequest$)/;
    const met = Object.entries(document.components.schemas).filter(
      ([name]) => !ofAnother.has(name) && !plain.test(name) && !ofSdk.test(name),
    );
    const members = met.flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).map(([member, { description }]) => [`${name}.${member}`, description]),
    );
    expect(members.length).toBeGreaterThan(150);
    expect(members.filter(([, description]) => !description)).toEqual([]);
    expect(document.components.schemas.LinkRequest?.properties).toMatchObject({
      expiresIn: { description: 'Lifetime of the link, in seconds.' },
    });
  });
});

describe('reference page of the API', () => {
  let page: string;
  let policy: string;
  beforeAll(async () => {
    const reply = await service.app.request('/orchestration-api/v1/docs');
    expect(reply.headers.get('content-type')).toMatch(/^text\/html/);
    page = await reply.text();
    policy = reply.headers.get('content-security-policy') ?? '';
  });

  it('shows every operation, event and schema on the reference page', () => {
    const operations = [
      ...Object.values(document.paths).flatMap(Object.values),
      ...Object.values(document.webhooks).map(({ post }) => post),
    ];
    for (const { operationId } of operations as Described[])
      expect(page).toContain(`<h3 id="${operationId}">`);
    for (const name of Object.keys(document.components.schemas))
      expect(page).toContain(`<h3 id="schema-${name}">`);
    for (const code of contract.problemCodes.filter((code) => JSON.stringify(document).includes(code))) {
      expect(page).toContain(code);
    }
  });

  it('runs no script and loads nothing from elsewhere', () => {
    expect(page).not.toMatch(/<script|<link rel="stylesheet|<img|<iframe| on\w+=| style=/);
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
    expect(style).not.toMatch(/url\(|@import/);
    const hash = createHash('sha256').update(style).digest('base64');
    expect(policy).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
    const addresses = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address = '']) => address);
    expect(addresses.filter((address) => !/^(#|data:,$|openapi\.json$)/.test(address))).toEqual([]);
  });

  it('contains only links that resolve, unique ids and escaped values', () => {
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = [...page.matchAll(/href="#([^"]*)"/g)].map(([, target = '']) => target);
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
    expect(page).not.toContain('undefined');
    expect(page).not.toContain('[object');
  });
});
