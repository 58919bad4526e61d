import type { Execution } from '@vendor/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentWorkflow, Page } from '../../testing/client.ts';
import { InProcessService, publicUrl, regionUrls } from '../../testing/in-process-service.ts';
import { look } from '../../testing/popup-world.ts';
import { createOwnAddresses } from './own-address.ts';

const api = '/orchestration-api/v1';
let service: InProcessService;
let apiKey: string;
let workflowId: string;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  apiKey = account.apiKey;
  workflowId = await service.addWorkflow(account.id, documentWorkflow);
});
afterAll(() => service.close());

async function call<Data>(origin: string, path: string, body?: object, bearer?: string): Promise<Data> {
  const reply = await service.app.request(`${origin}${api}/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      ...(bearer ? { authorization: `Bearer ${bearer}` } : { 'x-api-key': apiKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(reply.status).toBe(200);
  return ((await reply.json()) as { data: Data }).data;
}

const start = () => ({ workflowId, inputs: { user_id: 'u' } });
const originOf = (url: string | undefined) => new URL(url ?? '').origin;

describe.each([
  ['its own address', publicUrl, publicUrl, 'default'],
  ['the US address', regionUrls.us, regionUrls.us, 'us'],
  ['the APAC address', regionUrls.apac, regionUrls.apac, 'apac'],
  [
    'an address behind a proxy that terminates TLS',
    regionUrls.us.replace('https', 'http'),
    regionUrls.us,
    'us',
  ],
  ['an unconfigured host', 'https://elsewhere.example', publicUrl, 'default'],
])('at %s', (_, asked, own, region) => {
  it('starts, reads and decides an execution with links to the same address', {
    tags: ['S4-8', 'S4-38'],
  }, async () => {
    const data = await call<{ token: string; executionId: string }>(asked, 'init-workflow', start());
    const [prefix, address = ''] = data.token.split('.');
    expect([prefix, Buffer.from(address, 'base64url').toString()]).toEqual([region, own]);
    const page = new Page(service);
    await page.init(data.token);
    await page.post('begin');
    const handOff = await call<{ url: string }>(asked, 'client/handoff', { look }, page.sessionKey);
    expect(originOf(handOff.url)).toBe(own);
    const popup = await call<{ url: string }>(asked, 'client/popup', { look }, page.sessionKey);
    expect(originOf(popup.url)).toBe(own);
    await page.submitPassport();
    await service.runDueJobs();
    const execution = await call<Execution>(asked, `workflow-execution/${data.executionId}`);
    const media = execution.checks?.[0]?.capturedMedia?.documentFront?.url;
    expect(originOf(media)).toBe(own);
    expect((await service.app.request(media!)).status).toBe(200);
    const decided = await service.app.request(`${asked}${api}/workflow-execution/${data.executionId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify({ status: 'DECLINED' }),
    });
    expect(decided.status).toBe(200);
  });

  it('makes a link to the same address', async () => {
    const { redirectUrl } = await call<{ redirectUrl: string }>(asked, 'workflow-link', start());
    expect(originOf(redirectUrl)).toBe(own);
    expect((await service.app.request(redirectUrl)).status).toBe(200);
  });

  it('answers every path of the OpenAPI document', { tags: ['S4-8', 'S4-38'] }, async () => {
    const description = await service.app.request(`${asked}${api}/openapi.json`);
    const { paths } = (await description.json()) as { paths: Record<string, Record<string, unknown>> };
    const asking = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({
        path: path.replaceAll(/\{\w+\}/g, '1'),
        method: method.toUpperCase(),
      })),
    );
    expect(asking.length).toBeGreaterThan(10);
    for (const { path, method } of asking) {
      const statusAt = async (origin: string) =>
        (await service.app.request(`${origin}${path}`, { method })).status;
      const status = await statusAt(asked);
      expect(status, path).not.toBe(405);
      expect(status, path).toBe(await statusAt(publicUrl));
    }
  });
});

it('uses the region in tokens if the only address is that of a region', () => {
  const addressAt = createOwnAddresses('https://us.example', { us: 'https://us.example', apac: null });
  for (const origin of ['http://us.example', 'http://localhost:4000'])
    expect(addressAt(`${origin}/flow`)).toEqual({ region: 'us', publicUrl: 'https://us.example' });
});
