import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { encodeJpeg, renderScene } from '@vendor/specimens';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCommand } from '../src/cli/run-command.ts';
import { systemClock } from '../src/clock.ts';
import { type BucketServer, serverKeys, startBucketServer } from '../testing/bucket-server.ts';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';
import { endPassport, jpegOf } from './traffic.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

/** More captures than the service removes without a confirmation. */
const laterCaptures = 105;

let bucket: BucketServer;
let receiver: WebhookReceiver;
/** The service before the loss; `after` runs on the restored database with an empty folder. */
let before: ServiceProcess;
let after: ServiceProcess;
let home: string;

beforeEach(async () => {
  [bucket, receiver] = [await startBucketServer(), await WebhookReceiver.open()];
  home = mkdtempSync(join(tmpdir(), 'vo-dump-'));
  [before, after] = [await ServiceProcess.create(receiver.port), await ServiceProcess.create(receiver.port)];
  for (const service of [before, after])
    service.settings = {
      DATABASE_URL: service.databaseUrl ?? '',
      MASTER_KEY: before.masterKey,
      MEDIA_URL: `s3://media/live?endpoint=${encodeURIComponent(bucket.endpoint)}&region=us-east-1`,
      MEDIA_ACCESS_KEY_ID: serverKeys.accessKeyId,
      MEDIA_SECRET_ACCESS_KEY: serverKeys.secretAccessKey,
    };
  await before.start();
  receiver.secret = before.development.webhookSecret;
});
afterEach(async () => {
  await before.remove();
  await after.remove();
  receiver.close();
  await bucket.stop();
  rmSync(home, { recursive: true, force: true });
});

/** Runs a command beside a service. @returns its exit code and output. */
async function runLine(service: ServiceProcess, line: string): Promise<{ code: number; output: string }> {
  let output = '';
  const code = await runCommand(line.split(' '), {
    variables: { ...service.settings, DATA_DIR: service.folder, DEVELOPMENT: 'true', ALLOW_LOOPBACK: 'true' },
    clock: systemClock,
    input: Readable.from([]),
    say: (text) => {
      output += text;
    },
    complain: (text) => {
      output += text;
    },
    stopped: () => new AbortController().signal,
  });
  return { code, output };
}

async function query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: after.databaseUrl ?? '' });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

async function eventually(assertions: () => Promise<void>): Promise<void> {
  const until = Date.now() + 60_000;
  for (;;) {
    try {
      return await assertions();
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(200);
    }
  }
}

/** Begins an execution with a document step. */
async function begin(client: ServiceClient, userId: string) {
  const { executionId, token } = await client.start('Identity document', { user_id: userId });
  const { sessionKey } = await client.init(token);
  await client.begin(sessionKey);
  return { executionId, sessionKey };
}

/** Makes all objects of the bucket two hours old. */
function ageObjects(): void {
  const past = Date.now() / 1000 - 7200;
  for (const name of readdirSync(bucket.folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(bucket.folder, name);
    if (statSync(path).isFile()) utimesSync(path, past, past);
  }
}

async function mediaInBucket(): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of bucket.open().list('media/')) keys.push(...page);
  return keys;
}

/** Returns the address of the picture of an execution. */
async function pictureOf(service: ServiceProcess, executionId: string): Promise<string> {
  const { checks } = await new ServiceClient(service).read(executionId);
  const { pathname, search } = new URL(checks?.[0]?.capturedMedia?.documentFront?.url ?? '');
  return `${service.url}${pathname}${search}`;
}

const errorsIn = (log: string) => log.split('\n').filter((line) => line.includes('"level":"error"'));

