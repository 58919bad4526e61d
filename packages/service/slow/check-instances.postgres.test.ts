import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BucketServer, serverKeys, startBucketServer } from '../testing/bucket-server.ts';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';
import { jpegOf } from './traffic.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

let receiver: WebhookReceiver;
let bucket: BucketServer;
/** Instance that serves the API; the other one carries out checks. */
let serving: ServiceProcess;
let checking: ServiceProcess;
let client: ServiceClient;

beforeEach(async () => {
  [receiver, bucket] = [await WebhookReceiver.open(), await startBucketServer()];
  [serving, checking] = [
    await ServiceProcess.create(receiver.port),
    await ServiceProcess.create(receiver.port),
  ];
  const shared = {
    DATABASE_URL: serving.databaseUrl ?? '',
    MASTER_KEY: serving.masterKey,
    MEDIA_URL: `s3://media/live?endpoint=${encodeURIComponent(bucket.endpoint)}&region=us-east-1`,
    MEDIA_ACCESS_KEY_ID: serverKeys.accessKeyId,
    MEDIA_SECRET_ACCESS_KEY: serverKeys.secretAccessKey,
  };
  serving.settings = { ...shared, CHECKS: 'none' };
  checking.settings = { ...shared, CHECKS: 'only', DEVELOPMENT: 'false' };
  await serving.start();
  receiver.secret = serving.development.webhookSecret;
  client = new ServiceClient(serving);
});
afterEach(async () => {
  for (const instance of [serving, checking]) await instance.remove();
  receiver.close();
  await bucket.stop();
});

const warnings = async () =>
  ((await (await fetch(`${serving.url}/readyz`)).json()) as { data: { warnings: string[] } }).data.warnings;

/** Waits until a condition holds. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(50);
}

it('carries out checks only in the checking instance, and serves everything else in the other', async () => {
  const { token, executionId } = await client.start('Identity document', { user_id: 'u' });
  const { sessionKey } = await client.init(token);
  await client.begin(sessionKey);
  const digest = await client.putFront(sessionKey, 1, jpegOf(20_000));
  await client.submitPassport(sessionKey, 1, digest);
  await until(async () => (await warnings()).some((text) => text.startsWith('No instance runs checks')));
  expect(await client.state(sessionKey)).toMatchObject({ awaiting: 'checks' });

  await checking.start();
  await until(async () => (await client.state(sessionKey)).awaiting === 'user');
  expect(await client.state(sessionKey)).toMatchObject({ step: { attempt: 2 } });
  for (let attempt = 2; (await client.read(executionId)).status === 'PENDING'; attempt += 1) {
    const next = await client.putFront(sessionKey, attempt, jpegOf(20_000));
    await client.submitPassport(sessionKey, attempt, next);
    await until(async () => (await client.state(sessionKey)).awaiting !== 'checks');
  }
  await until(async () => receiver.idsOf(executionId).length > 0);
  await until(async () => (await warnings()).length === 0);

  expect((await fetch(`${checking.url}/readyz`)).status).toBe(200);
  for (const path of ['/admin', '/orchestration-api/v1/client/ping', '/sdk/v1/vendor-orchestration.js'])
    expect((await fetch(`${checking.url}${path}`)).status).toBe(404);
});
