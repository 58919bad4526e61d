import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { runCommand } from '../src/cli/run-command.ts';
import { systemClock } from '../src/clock.ts';
import { createStateSeal, sealState } from '../src/db/executions/execution-states.ts';
import { openDatabase } from '../src/db/opening/open-database.ts';
import { openVault } from '../src/secrets/open-vault.ts';
import { eventually } from '../testing/eventually.ts';
import { operate } from './operate.ts';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';
import { jpegOf } from './traffic.ts';

let service: ServiceProcess;
let tidy: (() => void)[] = [];
afterEach(async () => {
  await service?.remove().catch(() => {});
  for (const undo of tidy) undo();
  tidy = [];
});

interface Ready {
  readonly reasons?: readonly string[];
  readonly warnings?: readonly string[];
  readonly data?: { readonly warnings: readonly string[] };
}
async function readiness(): Promise<{ status: number; body: Ready }> {
  const reply = await fetch(`${service.url}/readyz`);
  return { status: reply.status, body: (await reply.json()) as Ready };
}
const clockWarnings = async () => {
  const { body } = await readiness();
  return (body.data?.warnings ?? body.warnings ?? []).filter((warning) => warning.includes('clock'));
};

/** Returns the lines of the log that are not JSON. */
const strayLines = () =>
  service.log
    .split('\n')
    .filter((line) => line !== '')
    .filter((line) => !line.startsWith('{'));

describe('clock 400 days ahead', () => {
  const shim = fileURLToPath(new URL('shift-clock.mjs', import.meta.url));

  /** Prepares a service with thirty ended executions and one in progress. */
  async function serve(): Promise<string> {
    service = await ServiceProcess.create();
    service.settings = { NODE_OPTIONS: `--import=${shim}` };
    await service.start();
    const client = new ServiceClient(service);
    for (let count = 0; count < 30; count += 1)
      await client.start('Identity document', { user_id: `u-${count}` });
    const { executionId } = await client.start('Identity document', { user_id: 'waiting' });
    await service.stop();
    await change(
      `update executions set status = 'APPROVED', finished_at = created_at where id != '${executionId}'`,
    );
    const [account] = await operate<{ id: string }[]>(service.folder, 'account list');
    await operate(service.folder, `account retention ${account?.id} --days 365`);
    return executionId;
  }
  /** Changes stored data while the service is stopped, and reseals it as if the service had written it. */
  const change = async (sql: string) => {
    const file = new DatabaseSync(join(service.folder, 'service.db'));
    file.exec(sql);
    file.close();
    const seal = createStateSeal(openVault({ text: undefined, directory: service.folder }));
    const database = await openDatabase(service.folder);
    for (const { id } of await database.main.selectFrom('executions').select('id').execute())
      await sealState(database.main, seal, id);
    await database.close();
  };
  const stored = () => {
    const database = new DatabaseSync(join(service.folder, 'service.db'), { readOnly: true });
    const rows = database
      .prepare(
        'select status, data_purged_at is not null as purged, count(*) as count from executions group by 1, 2',
      )
      .all();
    database.close();
    return { rows, isJournalled: existsSync(join(service.folder, 'purges.log')) };
  };

  it('makes no irreversible change while the service runs with a wrong clock, and warns of it', async () => {
    await serve();
    await service.start();
    const before = stored();
    service.signal('SIGUSR2');
    await eventually(async () => expect(await clockWarnings()).toHaveLength(1));
    await eventually(() => expect(service.log).toContain('orchestration clock confirm'));
    // The runner polls its jobs twice a second.
    await pause(2000);
    expect(stored()).toEqual(before);
    service.signal('SIGUSR2');
    await eventually(async () => expect(await clockWarnings()).toEqual([]));
    expect(stored()).toEqual(before);
    expect(await service.stop()).toBe(0);
  });

  it('makes no irreversible change at a start with a wrong clock, and resumes all work once the clock is right', async () => {
    const executionId = await serve();
    const before = stored();
    service.settings = { ...service.settings, SHIFT_DAYS: '400' };
    await service.start();
    await eventually(async () => expect(await clockWarnings()).toHaveLength(1));
    await pause(2000);
    expect(stored()).toEqual(before);
    await service.kill();
    service.settings = { ...service.settings, SHIFT_DAYS: '0' };
    await service.start();
    expect(await clockWarnings()).toEqual([]);
    expect(stored()).toEqual(before);
    await service.stop();
    await change(`update executions set expires_at = 1 where id = '${executionId}'`);
    await change(`update jobs set due_at = 1 where kind = 'expire' and subject_id = '${executionId}'`);
    await service.start();
    await eventually(() => expect(stored().rows).toContainEqual({ status: 'EXPIRED', purged: 0, count: 1 }));
  });
});

