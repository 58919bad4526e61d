import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/db/opening/open-database.ts';
import { openVault } from '../src/secrets/open-vault.ts';
import { mmdbOf } from '../testing/mmdb.ts';
import { builtEntry } from './built-entry.ts';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';
import { Traffic } from './traffic.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

const entry = builtEntry('cli');
const killer = new URL('./kill-at-move.mjs', import.meta.url).href;
/** Number of kills of a command, each at another moment. */
const kills = 5;
/**
 * Rest of the traffic's workers. Each command still meets dozens of requests, but gets the processor: without a rest, it waits
 * for the traffic, whose executions it must then copy as well.
 */
const restMs = 100;

let receiver: WebhookReceiver;
let service: ServiceProcess;
let client: ServiceClient;
let traffic: Traffic;
let home: string;
let stopTraffic: () => Promise<void>;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'vo-backup-'));
  receiver = await WebhookReceiver.open();
  service = await ServiceProcess.create(receiver.port);
  service.settings = { PURGE_JOURNAL: join(home, 'purges.log') };
  await service.start();
  receiver.secret = service.development.webhookSecret;
  client = new ServiceClient(service);
  traffic = new Traffic(client);
  const stopped = new AbortController();
  const flowing = traffic.flow(stopped.signal, restMs);
  stopTraffic = async () => {
    stopped.abort();
    await flowing;
  };
  await acknowledged(60);
});
afterEach(async () => {
  await stopTraffic();
  await service.remove();
  receiver.close();
  rmSync(home, { recursive: true, force: true });
});

/** Waits until a number of further requests were acknowledged. */
async function acknowledged(more: number): Promise<void> {
  const until = client.acknowledged + more;
  while (client.acknowledged < until) await pause(2);
}

/** Starts the built command in a process of its own. */
function command(words: readonly string[], settings: Record<string, string> = {}): ChildProcess {
  const env = { PATH: process.env.PATH, DATA_DIR: service.folder, ...service.settings, ...settings };
  return spawn(process.execPath, [entry, ...words], { env });
}

