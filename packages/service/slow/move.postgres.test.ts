import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { adminApi } from '../src/admin-routes/serve-admin.ts';
import { type BucketServer, serverKeys, startBucketServer } from '../testing/bucket-server.ts';
import { eventually } from '../testing/eventually.ts';
import { createEmptyTestDatabase, dropTestDatabase } from '../testing/open-test-database.ts';
import { password } from '../testing/people-world.ts';
import { builtEntry } from './built-entry.ts';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';
import { jpegOf } from './traffic.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

const binary = builtEntry('cli');
const stopper = new URL('./stop-at-statement.mjs', import.meta.url).href;
const person = { user_id: 'u', email: 'anna@example.com', phone_number: '+49 30 901820' };
const email = 'owner@bank.example';

let receiver: WebhookReceiver;
let bucket: BucketServer;
let service: ServiceProcess;
let client: ServiceClient;

beforeEach(async () => {
  [receiver, bucket] = [await WebhookReceiver.open(), await startBucketServer()];
  service = await ServiceProcess.create(receiver.port);
  // An empty variable counts as not set.
  service.settings = { DATABASE_URL: '' };
  await service.start();
  receiver.secret = service.development.webhookSecret;
  client = new ServiceClient(service);
});
afterEach(async () => {
  await service.remove();
  receiver.close();
  await bucket.stop();
});

const bucketKeys = {
  MEDIA_ACCESS_KEY_ID: serverKeys.accessKeyId,
  MEDIA_SECRET_ACCESS_KEY: serverKeys.secretAccessKey,
};
const mediaUrl = (prefix: string) =>
  `s3://media/${prefix}?endpoint=${encodeURIComponent(bucket.endpoint)}&region=us-east-1`;

/** Starts a command in a process of its own, with the settings of the service. */
function spawnCommand(
  typed: readonly string[],
  variables: Record<string, string> = {},
  preload: string[] = [],
) {
  return spawn(process.execPath, [...preload, binary, ...typed], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: service.folder,
      MASTER_KEY: service.masterKey,
      DEVELOPMENT: 'true',
      ALLOW_LOOPBACK: 'true',
      PUBLIC_URL: service.url,
      ...variables,
    },
  });
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Waits for a process to end. @param onText - called with its output so far. */
async function endOf(child: ChildProcess, onText: (stdout: string) => void = () => {}): Promise<Ended> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (text: Buffer) => {
    stdout += text.toString();
    onText(stdout);
  });
  child.stderr?.on('data', (text: Buffer) => {
    stderr += text.toString();
  });
  await once(child, 'close');
  return { code: child.exitCode, stdout, stderr };
}

async function run<Data>(line: string, variables: Record<string, string> = {}): Promise<Data> {
  const { code, stdout, stderr } = await endOf(spawnCommand([...line.split(' '), '--json'], variables));
  if (code !== 0) throw new Error(`"${line}" ended with ${code}. ${stderr}${stdout}`);
  return JSON.parse(stdout) as Data;
}

const moving = (url: string, prefix: string) => ['move', '--json', '--to', url, '--media', mediaUrl(prefix)];