describe.skipIf(process.getuid?.() !== 0)('full disk', () => {
  it('answers writes with 503 on a full disk, loses nothing, and continues once there is room', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vo-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder]);
    tidy.push(() => {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    });
    service = await ServiceProcess.create(undefined, join(folder, 'data'));
    await service.start();
    expect((await readiness()).status).toBe(200);
    const client = new ServiceClient(service);
    const { token } = await client.start('Identity document', { user_id: 'u' });
    const { sessionKey } = await client.init(token);
    await client.begin(sessionKey);

    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(join(folder, 'ballast'), Buffer.alloc(Math.max(0, bavail * bsize - 16_384)));
    const start = () =>
      fetch(`${service.url}/orchestration-api/v1/init-workflow`, {
        method: 'POST',
        headers: { 'x-api-key': service.development.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({
          workflowId: service.development.workflows[0]?.id,
          inputs: { user_id: 'u', user_fullname: 'n'.repeat(200) },
        }),
      });
    const acknowledged: string[] = [];
    let refused = 0;
    for (let count = 0; count < 400 && refused < 20; count += 1) {
      const reply = await start();
      const body = (await reply.json()) as { data?: { executionId: string }; code?: string };
      if (body.data) acknowledged.push(body.data.executionId);
      else {
        refused += 1;
        expect([reply.status, body.code, reply.headers.get('retry-after')]).toEqual([
          503,
          'UNAVAILABLE',
          '2',
        ]);
      }
    }
    expect(refused).toBeGreaterThan(0);
    const upload = await fetch(client.frontUrl(1), {
      method: 'PUT',
      headers: { authorization: `Bearer ${sessionKey}` },
      body: Buffer.from(jpegOf(200_000)),
    });
    expect([upload.status, upload.headers.get('retry-after')]).toEqual([503, '2']);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    // Readiness is cached for two seconds.
    await eventually(async () => {
      const { status, body } = await readiness();
      expect(status).toBe(503);
      expect(body.reasons?.join()).toContain('The disk of the data folder has');
      expect(body.reasons?.join()).toContain('the disk is full');
    });

    rmSync(join(folder, 'ballast'));
    await eventually(async () => expect((await readiness()).status).toBe(200));
    expect((await start()).status).toBe(200);
    await client.putFront(sessionKey, 1, jpegOf(200_000));
    for (const id of acknowledged) expect((await client.read(id)).status).toBe('PENDING');
    expect(await service.stop()).toBe(0);
  });
});

describe('unusable data folder', () => {
  it.skipIf(process.getuid?.() !== 0)(
    'explains a full disk with cause and remedy, at a start and in doctor',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'vo-disk-'));
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder]);
      tidy.push(() => {
        execFileSync('umount', ['-l', folder]);
        rmSync(folder, { recursive: true, force: true });
      });
      service = await ServiceProcess.create(undefined, join(folder, 'data'));
      await service.start();
      await service.stop();
      const before = readdirSync(service.folder).sort();
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(join(folder, 'ballast'), Buffer.alloc(bavail * bsize));
      await expect(service.start()).rejects.toThrow(
        /The service cannot start\. The disk is full \([^)]*\)\. Free some disk space/,
      );
      const { output } = await runDoctor(service);
      expect(output).toContain('✗ disk space: 0 MiB are free.');
      expect(output).toContain('✓ master key');
      expect(output).toContain('clock trust');
      expect(readdirSync(service.folder).sort()).toEqual(before);
      rmSync(join(folder, 'ballast'));
      await service.start();
      expect(await service.stop()).toBe(0);
    },
  );

  it('explains a damaged database with cause and remedy', async () => {
    service = await ServiceProcess.create();
    writeFileSync(join(service.folder, 'service.db'), 'no database '.repeat(1000));
    await expect(service.start()).rejects.toThrow(
      /The service cannot start\. The database file is damaged or not a database \(SQLITE_NOTADB\)\. Stop the service, keep a copy/,
    );
    expect((await runDoctor(service)).output).toContain('✗ database: The database file is damaged');
  });
});

