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
import { openVault } from '../src/secrets/master-key.ts';
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

/** Lines of the log that are no JSON. */
const strayLines = () =>
  service.log
    .split('\n')
    .filter((line) => line !== '')
    .filter((line) => !line.startsWith('{'));

describe('a clock that is 400 days ahead', () => {
  const shim = fileURLToPath(new URL('shift-clock.mjs', import.meta.url));

  /** A service with thirty executions that ended, and one under way. */
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
  /** Changes what is stored while the service does not run, as if it had done so itself. */
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

  it('changes nothing for good while the service runs, and causes a warning', async () => {
    await serve();
    await service.start();
    const before = stored();
    service.signal('SIGUSR2');
    await eventually(async () => expect(await clockWarnings()).toHaveLength(1));
    await eventually(() => expect(service.log).toContain('orchestration clock confirm'));
    // The runner looks at its jobs twice a second.
    await pause(2000);
    expect(stored()).toEqual(before);
    service.signal('SIGUSR2');
    await eventually(async () => expect(await clockWarnings()).toEqual([]));
    expect(stored()).toEqual(before);
    expect(await service.stop()).toBe(0);
  });

  it('changes nothing for good at a start, and holds nothing up once it is right', async () => {
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

describe.skipIf(process.getuid?.() !== 0)('a disk that is full', () => {
  it('refuses what must be stored with 503, loses nothing, and goes on once there is room', async () => {
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
    // An answer counts for two seconds.
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

describe('a data folder that cannot be used', () => {
  it.skipIf(process.getuid?.() !== 0)(
    'names it with cause and remedy on a full disk, at start and by doctor',
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
        /The service cannot start\. The disk is full \([^)]*\)\. Make room on the disk/,
      );
      const { said } = await runDoctor(service);
      expect(said).toContain('✗ disk space: 0 MiB are free.');
      expect(said).toContain('✓ master key');
      expect(said).toContain('clock trust');
      expect(readdirSync(service.folder).sort()).toEqual(before);
      rmSync(join(folder, 'ballast'));
      await service.start();
      expect(await service.stop()).toBe(0);
    },
  );

  it('names it with cause and remedy where the database is damaged', async () => {
    service = await ServiceProcess.create();
    writeFileSync(join(service.folder, 'service.db'), 'no database '.repeat(1000));
    await expect(service.start()).rejects.toThrow(
      /The service cannot start\. The database file is damaged or not a database \(SQLITE_NOTADB\)\. Stop the service, keep a copy/,
    );
    expect((await runDoctor(service)).said).toContain('✗ database: The database file is damaged');
  });
});

/** Answer of `doctor` about the data of a service. */
async function runDoctor({ folder, port }: ServiceProcess): Promise<{ code: number; said: string }> {
  let said = '';
  const code = await runCommand(['doctor'], {
    variables: { DATA_DIR: folder, PORT: String(port) },
    clock: systemClock,
    input: Readable.from([]),
    say: (text) => {
      said += text;
    },
    complain: (text) => {
      said += text;
    },
    stopped: () => AbortSignal.abort(),
  });
  return { code, said };
}

describe.skipIf(process.platform !== 'linux')('a process without file descriptors', () => {
  it('answers 503, keeps what it acknowledged, and recovers', async () => {
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
    // Its connection is kept, and its processes run by now.
    expect((await upload()).status).toBe(200);
    await eventually(async () => {
      // Looked up each time: what was open a moment ago may be closed by now.
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

describe('what Node has to say', () => {
  /** Runs code in the service at SIGUSR2. */
  const atSignal = (code: string) =>
    `--import=data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', async () => { ${code} })`)}`;

  it('goes to the log as JSON, warnings and deprecations alike', async () => {
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
    ['an error that nobody handles', `setTimeout(() => { throw new Error('lost') })`],
    ['a promise that nobody waits for', `setTimeout(() => void Promise.reject(new Error('lost')))`],
  ])('goes to the log as JSON before %s ends the process', async (_case, code) => {
    service = await ServiceProcess.create();
    service.settings = { NODE_OPTIONS: atSignal(code) };
    await service.start();
    service.signal('SIGUSR2');
    await eventually(() => expect(service.log).toContain('The service ends after an unhandled error.'));
    expect(await service.stop()).toBe(1);
    expect(strayLines()).toEqual([]);
  });
});
