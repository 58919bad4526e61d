import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BucketServer, serverKeys, startBucketServer } from '../testing/bucket-server.ts';
import { Balancer } from './balancer.ts';
import { builtEntry } from './built-entry.ts';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';
import { Traffic } from './traffic.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

const command = builtEntry('cli');
const laterRelease = new URL('./later-release.mjs', import.meta.url).href;
/** Settings that turn this build into the next release, with one more migration. */
const later = (phase: 'expand' | 'contract') => ({
  NODE_OPTIONS: `--import=${laterRelease}`,
  LATER_PHASE: phase,
});

let receiver: WebhookReceiver;
let bucket: BucketServer;
let instances: [ServiceProcess, ServiceProcess];
let balancer: Balancer;
let client: ServiceClient;
let shared: Record<string, string>;

beforeEach(async () => {
  [receiver, bucket] = [await WebhookReceiver.open(), await startBucketServer()];
  instances = [await ServiceProcess.create(receiver.port), await ServiceProcess.create(receiver.port)];
  const [first] = instances;
  balancer = new Balancer(instances.map(({ port }) => port));
  const url = await balancer.open();
  shared = {
    DATABASE_URL: first.databaseUrl ?? '',
    MASTER_KEY: first.masterKey,
    MEDIA_URL: `s3://media/live?endpoint=${encodeURIComponent(bucket.endpoint)}&region=us-east-1`,
    MEDIA_ACCESS_KEY_ID: serverKeys.accessKeyId,
    MEDIA_SECRET_ACCESS_KEY: serverKeys.secretAccessKey,
    PUBLIC_URL: url,
  };
  for (const instance of instances) {
    instance.settings = { ...shared, DEVELOPMENT: String(instance === first) };
    await instance.start();
  }
  receiver.secret = first.development.webhookSecret;
  client = new ServiceClient({ url, development: first.development });
});
afterEach(async () => {
  balancer.close();
  for (const instance of instances) await instance.remove();
  receiver.close();
  await bucket.stop();
});

/** Runs a command of the release that the variables select, in the data folder of an instance. */
async function operate(line: string, variables: Record<string, string>) {
  const { PATH = '' } = process.env;
  const env = { PATH, ...shared, DATA_DIR: instances[0].folder, ...variables };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [command, ...line.split(' ')], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

/** Restarts an instance with other settings; takes it out of the balancer meanwhile. */
async function replace(instance: ServiceProcess, settings: Record<string, string>): Promise<void> {
  await balancer.takeOut(instance.port);
  expect(await instance.stop()).toBe(0);
  instance.settings = settings;
  await instance.start();
  balancer.putBack(instance.port);
}

/** Waits for a number of acknowledged requests, while both releases may be running. */
async function acknowledge(count: number): Promise<void> {
  const enough = client.acknowledged + count;
  while (client.acknowledged < enough) await pause(5);
}

it('fails, loses and repeats nothing while instances are replaced one by one under traffic', {
  timeout: 900_000,
}, async () => {
  const failures: string[] = [];
  const traffic = new Traffic(client, (error) => failures.push(String(error)));
  const over = new AbortController();
  const flowing = traffic.flow(over.signal);
  await acknowledge(10);

  expect(await operate('upgrade check', later('expand'))).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Upgrade: {3}rolling[\s\S]*Pending: {3}9000-later \(expand\)/),
  });
  expect(await operate('migrate', later('expand'))).toMatchObject({
    code: 0,
    stdout: 'Carried out: 9000-later.\n',
  });
  await acknowledge(10);
  for (const instance of instances) {
    await replace(instance, { ...instance.settings, ...later('expand') });
    await acknowledge(10);
  }
  // The previous release starts again on the schema of the next one.
  const [, last] = instances;
  await replace(last, { ...shared, DEVELOPMENT: 'false' });
  await acknowledge(10);
  over.abort();
  await flowing;
  expect(failures).toEqual([]);

  const until = Date.now() + 240_000;
  const isSettled = async (id: string) =>
    (await client.read(id)).status !== 'PENDING' && receiver.idsOf(id).length > 0;
  for (const id of traffic.runs) {
    while (!(await isSettled(id))) {
      if (Date.now() > until)
        throw new Error(`The execution ${id} did not settle: ${(await client.read(id)).status}.`);
      await pause(50);
    }
  }
  let lost = 0;
  for (const { token, stored } of traffic.flows) {
    if (stored === undefined) continue;
    const { state } = await client.init(token);
    const digests = state.step?.stored.map(({ digest }) => digest) ?? [];
    if (state.step?.attempt === 1 && !digests.includes(stored)) lost += 1;
  }
  const duplicated = traffic.runs.filter((id) => new Set(receiver.idsOf(id)).size !== 1).length;
  const figures = { acknowledged: client.acknowledged, failed: failures.length, lost, duplicated };
  process.stdout.write(`Two instances, replaced one by one: ${JSON.stringify(figures)}\n`);
  expect({ lost, duplicated, refused: receiver.refused }).toEqual({ lost: 0, duplicated: 0, refused: [] });
});

it('requires a stop of all instances for a migration that the previous release cannot continue with', async () => {
  const [first, second] = instances;
  expect(await operate('upgrade check', later('contract'))).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/Upgrade: {3}stop[\s\S]*Stop all 2 instances first/),
  });
  expect(await operate('migrate', later('contract'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('cannot continue after the migration 9000-later: 2, version'),
  });
  expect(await first.stop()).toBe(0);
  first.settings = { ...first.settings, ...later('contract') };
  await expect(first.start()).rejects.toThrow(/lacks migrations of this version \(9000-later\)/);
  expect(await second.stop()).toBe(0);
  expect(await operate('migrate', later('contract'))).toMatchObject({ code: 0 });
  await expect(second.start()).rejects.toThrow(/newer version of the service \(9000-later\)/);
  await first.start();
});
