import { existsSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCommand } from '../src/cli/run-command.ts';
import { systemClock } from '../src/clock.ts';
import { type BucketServer, serverKeys, startBucketServer } from '../testing/bucket-server.ts';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';
import { endPassport } from './traffic.ts';

let bucket: BucketServer;
let one: ServiceProcess;
let other: ServiceProcess;

beforeEach(async () => {
  bucket = await startBucketServer();
  [one, other] = [await ServiceProcess.create(), await ServiceProcess.create()];
  for (const instance of [one, other]) {
    instance.settings = {
      DATABASE_URL: one.databaseUrl ?? '',
      MASTER_KEY: one.masterKey,
      MEDIA_URL: `s3://media/live?endpoint=${encodeURIComponent(bucket.endpoint)}&region=us-east-1`,
      MEDIA_ACCESS_KEY_ID: serverKeys.accessKeyId,
      MEDIA_SECRET_ACCESS_KEY: serverKeys.secretAccessKey,
      DEVELOPMENT: String(instance === one),
    };
    await instance.start();
  }
});
afterEach(async () => {
  await other.remove();
  await one.remove();
  await bucket.stop();
});

/** Erases a user by a command beside an instance. @returns its exit code. */
async function erase(instance: ServiceProcess, userId: string): Promise<number> {
  return runCommand(['execution', 'erase', '--user-id', userId, '--confirm'], {
    variables: { ...instance.settings, DATA_DIR: instance.folder },
    clock: systemClock,
    input: Readable.from([]),
    say: () => true,
    complain: () => true,
    stopped: () => new AbortController().signal,
  });
}

async function query(text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: one.databaseUrl ?? '' });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

async function mediaKeys(): Promise<string[]> {
  const media: string[] = [];
  for await (const keys of bucket.open().list('media/')) media.push(...keys);
  return media;
}

it('erases a person although the accepting instance is killed and its folder removed', async () => {
  const { development } = one;
  const { token, executionId } = await new ServiceClient(one).start('Identity document', {
    user_id: 'canary',
  });
  // The command ends with 1, because the execution is still in progress and found.
  expect(await erase(one, 'canary')).toBe(1);
  await one.kill();
  rmSync(one.folder, { recursive: true });
  const client = new ServiceClient({ url: other.url, development });
  const { sessionKey } = await client.init(token);
  await client.begin(sessionKey);
  await endPassport(client, sessionKey);
  // The chore becomes due at once, or when the lease of the killed instance ends; its next hourly run would be too late.
  const until = Date.now() + 180_000;
  const isPurged = async () =>
    (await query('select data_purged_at from executions where id = $1', [executionId]))[0]?.data_purged_at;
  while ((await isPurged()) === null && Date.now() < until) await pause(200);
  const [row] = await query(
    `select data_purged_at is not null as purged, wrapped_key, sealed_inputs,
      (select count(*)::int from captures where execution_id = executions.id) as captures,
      (select count(*)::int from search_hashes where execution_id = executions.id) as hashes,
      (select count(*)::int from pending_erasures) as pending
     from executions where id = $1`,
    [executionId],
  );
  expect(row).toEqual({
    purged: true,
    wrapped_key: null,
    sealed_inputs: null,
    captures: 0,
    hashes: 0,
    pending: 0,
  });
  // Media are removed after the commit.
  let media = await mediaKeys();
  while (media.length > 0 && Date.now() < until) media = await mediaKeys();
  expect(media).toEqual([]);
  // The purge journal, needed after a restore of an older backup, is in the bucket as well.
  expect(await bucket.open().get(`purges/${executionId.at(-1)}/${executionId}`)).not.toBeNull();
  expect(existsSync(one.folder)).toBe(false);
});
