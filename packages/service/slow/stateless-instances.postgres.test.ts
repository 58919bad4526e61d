import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCommand } from '../src/cli/run-command.ts';
import { systemClock } from '../src/clock.ts';
import { type BucketServer, serverKeys, startBucketServer } from '../testing/bucket-server.ts';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';

let home: string;
let bucket: BucketServer;
let instances: ServiceProcess[];
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'vo-stateless-'));
  bucket = await startBucketServer();
  instances = [];
});
afterEach(async () => {
  for (const instance of instances.reverse()) await instance.remove();
  await bucket.stop();
  rmSync(home, { recursive: true });
});

/** Creates an instance with its own folder on the database of the first. */
async function instanceWith(keyFile: string): Promise<ServiceProcess> {
  const instance = await ServiceProcess.create();
  instances.push(instance);
  const [first] = instances as [ServiceProcess];
  instance.settings = {
    DATABASE_URL: first.databaseUrl ?? '',
    MASTER_KEY: readFileSync(keyFile, 'utf8').trim(),
    MEDIA_URL: `s3://media/live?endpoint=${encodeURIComponent(bucket.endpoint)}&region=us-east-1`,
    MEDIA_ACCESS_KEY_ID: serverKeys.accessKeyId,
    MEDIA_SECRET_ACCESS_KEY: serverKeys.secretAccessKey,
    DEVELOPMENT: String(instance === first),
  };
  return instance;
}

async function runLine(line: string, { settings, folder }: ServiceProcess) {
  let output = '';
  const say = (text: string) => {
    output += text;
  };
  const code = await runCommand(line.split(' '), {
    variables: { ...settings, DATA_DIR: folder },
    clock: systemClock,
    input: Readable.from([]),
    say,
    complain: say,
    stopped: () => new AbortController().signal,
  });
  return { code, output };
}

async function query(url: string, ...texts: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // The owner of a database can bypass its triggers.
    await client.query("set session_replication_role = 'replica'");
    let rows: Record<string, unknown>[] = [];
    for (const text of texts) rows = (await client.query(text)).rows as Record<string, unknown>[];
    return rows;
  } finally {
    await client.end();
  }
}

it('needs no folder of an earlier instance to use a rotated key and to detect an emptied audit trail', async () => {
  const [old, next] = [join(home, 'old.key'), join(home, 'next.key')];
  writeFileSync(old, `${'a1'.repeat(32)}\n`, { mode: 0o600 });
  const first = await instanceWith(old);
  await first.start();
  const { development } = first;
  const url = first.databaseUrl ?? '';
  const { executionId } = await new ServiceClient(first).start('Identity document', { user_id: 'u-1' });
  const running = await runLine(`master-key rotate --new-key-file ${next}`, first);
  expect([running.code, running.output]).toEqual([1, expect.stringContaining('Instances are running')]);
  await first.stop();
  const rotated = await runLine(`master-key rotate --new-key-file ${next}`, first);
  expect(rotated.code, rotated.output).toBe(0);
  rmSync(first.folder, { recursive: true });

  const second = await instanceWith(next);
  await second.start();
  const client = new ServiceClient({ url: second.url, development });
  expect(await client.read(executionId)).toMatchObject({ status: 'PENDING' });
  expect(readdirSync(second.folder)).toEqual(
    expect.arrayContaining(['integrity.anchor', 'master.key.proof']),
  );
  expect(second.log).not.toContain('ALARM');
  // A chore completes the rotation after the start.
  const hasEnded = `select 1 from installations where key_proof like '%"bridge":null%'`;
  const until = Date.now() + 60_000;
  while ((await query(url, hasEnded)).length === 0 && Date.now() < until) await pause(200);
  await second.stop();
  const late = await instanceWith(old);
  await expect(late.start()).rejects.toThrow('encrypted with another master key');

  await query(url, 'delete from audit_events', 'delete from audit_checkpoints');
  const third = await instanceWith(next);
  await third.start();
  expect(third.log).toContain('ALARM: the audit trail differs from what was written');
  const verified = await runLine('audit verify', third);
  expect([verified.code, verified.output]).toEqual([
    1,
    expect.stringContaining('the checkpoint was removed'),
  ]);
}, 120_000);

it('ends an instance that was suspended during a rotation, because its key is retired', async () => {
  const [old, next] = [join(home, 'old.key'), join(home, 'next.key')];
  writeFileSync(old, `${'a1'.repeat(32)}\n`, { mode: 0o600 });
  const frozen = await instanceWith(old);
  await frozen.start();
  const operator = await instanceWith(old);
  frozen.signal('SIGSTOP');
  await query(frozen.databaseUrl ?? '', 'update instances set heartbeat_at = heartbeat_at - 60000');
  for (const key of [old, next]) {
    operator.settings = { ...operator.settings, MASTER_KEY: readFileSync(key, 'utf8').trim() };
    const { code, output } = await runLine(`master-key rotate --new-key-file ${next}`, operator);
    expect(code, output).toBe(0);
  }
  frozen.signal('SIGCONT');
  const until = Date.now() + 30_000;
  while (!frozen.log.includes('the master key was rotated') && Date.now() < until) await pause(100);
  expect(frozen.log).toContain('The service stops: the master key was rotated.');
  expect(await frozen.stop()).toBe(1);
}, 120_000);