/** Counts the SQLite statements of a whole move, which runs on a copy. */
async function countStatements(): Promise<number> {
  const copy = mkdtempSync(join(tmpdir(), 'vo-moved-copy-'));
  const url = (await createEmptyTestDatabase()) ?? '';
  try {
    cpSync(service.folder, copy, { recursive: true });
    const variables = { ...bucketKeys, DATA_DIR: copy, STOP_AT: 'no statement', STOP_BY: 'SIGKILL' };
    const { code, stdout, stderr } = await endOf(
      spawnCommand(moving(url, 'copy'), variables, ['--import', stopper]),
    );
    expect([code, stderr.replace(/^\{"sql".*\n/gm, '')], stdout).toEqual([0, '']);
    return stderr.split('\n').filter((line) => line.startsWith('{"sql"')).length;
  } finally {
    rmSync(copy, { recursive: true, force: true });
    await dropTestDatabase(url);
  }
}

async function callPanel(method: string, path: string, body: object, cookie = ''): Promise<Response> {
  return fetch(`${service.url}${adminApi}/${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      origin: service.url,
      ...(cookie && { cookie }),
    },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  });
}

it('serves all data of SQLite on PostgreSQL and a bucket after moves killed at many moments', async () => {
  const url = service.databaseUrl ?? '';
  const finished: string[] = [];
  for (let count = 0; count < 40; count += 1)
    finished.push((await client.start('E-mail and phone', person)).executionId);
  await eventually(() => {
    for (const id of finished) expect(receiver.idsOf(id)).toHaveLength(1);
  });
  const { token } = await client.start('Identity document', { user_id: 'u' });
  const { sessionKey } = await client.init(token);
  await client.begin(sessionKey);
  const digest = await client.putFront(sessionKey, 1, jpegOf(20_000));
  const [account] = await run<{ id: string }[]>('account list');
  const invited = `person invite --email ${email} --role owner --account ${account?.id}`;
  const { link } = await run<{ link: string }>(invited);
  const accept = { token: new URL(link).hash.slice(1), name: 'An Owner', password };
  expect((await callPanel('POST', 'invitations/accept', accept)).status).toBe(200);
  const [endpoint] = await run<{ id: string }[]>('webhook list');
  await run(`webhook disable ${endpoint?.id}`);
  const waiting = (await client.start('E-mail and phone', person)).executionId;
  await eventually(async () => expect((await client.read(waiting)).status).not.toBe('PENDING'));
  const before = await Promise.all([...finished, waiting].map((id) => client.read(id)));
  expect(await service.stop()).toBe(0);

  const statements = await countStatements();
  let kills = 0;
  const killAt = async (child: ChildProcess, ended: Promise<Ended>) => {
    await ended;
    if (child.signalCode === 'SIGKILL') kills += 1;
  };
  // A continued move sends fewer statements, because it does not read copied rows again.
  for (const share of [0.1, 0.3, 0.5, 0.65, 0.8]) {
    const at = { STOP_AT: `statement ${Math.floor(statements * share)}`, STOP_BY: 'SIGKILL' };
    const child = spawnCommand(moving(url, 'moved'), { ...bucketKeys, ...at }, ['--import', stopper]);
    await killAt(child, endOf(child));
  }
  expect(kills).toBe(5);
  const inMedia = spawnCommand(moving(url, 'moved'), bucketKeys);
  await killAt(
    inMedia,
    endOf(inMedia, (stdout) => {
      if (stdout.includes('"phase":"media"')) inMedia.kill('SIGKILL');
    }),
  );
  // The target is not in use yet: a start on the database is refused, a start on the folder is not.
  service.settings = { DATABASE_URL: url };
  await expect(service.start()).rejects.toThrow(/has data in SQLite/);
  const afterMark = spawnCommand(moving(url, 'moved'), bucketKeys);
  const ended = endOf(afterMark);
  while (
    afterMark.exitCode === null &&
    !/"moved"/.test(readFileSync(join(service.folder, 'move.json'), 'utf8'))
  )
    await pause(20);
  afterMark.kill('SIGKILL');
  await killAt(afterMark, ended);
  expect(kills).toBe(7);
  service.settings = { DATABASE_URL: '' };
  service.log = '';
  await expect(service.start()).rejects.toThrow(/was moved to the database .* Run the same/);
  const last = await endOf(spawnCommand(moving(url, 'moved'), bucketKeys));
  expect(last).toMatchObject({ code: 0, stderr: '' });

  service.settings = { DATABASE_URL: '' };
  await expect(service.start()).rejects.toThrow(/was moved to the database .* Set DATABASE_URL/);
  const settings = { DATABASE_URL: url, MEDIA_URL: mediaUrl('moved'), ...bucketKeys };
  service.settings = settings;
  service.log = '';
  await service.start();
  expect(await Promise.all([...finished, waiting].map((id) => client.read(id)))).toEqual(before);
  expect((await client.state(sessionKey)).step?.stored.map((capture) => capture.digest)).toEqual([digest]);
  // Judging reads the picture from the bucket.
  await client.submitPassport(sessionKey, 1, digest);
  await eventually(async () =>
    expect(await client.state(sessionKey)).toMatchObject({ awaiting: 'user', step: { attempt: 2 } }),
  );
  const signedIn = await callPanel('POST', 'sign-in', { email, password });
  expect([signedIn.status, await signedIn.json()]).toMatchObject([200, { data: { next: 'done' } }]);
  expect(receiver.idsOf(waiting)).toEqual([]);
  await run(`webhook resume ${endpoint?.id}`, settings);
  await eventually(() => expect(receiver.idsOf(waiting)).toHaveLength(1));
  for (const id of finished) expect(receiver.idsOf(id)).toHaveLength(1);
  expect(receiver.refused).toEqual([]);
  expect(await run('audit verify', settings)).toMatchObject({ isGood: true });
  expect(await run('audit list --act installation.move', settings)).toMatchObject([
    { subjectKind: 'database' },
  ]);
  expect(service.log.split('\n').filter((line) => /"level":"error"|A job failed/.test(line))).toEqual([]);
});
