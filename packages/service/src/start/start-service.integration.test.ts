import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { webhookEvents } from '@vendor/contract';
import parse from 'parse-prometheus-text-format';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { operator } from '../../testing/actors.ts';
import { serverKeys, startBucketServer } from '../../testing/bucket-server.ts';
import { Backend, inputsWorkflow } from '../../testing/client.ts';
import { InProcessService } from '../../testing/in-process-service.ts';
import { digestFolder, otherVersions, writeDatabase } from '../../testing/other-version.ts';
import { adminApi } from '../admin-routes/serve-admin.ts';
import { lookAtProxies } from '../cli/doctor/look-at-proxies.ts';
import { createAuditStore } from '../db/audit/audit-trail.ts';
import { createStateSeal, sealState } from '../db/executions/execution-states.ts';
import { joinDatabase, type OpenDatabase } from '../db/opening/open-database.ts';
import { createOrphanHolds } from '../db/retention/orphan-holds.ts';
import { createPurgeStore } from '../db/retention/purge-store.ts';
import { holdDeliveries } from '../db/webhooks/delivery-holds.ts';
import { addEndpoint, insertEndpoint } from '../db/webhooks/webhook-endpoints.ts';
import { insertEvent } from '../db/webhooks/webhook-events.ts';
import { createWebhookStore } from '../db/webhooks/webhook-store.ts';
import { createLogger } from '../logging/logger.ts';
import { openPurgeJournal } from '../retention/purge-journal.ts';
import { openVault } from '../secrets/open-vault.ts';
import { readEnvironment } from '../settings/environment.ts';
import { noteVerifiedBackup } from '../settings/noted-backup.ts';
import { notedSettings } from '../settings/noted-settings.ts';
import { createEndpointSecret } from '../webhooks/endpoints/endpoint-secrets.ts';
import { createChores } from './chores.ts';
import { startService } from './start-service.ts';

/** The part of a Grafana dashboard that the test reads. */
interface Dashboard {
  readonly panels: readonly {
    readonly type: string;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}

const dayMs = 24 * 60 * 60 * 1000;
const { signal } = new AbortController();
let service: InProcessService;
let accountId: string;
let journalFile: string;
let finished: string;

beforeEach(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  journalFile = join(service.folder, 'journal', 'purges.log');
  const workflowId = await service.addWorkflow(accountId, inputsWorkflow);
  const inputs = { user_id: 'u-1', email: 'anna@example.com', phone_number: '+49 30 901820' };
  finished = (await new Backend(service, account.apiKey).start({ workflowId, inputs })).data.executionId;
  await service.runDueJobs();
});
afterEach(() => service.close());