it('replays purges, holds back later media, and names missing media on an older dump with a newer bucket', async () => {
  const client = new ServiceClient(before);
  const [kept, erased, open] = [
    await begin(client, 'sandbox-approved'),
    await begin(client, 'erased'),
    await begin(client, 'open'),
  ];
  const jpeg = await encodeJpeg((await renderScene({ size: { width: 640, height: 480 } })).picture);
  const front = await client.putFront(kept.sessionKey, 1, jpeg);
  await client.submitPassport(kept.sessionKey, 1, front);
  await Promise.all([kept, erased].map(({ sessionKey }) => endPassport(client, sessionKey)));
  const digest = await client.putFront(open.sessionKey, 1, jpegOf(20_000));
  const picture = await (await fetch(await pictureOf(before, kept.executionId))).arrayBuffer();
  expect(picture.byteLength).toBeGreaterThan(0);
  await eventually(async () => expect(receiver.idsOf(kept.executionId)).toHaveLength(1));

  const dump = join(home, 'service.dump');
  await promisify(execFile)('pg_dump', ['--format=custom', `--file=${dump}`, before.databaseUrl ?? '']);
  const later: string[] = [];
  const line = async () => {
    while (later.length < laterCaptures) {
      const index = later.push('') - 1;
      const { executionId, sessionKey } = await begin(client, 'later');
      await client.putFront(sessionKey, 1, jpegOf(1000 + index));
      later[index] = executionId;
    }
  };
  await Promise.all([line(), line(), line(), line()]);
  expect(await runLine(before, 'execution erase --user-id erased --confirm')).toMatchObject({ code: 0 });
  const media = await mediaInBucket();
  expect(media.length).toBeGreaterThanOrEqual(laterCaptures + 2);
  await before.kill();
  ageObjects();

  const restored = [`--dbname=${after.databaseUrl}`, '--no-owner', dump];
  await promisify(execFile)('pg_restore', restored);
  // A real restore takes longer than the lease of an instance in the dump.
  await query('update instances set heartbeat_at = 0');
  expect(await runLine(after, 'webhook hold')).toMatchObject({ code: 0 });
  await after.start();
  expect(after.log).toContain('Purged data had come back and was purged again.');
  const [row] = await query(
    `select data_purged_at is not null as purged, wrapped_key, sealed_inputs,
      (select count(*)::int from captures where execution_id = executions.id) as captures
     from executions where id = $1`,
    [erased.executionId],
  );
  expect(row).toEqual({ purged: true, wrapped_key: null, sealed_inputs: null, captures: 0 });
  const found = await runLine(after, 'execution find --user-id erased --json');
  expect(JSON.parse(found.output)).toEqual([]);

  await eventually(async () => {
    const { waiting } = JSON.parse((await runLine(after, 'media orphans --json')).output);
    expect(waiting).toMatchObject({ orphans: laterCaptures, objects: media.length, isConfirmed: false });
  });
  expect(await mediaInBucket()).toEqual(media);
  const doctor = (await runLine(after, 'doctor')).output;
  expect(doctor).toContain(
    `${laterCaptures} of ${media.length} media have no capture, an unusually large share`,
  );
  expect(doctor).toContain('If the database is the newest one of these media:');
  expect(await runLine(after, 'audit verify')).toMatchObject({ code: 0 });

  const restoredClient = new ServiceClient(after);
  const readAgain = await fetch(await pictureOf(after, kept.executionId));
  expect(Buffer.compare(Buffer.from(picture), Buffer.from(await readAgain.arrayBuffer()))).toBe(0);
  await expect(restoredClient.read(later[0] ?? '')).rejects.toThrow(/: 404/);
  const state = await restoredClient.state(open.sessionKey);
  expect(state.step?.stored.map((capture) => capture.digest)).toEqual([digest]);
  await restoredClient.submitPassport(open.sessionKey, 1, digest);
  await endPassport(restoredClient, open.sessionKey);
  expect(doctor).toContain('! held webhooks:');
  expect(receiver.idsOf(open.executionId)).toEqual([]);
  expect(await runLine(after, 'webhook release')).toMatchObject({ code: 0 });
  await eventually(async () => expect(receiver.idsOf(open.executionId)).toHaveLength(1));
  expect(errorsIn(after.log)).toEqual([]);

  // Simulates a bucket that is older than the database.
  const [{ media_ref: ref } = {}] = await query('select media_ref from captures where execution_id = $1', [
    kept.executionId,
  ]);
  const lost = await pictureOf(after, kept.executionId);
  await bucket.open().delete(`media/${String(ref).slice(0, 2)}/${ref}`);
  expect((await fetch(lost)).status).toBe(404);
  const verified = await runLine(after, 'audit verify');
  expect(verified.code).toBe(1);
  expect(verified.output).toContain(`of the execution ${kept.executionId} is missing.`);
  const namedByDoctor = (await runLine(after, 'doctor')).output;
  expect(namedByDoctor).toContain(`A picture or file of the execution ${kept.executionId} is missing.`);
  expect(namedByDoctor).toContain('Put it back from a copy of the media; else purge the execution:');
  expect((await restoredClient.read(kept.executionId)).status).not.toBe('PENDING');
});
