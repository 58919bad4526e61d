import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { encodeJpeg, renderPassport, renderScene, utopianPassport } from '@vendor/specimens';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

/** A deployment with its own database, media, master key, address and webhook receiver. */
interface Region {
  readonly service: ServiceProcess;
  readonly client: ServiceClient;
  readonly receiver: WebhookReceiver;
}
let us: Region;
let apac: Region;

async function openRegion(name: 'US' | 'APAC'): Promise<Region> {
  const receiver = await WebhookReceiver.open();
  const service = await ServiceProcess.create(receiver.port);
  service.settings = { PUBLIC_URL: service.url, [`PUBLIC_URL_${name}`]: service.url };
  await service.start();
  receiver.secret = service.development.webhookSecret;
  return { service, client: new ServiceClient(service), receiver };
}

beforeAll(async () => {
  us = await openRegion('US');
  apac = await openRegion('APAC');
});
afterAll(async () => {
  for (const { service, receiver } of [us, apac]) {
    await service.remove();
    receiver.close();
  }
});

/** Sends a request to a region. @returns the status, and the reply without its request id. */
async function request({ service }: Region, path: string, headers: Record<string, string>, body?: object) {
  const reply = await fetch(`${service.url}/orchestration-api/v1/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { requestId, ...problem } = JSON.parse((await reply.text()) || '{}');
  return { status: reply.status, problem };
}

/** Changes the end of a secret to one that was never issued. */
const strange = (secret: string) => secret.slice(0, -8) + secret.slice(-8).split('').reverse().join('');
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
const init = { sdkVersion: '0', capabilities: ['document'], nonce: 'nonce-of-two-regions-24' };

/** Completes an execution. @returns all credentials that its region issued for it. */
async function verify({ client }: Region) {
  const page = await renderPassport(utopianPassport(new Date()), { widthPx: 1500 });
  const { picture } = await renderScene({ size: { width: 1920, height: 1080 }, page });
  const { executionId, token } = await client.start('Identity document', { user_id: 'u' });
  const { sessionKey } = await client.init(token);
  await client.begin(sessionKey);
  const digest = await client.putFront(sessionKey, 1, await encodeJpeg(picture));
  let state = await client.submitPassport(sessionKey, 1, digest);
  while (state.awaiting === 'checks') state = await client.state(sessionKey, `?after=${state.seq}&wait=20`);
  const [check] = (await client.read(executionId)).checks ?? [];
  const mediaUrl = new URL(check?.capturedMedia?.documentFront?.url ?? '');
  return { executionId, token, sessionKey, mediaUrl };
}

const mediaOf = ({ service }: Region) =>
  readdirSync(join(service.folder, 'media'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length;

it('treats every credential of one region as unknown in another, and shares no media or webhooks', async () => {
  const given = await verify(us);
  const link = await us.client.link('Identity document');
  expect(given.token.split('.')[0]).toBe('us');
  expect((await apac.client.start('Identity document', { user_id: 'u' })).token.split('.')[0]).toBe('apac');

  const linkSecret = new URL(link.redirectUrl).hash.slice(1);
  const { apiKey } = us.service.development;
  const own = { 'x-api-key': apac.service.development.apiKey };
  const read = `workflow-execution/${given.executionId}`;
  const refusals: [
    string,
    number,
    Awaited<ReturnType<typeof request>>,
    Awaited<ReturnType<typeof request>>,
  ][] = [
    [
      'a session token',
      401,
      await request(apac, 'client/init', bearer(given.token), init),
      await request(apac, 'client/init', bearer(strange(given.token)), init),
    ],
    [
      'a session key',
      401,
      await request(apac, 'client/state', bearer(given.sessionKey)),
      await request(apac, 'client/state', bearer(strange(given.sessionKey))),
    ],
    [
      'a link',
      401,
      await request(apac, 'client/link', bearer(linkSecret), {}),
      await request(apac, 'client/link', bearer(strange(linkSecret)), {}),
    ],
    [
      'an API key',
      401,
      await request(apac, read, { 'x-api-key': apiKey }),
      await request(apac, read, { 'x-api-key': strange(apiKey) }),
    ],
    [
      'the id of an execution',
      404,
      await request(apac, read, own),
      await request(apac, `workflow-execution/${crypto.randomUUID()}`, own),
    ],
  ];
  for (const [name, status, reply, unknown] of refusals) {
    expect(reply.status, name).toBe(status);
    expect(reply, name).toEqual(unknown);
    expect(reply.problem.detail.length, name).toBeGreaterThan(4);
  }
  const { pathname, search } = given.mediaUrl;
  expect(given.mediaUrl.origin).toBe(us.service.url);
  expect((await fetch(given.mediaUrl)).status).toBe(200);
  expect((await fetch(`${apac.service.url}${pathname}${search}`)).status).toBe(404);

  while (us.receiver.idsOf(given.executionId).length === 0) await pause(50);
  expect(apac.receiver.received).toEqual([]);
  expect([us.receiver.refused, apac.receiver.refused]).toEqual([[], []]);
  expect(mediaOf(us)).toBeGreaterThan(0);
  expect(mediaOf(apac)).toBe(0);
  for (const secret of [given.token, given.sessionKey, linkSecret, apiKey])
    expect(apac.service.log).not.toContain(secret.slice(-20));
});