/** Returns when the data of the execution was purged in a database, or null. */
async function purgedAt({ reader }: Pick<InProcessService['database'], 'reader'>): Promise<number | null> {
  const query = reader.selectFrom('executions').select('data_purged_at').where('id', '=', finished);
  return (await query.executeTakeFirstOrThrow()).data_purged_at;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts the service on a copy of the data, as after a restore, and reports what it did. */
async function startOnCopy(
  settings: Readonly<Record<string, string>> = {},
  until: (database: Awaited<ReturnType<typeof joinDatabase>>) => Promise<unknown> = async () => {},
) {
  expect(await service.database.emptyLog()).toBe(true);
  const folder = join(service.folder, 'copy');
  // SQLite would read the log of an earlier copy as part of this one.
  for (const name of ['service.db', 'service.db-wal', 'service.db-shm'])
    rmSync(join(folder, name), { force: true });
  cpSync(join(service.folder, 'service.db'), join(folder, 'service.db'));
  const variables = {
    DATA_DIR: folder,
    PURGE_JOURNAL: journalFile,
    SDK_DIR: join(folder, 'none'),
    ...settings,
  };
  const lines: string[] = [];
  const logger = createLogger({
    level: 'info',
    clock: service.clock,
    write: (line) => lines.push(line),
  });
  const { Request, Response } = globalThis;
  const running = await startService(
    { ...readEnvironment(variables), port: Number(settings.PORT ?? 0) },
    logger,
  );
  try {
    const database = await joinDatabase(folder);
    await until(database);
    const look = {
      log: lines.map((line) => JSON.parse(line) as Record<string, unknown>),
      purgedAt: await purgedAt(database),
      noted: notedSettings(folder),
      hasDevelopmentFile: existsSync(join(folder, 'dev.json')),
      jobs: await database.reader.selectFrom('jobs').selectAll().where('kind', '=', 'housekeep').execute(),
      deliveries: await database.reader.selectFrom('webhook_deliveries').selectAll().execute(),
      attempts: await database.reader.selectFrom('webhook_attempts').selectAll().execute(),
    };
    await database.close();
    return look;
  } finally {
    await running.stop();
    // A listening server replaces these globals.
    Object.assign(globalThis, { Request, Response });
  }
}

async function addEndpointOf(account: string): Promise<string> {
  const id = randomUUID();
  const endpoint = {
    id,
    accountId: account,
    url: 'https://shop.example/hooks',
    secret: createEndpointSecret(),
    events: [...webhookEvents],
    createdAt: service.clock.time,
  };
  const { main } = service.database;
  await main.transaction().execute((trx) => addEndpoint(trx, service.services.vault, endpoint));
  return id;
}

const cameBack = 'Purged data had come back and was purged again.';

/** Reads the metrics of a service after `work` has used it. */
async function metricsOf(settings: Record<string, string>, work: (port: number) => Promise<void>) {
  const METRICS_PORT = String(await freePort());
  const PORT = String(await freePort());
  let text = '';
  await startOnCopy({ ...settings, PORT, METRICS_PORT }, async () => {
    await work(Number(PORT));
    expect((await fetch(`http://127.0.0.1:${PORT}/metrics`)).status).toBe(404);
    text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
  });
  const families = new Map(parse(text).map((family) => [family.name, family.metrics]));
  return { text, families };
}

describe('metrics', () => {
  it('serves metrics of jobs, deliveries, held webhooks, replies, lists and the backup, without persons or accounts', async () => {
    const key = await service.addApiKey(accountId, null);
    const folder = join(service.folder, 'copy');
    mkdirSync(join(folder, 'lists'), { recursive: true });
    writeFileSync(
      join(folder, 'lists', 'own.1.json'),
      JSON.stringify({ format: 'simple-csv', source: 'Ours', importedAt: 5_000, entries: 1, names: 1 }),
    );
    noteVerifiedBackup(folder, { createdAt: 7_000, verifiedAt: 9_000 });
    await insertEndpoint(service.database.main, service.services.vault, {
      id: randomUUID(),
      accountId,
      url: 'https://canary.example/hooks',
      secret: createEndpointSecret(),
      events: [...webhookEvents],
      createdAt: service.clock.time,
    });
    await holdDeliveries(service.database.main, 1);
    const { text, families } = await metricsOf(
      { RATE_LIMIT: '1', MASTER_KEY: service.masterKey.toString('base64') },
      async (port) => {
        for (let count = 0; count < 12; count += 1)
          await fetch(`http://127.0.0.1:${port}/orchestration-api/v1/workflow-execution/${finished}`, {
            headers: { 'x-api-key': key },
          });
      },
    );
    const sampleOf = (name: string, labels: Record<string, string> = {}) =>
      families
        .get(name)
        ?.find((metric) => Object.entries(labels).every(([label, value]) => metric.labels?.[label] === value))
        ?.value;
    expect(sampleOf('orchestration_ready')).toBe('1');
    expect(sampleOf('orchestration_webhooks_held')).toBe('1');
    expect(sampleOf('orchestration_build_info', { node: process.version })).toBe('1');
    expect(sampleOf('orchestration_jobs_given_up', { kind: 'deliver' })).toBe('0');
    expect(sampleOf('orchestration_jobs_given_up_total', { kind: 'deliver' })).toBe('0');
    expect(sampleOf('orchestration_webhook_endpoints', { state: 'enabled' })).toBe('1');
    expect(sampleOf('orchestration_watchlist_imported_timestamp_seconds', { list: 'own' })).toBe('5');
    expect(sampleOf('orchestration_backup_created_timestamp_seconds')).toBe('7');
    expect(sampleOf('orchestration_backup_verified_timestamp_seconds')).toBe('9');
    expect(Number(sampleOf('orchestration_http_limited_total', { limit: 'default' }))).toBeGreaterThan(0);
    expect(Number(sampleOf('orchestration_http_replies_total', { status: '429' }))).toBeGreaterThan(0);
    expect(Number(sampleOf('orchestration_data_disk_free_bytes'))).toBeGreaterThan(0);
    for (const secret of [accountId, finished, key, 'canary', 'anna', 'u-1'])
      expect(text).not.toContain(secret);
  });

  it('serves every metric used by alert rules and dashboard, and has a remedy in every rule', async () => {
    const read = (name: string) =>
      readFileSync(fileURLToPath(new URL(`../../../../docs/${name}`, import.meta.url)), 'utf8');
    const rules = read('alerts.yml');
    const dashboard = JSON.parse(read('dashboard.json')) as Dashboard;
    const { text } = await metricsOf({}, async () => {});
    expect(text).toMatch(/^orchestration_webhooks_held 0$/m);
    const known = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
    const panels = dashboard.panels.filter(({ type }) => type !== 'row');
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    const asked = [rules, ...queries].flatMap((query) =>
      [...query.matchAll(/\b(?:orchestration|process)_\w+/g)].map(([name]) =>
        name.replace(/_(bucket|sum|count)$/, ''),
      ),
    );
    expect([...new Set(asked)].filter((name) => !known.includes(name))).toEqual([]);
    const unseen = known.filter((name = '') => !queries.some((query) => query.includes(name)));
    expect(unseen).toEqual(['orchestration_backup_created_timestamp_seconds', 'process_start_time_seconds']);
    for (const { targets = [] } of panels) expect(targets.length).toBeGreaterThan(0);
    const alerts = rules.split(/^ +- alert: /m).slice(1);
    expect(alerts.length).toBeGreaterThan(8);
    for (const alert of alerts) {
      expect(alert).toMatch(/^ +expr: /m);
      expect(alert).toMatch(/^ +summary: \S/m);
      expect(alert).toMatch(/^ +remedy: \S/m);
    }
  });

  it('serves no metrics without METRICS_PORT', () => {
    expect(readEnvironment({}).metrics).toBeNull();
    expect(readEnvironment({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1' });
    expect(() => readEnvironment({ METRICS_PORT: '4000' })).toThrow('must differ from PORT');
  });
});

describe('a start of the service', () => {
  it.each(otherVersions)(
    'refuses data of another version, and leaves the folder unchanged',
    { tags: ['DRUN-109'] },
    async (other) => {
      const folder = join(service.folder, 'other');
      writeDatabase(folder, other.migrations, 'killed');
      const before = digestFolder(folder);
      const environment = readEnvironment({ DATA_DIR: folder, DEVELOPMENT: 'true' });
      await expect(startService({ ...environment, port: 0 }, service.logger)).rejects.toThrow(
        `The data in ${folder} ${other.cause} ${other.remedy}`,
      );
      expect(digestFolder(folder)).toEqual(before);
    },
  );

  it('marks the media bucket, and creates no media folder', async () => {
    const server = await startBucketServer();
    const { Request, Response } = globalThis;
    const environment = readEnvironment({
      DATA_DIR: join(service.folder, 'with-bucket'),
      MEDIA_URL: `s3://media/live?endpoint=${server.endpoint}`,
      MEDIA_ACCESS_KEY_ID: serverKeys.accessKeyId,
      MEDIA_SECRET_ACCESS_KEY: serverKeys.secretAccessKey,
    });
    const running = await startService({ ...environment, port: 0 }, service.logger);
    try {
      expect(await server.open().get('installation')).not.toBeNull();
      expect(existsSync(join(environment.dataFolder, 'media'))).toBe(false);
    } finally {
      await running.stop();
      await server.stop();
      Object.assign(globalThis, { Request, Response });
    }
  });

  it('replays purges on a restored copy of the data before it answers', { tags: ['DRUN-45'] }, async () => {
    const at = service.clock.time + 5;
    await openPurgeJournal(journalFile).note({ executionId: finished, at });
    const { log, purgedAt } = await startOnCopy();
    expect(log).toContainEqual(expect.objectContaining({ message: cameBack, purgedAgain: 1 }));
    expect(purgedAt).toBe(at);
  });

  it('purges nothing that is missing from the journal, and schedules every chore', async () => {
    const { log, purgedAt, jobs } = await startOnCopy();
    expect(log.map(({ message }) => message)).not.toContain(cameBack);
    expect(purgedAt).toBeNull();
    expect(jobs.map((job) => job.subject_id).sort()).toEqual([
      'audit-checkpoint',
      'audit-walk',
      'database-snapshots',
      'delivered-events',
      'delivery-log',
      'kept-replies',
      'master-key-rotation',
      'orphaned-media',
      'panel-sessions',
      'purge-segments',
      'purges-again',
      'retention-over',
      'search-hashes',
      'undelivered-events',
      'unfinished-bundles',
      'user-marks',
      'waits-of-a-wrong-clock',
    ]);
  });

  it('warns when its SDK build differs from the one kept under the same version', async () => {
    const sdk = join(service.folder, 'sdk');
    const kept = join(service.folder, 'copy', 'sdk-releases', '1.4.0');
    for (const [folder, hash] of [
      [join(sdk, 'v1'), 'new'],
      [kept, 'kept'],
    ] as const) {
      mkdirSync(folder, { recursive: true });
      const content = { version: '1.4.0', files: { 'entry.js': hash } };
      writeFileSync(join(folder, 'integrity.json'), JSON.stringify(content));
    }
    const warning = {
      level: 'warn',
      message: expect.stringMatching(/^The SDK build differs .* higher version\.$/),
      version: '1.4.0',
    };
    const { log } = await startOnCopy({ SDK_DIR: sdk });
    expect(log).toContainEqual(expect.objectContaining(warning));
    expect(readFileSync(join(kept, 'integrity.json'), 'utf8')).toContain('kept');
  });

  it('resumes removing the deliveries of removed endpoints', async () => {
    const { main } = service.database;
    const store = createWebhookStore(main);
    const endpoint = await addEndpointOf(accountId);
    await main.updateTable('webhook_endpoints').set({ removed_at: 1 }).where('id', '=', endpoint).execute();
    await store.transact({ endpoint }, (transaction) => transaction.scheduleQueueUpdate(endpoint, 1));
    await startOnCopy({}, async ({ reader }) => {
      const left = () => reader.selectFrom('webhook_endpoints').select('id').execute();
      await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 30_000 });
    });
  });

  it('adds random jitter to retries of deliveries that failed together', { tags: ['DHOOK-7'] }, async () => {
    const { main } = service.database;
    // The copy has another master key and cannot read the sealed data; the event of a purged execution needs none of it.
    await openPurgeJournal(journalFile).note({ executionId: finished, at: service.clock.time });
    const copy = join(service.folder, 'copy');
    mkdirSync(copy, { recursive: true });
    const vault = openVault({ text: undefined, directory: copy });
    await sealState(main, createStateSeal(vault), finished);
    const event = { executionId: finished, event: 'orchestration/workflow_execution_finished' } as const;
    for (let count = 0; count < 4; count += 1) {
      await insertEndpoint(main, vault, {
        id: `endpoint-${count}`,
        accountId,
        // Refused before connecting, so no request is sent.
        url: 'https://10.0.0.1/webhooks',
        secret: createEndpointSecret(),
        events: [event.event],
        createdAt: service.clock.time,
      });
    }
    await main.transaction().execute((trx) => insertEvent(trx, { ...event, emittedAt: 1 }));
    const chances = [0, 0.25, 0.75, 1];
    let asked = 0;
    const random = vi.spyOn(Math, 'random').mockImplementation(() => chances[asked++ % 4]!);
    try {
      await main.updateTable('jobs').set({ due_at: 1 }).where('kind', '=', 'deliver').execute();
      const failed = (database: OpenDatabase) =>
        vi.waitFor(
          async () => {
            const attempts = await database.reader.selectFrom('webhook_attempts').select('id').execute();
            expect(attempts).toHaveLength(4);
          },
          { timeout: 10_000 },
        );
      const { deliveries, attempts } = await startOnCopy({}, failed);
      const waits = attempts.map(({ delivery_id, started_at, duration_ms }) => {
        const { next_at } = deliveries.find(({ id }) => id === delivery_id)!;
        return Math.round(((next_at ?? 0) - started_at - duration_ms) / 1000);
      });
      for (const wait of waits) expect([48, 54, 66, 72]).toContain(wait);
      expect(new Set(waits).size).toBeGreaterThan(1);
    } finally {
      random.mockRestore();
    }
  });

  it('creates a development account only in development, and records the settings for commands', {
    tags: ['DHOOK-19'],
  }, async () => {
    const warned = 'Development settings are on. Do not use them in a service that others can reach.';
    const plain = await startOnCopy({ NODE_ENV: 'development' });
    expect(plain.hasDevelopmentFile).toBe(false);
    expect(plain.noted).toEqual({ DEVELOPMENT: 'false', ALLOW_LOOPBACK: 'false' });
    expect(plain.log.map(({ message }) => message)).not.toContain(warned);
    const enabled = await startOnCopy({ NODE_ENV: 'production', DEVELOPMENT: 'true' });
    expect(enabled.hasDevelopmentFile).toBe(true);
    expect(enabled.noted).toEqual({ DEVELOPMENT: 'true', ALLOW_LOOPBACK: 'false' });
    expect(enabled.log).toContainEqual(
      expect.objectContaining({ level: 'warn', message: warned, settings: 'DEVELOPMENT' }),
    );
    const reached = 'Development settings are on, but PUBLIC_URL says that others can reach this service.';
    expect(enabled.log.map(({ message }) => message)).not.toContain(reached);
    const tunnel = await startOnCopy({ ALLOW_LOOPBACK: 'true', PUBLIC_URL: 'https://verify.example' });
    expect(tunnel.log).toContainEqual(
      expect.objectContaining({ level: 'error', message: reached, settings: 'ALLOW_LOOPBACK' }),
    );
  });
});

describe('a stop of the service', () => {
  it('records refused API keys and sign-ins that were counted since the last chore', async () => {
    const PORT = String(await freePort());
    const base = `http://127.0.0.1:${PORT}`;
    const signIn = () =>
      fetch(`${base}${adminApi}/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ email: 'nobody@shop.example', password: 'a wrong password' }),
      });
    const read = () =>
      fetch(`${base}/orchestration-api/v1/workflow-execution/${finished}`, {
        headers: { 'x-api-key': 'wrong' },
      });
    await startOnCopy({ PORT }, async () => {
      for (const send of [signIn, signIn, read, read]) expect((await send()).status).toBe(401);
    });
    const database = await joinDatabase(join(service.folder, 'copy'));
    try {
      const trail = createAuditStore(database);
      for (const act of ['person.sign-in-refused', 'key.refuse'] as const) {
        const refused = await trail.page({ act, limit: 10 });
        const counts = refused.map(({ changes }) => JSON.parse(changes ?? '{}'));
        expect(counts, act).toEqual([{ count: 1, addresses: 1 }, { count: 1 }]);
      }
    } finally {
      await database.close();
    }
  });
});

describe('a proxy that TRUSTED_PROXIES does not name', () => {
  const message = expect.stringMatching(/^Requests come through a proxy that TRUSTED_PROXIES does not name/);
  const warning = expect.objectContaining({
    level: 'warn',
    message,
    peer: '127.0.0.1',
    header: 'x-forwarded-for',
  });

  /** Returns the log of a start during which a proxy on this machine sends a request. */
  async function logBehindProxy(settings: Record<string, string>, headers: Record<string, string>) {
    const PORT = String(await freePort());
    const { log } = await startOnCopy({ ...settings, PORT }, async () => {
      await (await fetch(`http://127.0.0.1:${PORT}/healthz`, { headers })).arrayBuffer();
    });
    return log;
  }

  it('warns of a forwarding proxy at once, at the next start, and in doctor', async () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.7' };
    expect(await logBehindProxy({}, {})).not.toContainEqual(warning);
    expect(await logBehindProxy({}, forwarded)).toContainEqual(warning);
    expect(await logBehindProxy({}, {})).toContainEqual(warning);
    const named = { TRUSTED_PROXIES: '127.0.0.0/8' };
    expect(await logBehindProxy(named, forwarded)).not.toContainEqual(warning);
    const environment = (settings = {}) =>
      readEnvironment({ DATA_DIR: join(service.folder, 'copy'), ...settings });
    expect(lookAtProxies(environment(), Date.now())).toEqual([
      {
        check: 'proxies',
        state: 'warn',
        finding: expect.stringMatching(/^127\.0\.0\.1 sent x-forwarded-for at 2/),
        remedy: expect.stringContaining('TRUSTED_PROXIES=127.0.0.1 '),
      },
    ]);
    expect(lookAtProxies(environment(named), Date.now())).toMatchObject([{ state: 'ok' }]);
    // A record older than 30 days is ignored, because the proxy may be gone.
    expect(lookAtProxies(environment(), Date.UTC(2040, 0, 1))).toMatchObject([{ state: 'ok' }]);
  });

  it('warns if PUBLIC_URL is https and no proxy is trusted', async () => {
    const https = { PUBLIC_URL: 'https://verify.example' };
    const { log } = await startOnCopy(https);
    expect(log).toContainEqual(
      expect.objectContaining({ level: 'warn', message: expect.stringMatching(/^PUBLIC_URL is https/) }),
    );
    const stateOf = (settings: Record<string, string>) =>
      lookAtProxies(readEnvironment(settings), 0)[0]?.state;
    expect(stateOf(https)).toBe('warn');
    expect(stateOf({ ...https, TRUSTED_PROXIES: '10.0.0.1' })).toBe('ok');
    expect(stateOf({ ...https, DEVELOPMENT: 'true' })).toBe('ok');
    expect(stateOf({})).toBe('ok');
  });
});

describe('chores', () => {
  const chores = () =>
    createChores({
      ...service.services,
      orphans: { holds: createOrphanHolds(service.database) },
      purging: {
        actor: operator,
        purges: createPurgeStore(service.database, service.seal),
        journal: openPurgeJournal(journalFile),
      },
      webhooks: createWebhookStore(service.database.main),
    });

  it("purges data at the end of its account's retention", async () => {
    const keep = { retention_days: 1 };
    await service.database.main.updateTable('accounts').set(keep).where('id', '=', accountId).execute();
    expect(await chores()['retention-over'](signal)).toBe(0);
    service.clock.time += dayMs;
    expect(await chores()['retention-over'](signal)).toBe(1);
    expect(await purgedAt(service.database)).toBe(service.clock.time);
  });

  it('replays the purges of the journal', { tags: ['DRUN-45'] }, async () => {
    expect(await chores()['purges-again']()).toBe(0);
    const at = service.clock.time + 5;
    await openPurgeJournal(journalFile).note({ executionId: finished, at });
    expect(await chores()['purges-again']()).toBe(1);
    expect(await purgedAt(service.database)).toBe(at);
  });
});