/** Runs `doctor` on the data of a service. */
async function runDoctor({ folder, port }: ServiceProcess): Promise<{ code: number; output: string }> {
  let output = '';
  const code = await runCommand(['doctor'], {
    variables: { DATA_DIR: folder, PORT: String(port) },
    clock: systemClock,
    input: Readable.from([]),
    say: (text) => {
      output += text;
    },
    complain: (text) => {
      output += text;
    },
    stopped: () => AbortSignal.abort(),
  });
  return { code, output };
}

describe.skipIf(process.platform !== 'linux')('process without file descriptors', () => {
  it('answers 503 without file descriptors, keeps acknowledged data, and recovers', async () => {
    service = await ServiceProcess.create();
    await service.start();
    const client = new ServiceClient(service);
    const { token } = await client.start('Identity document', { user_id: 'u' });
    const { sessionKey } = await client.init(token);
    await client.begin(sessionKey);
    const upload = () =>
      fetch(client.frontUrl(1), {
        method: 'PUT',
        headers: { authorization: `Bearer ${sessionKey}` },
        body: Buffer.from(jpegOf(20_000)),
      });
    const allow = (descriptors: number) =>
      execFileSync('prlimit', ['--pid', String(service.pid), `--nofile=${descriptors}:4096`]);
    // Opens the connection, and starts the decoder processes.
    expect((await upload()).status).toBe(200);
    await eventually(async () => {
      // Read each time, because descriptors may have been closed meanwhile.
      const open = new Set(readdirSync(`/proc/${service.pid}/fd`).map(Number));
      let lowestFree = 0;
      while (open.has(lowestFree)) lowestFree++;
      allow(lowestFree);
      expect((await upload()).status).toBe(503);
    });
    allow(4096);
    await eventually(async () => expect((await readiness()).status).toBe(200));
    await client.putFront(sessionKey, 1, jpegOf(20_000));
    expect(await service.stop()).toBe(0);
  });
});

describe('messages of Node', () => {
  /** Returns an option that runs code in the service on SIGUSR2. */
  const atSignal = (code: string) =>
    `--import=data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', async () => { ${code} })`)}`;

  it('logs warnings and deprecations of Node as JSON', async () => {
    service = await ServiceProcess.create();
    service.settings = {
      NODE_OPTIONS: atSignal(`
        process.emitWarning('too old', 'DeprecationWarning', 'DEP9999');
        const { EventEmitter } = await import('node:events');
        const many = new EventEmitter();
        for (let n = 0; n < 12; n += 1) many.on('x', () => {});`),
    };
    await service.start();
    service.signal('SIGUSR2');
    await eventually(() => {
      expect(service.log).toContain('"name":"DeprecationWarning","code":"DEP9999"');
      expect(service.log).toContain('"name":"MaxListenersExceededWarning"');
    });
    expect(await service.stop()).toBe(0);
    expect(strayLines()).toEqual([]);
  });

  it.each([
    ['an unhandled error', `setTimeout(() => { throw new Error('lost') })`],
    ['an unhandled rejection', `setTimeout(() => void Promise.reject(new Error('lost')))`],
  ])('logs %s as JSON before the process ends', async (_case, code) => {
    service = await ServiceProcess.create();
    service.settings = { NODE_OPTIONS: atSignal(code) };
    await service.start();
    service.signal('SIGUSR2');
    await eventually(() => expect(service.log).toContain('The service stops after an unhandled error.'));
    expect(await service.stop()).toBe(1);
    expect(strayLines()).toEqual([]);
  });
});