/** Runs a command to its end. @returns its JSON. */
async function run<Data = Record<string, unknown>>(
  words: readonly string[],
  settings: Record<string, string> = {},
): Promise<Data> {
  const child = command([...words, '--json'], settings);
  let [output, errors] = ['', ''];
  child.stdout?.on('data', (text) => {
    output += text;
  });
  child.stderr?.on('data', (text) => {
    errors += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${output}${errors}`);
  return JSON.parse(output) as Data;
}

/** Kills a command after a time. */
async function killAfter(words: readonly string[], ms: number, settings = {}): Promise<void> {
  const child = command(words, settings);
  const exited = once(child, 'exit');
  await pause(ms);
  child.kill('SIGKILL');
  await exited;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

const keyFile = () => join(service.folder, 'master.key');

/** Reads all given executions. Replaces the media links, which change with the time. */
async function readAll(ids: readonly string[], by: ServiceClient): Promise<Map<string, unknown>> {
  const read = new Map<string, unknown>();
  for (const id of ids) {
    const { checks, ...execution } = await by.read(id);
    read.set(id, {
      ...execution,
      checks: JSON.parse(JSON.stringify(checks).replace(/https?:[^"]+/g, 'link')),
    });
  }
  return read;
}

describe('backup under load', () => {
  it('restores every execution of a backup taken under load, and sends no webhooks while they are held', async () => {
    const archive = join(home, 'backup.tar');
    // Ended before the backup begins, so their reads do not change any more.
    const ended = [...traffic.runs];
    for (const id of ended) while ((await client.read(id)).status === 'PENDING') await pause(20);
    const begun = traffic.flows
      .filter(({ stored }) => stored !== undefined)
      .map(({ executionId }) => executionId);
    await run(['backup', archive]);
    await acknowledged(20);
    await run(['backup', 'verify', archive, '--scratch', home]);
    await stopTraffic();
    const before = await readAll(ended, client);
    // From now on, only the copy could send webhooks.
    await service.kill();

    const copy = await ServiceProcess.create(receiver.port, join(home, 'copy'));
    copyFileSync(keyFile(), join(home, 'key'));
    copy.settings = { ...service.settings, MASTER_KEY_FILE: join(home, 'key') };
    const held = await run(['restore', archive, '--held'], { ...copy.settings, DATA_DIR: copy.folder });
    expect(held).toMatchObject({ held: true });
    const sent = receiver.received.length;
    await copy.start();
    try {
      expect(copy.log).toContain('Webhooks are held');
      const copyClient = new ServiceClient(copy);
      expect(await readAll(ended, copyClient)).toEqual(before);
      for (const id of begun) expect((await copyClient.read(id)).id).toBe(id);
      // An execution of the copy ends, and its event is held.
      const inputs = { user_id: 'u', email: 'anna@example.com', phone_number: '+49 30 901820' };
      const { executionId } = await copyClient.start('E-mail and phone', inputs);
      while ((await copyClient.read(executionId)).status === 'PENDING') await pause(20);
      const ready = (await (await fetch(`${copy.url}/readyz`)).json()) as { data: { warnings: string[] } };
      expect(ready.data.warnings).toContainEqual(expect.stringContaining('Webhooks are held'));
      expect(receiver.idsOf(executionId)).toEqual([]);
      expect(receiver.received.length).toBe(sent);
      await run(['webhook', 'release'], { ...copy.settings, DATA_DIR: copy.folder });
      while (receiver.idsOf(executionId).length === 0) await pause(50);
    } finally {
      await copy.remove();
    }
  });

  it('leaves no partial archive when a backup is killed, and writes the next one whole', async () => {
    const first = join(home, 'first.tar');
    const takes = await timed(() => run(['backup', first]));
    const archive = join(home, 'backup.tar');
    for (let round = 1; round <= kills; round += 1) {
      await killAfter(['backup', archive], (takes * round) / (kills + 1));
      // The archive is either whole or missing.
      if (existsSync(archive)) {
        await run(['backup', 'verify', archive, '--scratch', home]);
        rmSync(archive);
      }
    }
    await run(['backup', archive]);
    await run(['backup', 'verify', archive, '--scratch', home]);
    expect(readdirSync(home).filter((name) => name.includes('unfinished'))).toEqual([]);
  });
});

describe('restore', () => {
  it('refuses to work on partly restored data after a killed restore, and completes the next restore', async () => {
    const archive = join(home, 'backup.tar');
    const { counts } = await run<{ counts: object }>(['backup', archive]);
    await stopTraffic();
    await service.stop();
    copyFileSync(keyFile(), join(home, 'key'));
    const settings = (folder: string) => ({
      MASTER_KEY_FILE: join(home, 'key'),
      DATA_DIR: join(home, folder),
    });
    const takes = await timed(() => run(['restore', archive], settings('timed')));
    for (let round = 1; round <= kills; round += 1) {
      const folder = join(home, 'restored');
      await killAfter(['restore', archive], (takes * round) / (kills + 1), settings('restored'));
      if (existsSync(join(folder, 'service.db'))) rmSync(folder, { recursive: true });
      else if (existsSync(join(folder, '.restoring')))
        await expect(run(['account', 'list'], settings('restored'))).rejects.toThrow('was interrupted');
    }
    expect(await run(['restore', archive], settings('restored'))).toMatchObject({ counts });
  });

  it('completes although it was killed before each file that it moves into place', async () => {
    await stopTraffic();
    const archive = join(home, 'backup.tar');
    const list = join(service.folder, 'countries.mmdb');
    writeFileSync(list, mmdbOf('Test-Country', { '81.2.69.0/24': { country: { iso_code: 'GB' } } }));
    await run(['backup', archive], { IP_COUNTRY_DB: list });
    await service.stop();
    copyFileSync(keyFile(), join(home, 'key'));
    const folder = join(home, 'restored');
    const settings = { MASTER_KEY_FILE: join(home, 'key'), DATA_DIR: folder };
    const outcomes: unknown[][] = [];
    while (!existsSync(join(folder, 'service.db')) && outcomes.length < 20) {
      const killing = { NODE_OPTIONS: `--import=${killer}`, KILL_AT_MOVE: String(outcomes.length + 1) };
      const child = command(['restore', archive], { ...settings, ...killing });
      outcomes.push(await once(child, 'exit'));
    }
    const killed = outcomes.slice(0, -1);
    expect(killed.length).toBeGreaterThan(3);
    expect(outcomes).toEqual([...killed.map(() => [null, 'SIGKILL']), [0, null]]);
    expect(readdirSync(folder)).toContain('countries.mmdb');
    expect(readdirSync(folder)).not.toContain('.restoring');
  });
});

describe('rotation of the master key', () => {
  it('loses nothing when a rotation is repeatedly killed under load', async () => {
    const old = readFileSync(keyFile(), 'utf8');
    const takes = await timed(() => run(['account', 'list']));
    for (let round = 0; round < kills; round += 1) {
      await killAfter(['master-key', 'rotate'], takes * (0.6 + round / 5));
      await acknowledged(10);
    }
    await run(['master-key', 'rotate']);
    await acknowledged(20);
    await stopTraffic();
    expect(readFileSync(keyFile(), 'utf8')).not.toBe(old);
    expect(service.log).not.toContain('another master key');
    for (const id of traffic.runs) {
      while ((await client.read(id)).status === 'PENDING') await pause(50);
      while (receiver.idsOf(id).length === 0) await pause(50);
    }
    // After a restart only the next key is left.
    await service.stop();
    const vault = openVault({ text: undefined, directory: service.folder });
    const database = await openDatabase(service.folder);
    try {
      const rows = await database.main.selectFrom('executions').select('wrapped_key').execute();
      expect(rows.length).toBeGreaterThan(traffic.runs.length);
      for (const { wrapped_key } of rows) {
        if (!wrapped_key) continue;
        vault.openDataKey(wrapped_key);
        expect(vault.rewrap(wrapped_key), 'is encrypted under the next key').toBeNull();
      }
    } finally {
      await database.close();
    }
    expect(() => openVault({ text: old, directory: service.folder })).toThrow(/another master key/);
    await service.start();
    for (const { executionId, stored, token } of traffic.flows) {
      if (stored === undefined) continue;
      expect((await client.read(executionId)).id).toBe(executionId);
      const { state } = await client.init(token);
      expect(state.begun).toBe(true);
    }
  });
});
