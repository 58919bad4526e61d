import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DecoderProcess, startDecoderProcess } from '../src/evaluations/decoders/decoder-process.ts';
import { describeIsolation } from '../src/evaluations/decoders/isolation.ts';
import { readUsage } from '../src/evaluations/decoders/process-usage.ts';
import { WorkerEndedError } from '../src/evaluations/worker-ended-error.ts';

/** Code of a process that does what its task says. */
const entry = `
  import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
  import { connect } from 'node:net';
  const doing = {
    echo: ({ value }) => value,
    pid: () => process.pid,
    environment: () => Object.keys(process.env),
    folder: () => process.cwd(),
    descriptors: () => readdirSync('/proc/self/fd').map((fd) => {
      try { return readlinkSync('/proc/self/fd/' + fd); } catch { return ''; }
    }),
    list: ({ folder }) => readdirSync(folder),
    read: ({ path }) => readFileSync(path, 'latin1'),
    connect: ({ port }) => new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.on('connect', () => resolve('connected'));
      socket.on('error', (error) => resolve(error.code));
    }),
    fail: () => { throw new RangeError('no such picture'); },
    exit: () => process.exit(3),
    crash: () => process.abort(),
    spin: () => { for (;;); },
    hoard: () => { const all = []; for (;;) all.push(Buffer.alloc(16e6, 1)); },
    unclonable: () => () => {},
    pages: ({ onPage }, progress) => { progress(); progress(); return 'drawn'; },
  };
  process.on('disconnect', () => process.exit(0));
  process.on('message', async ({ id, task }) => {
    try {
      const result = await doing[task.do](task, () => process.send({ id, kind: 'progress' }));
      process.send({ id, kind: 'done', result });
    } catch (error) {
      process.send({ id, kind: 'failed', error: String(error) });
    }
  });
  process.send({ kind: 'ready' });
`;

type Task = { do: string; [more: string]: unknown };
const isolation = describeIsolation(null);
const isLinux = process.platform === 'linux';
let folder: string;
let url: URL;
let decoder: DecoderProcess<Task, unknown> | undefined;
let ends: number;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vo-decoder-'));
  writeFileSync(join(folder, 'entry.mjs'), entry);
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data', 'master.key'), 'secret');
  url = pathToFileURL(join(folder, 'entry.mjs'));
});
afterEach(async () => {
  await decoder?.end(new Error('The test is over.'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = (options: Partial<Parameters<typeof startDecoderProcess>[0]> = {}) => {
  ends = 0;
  decoder = startDecoderProcess<Task, unknown>({
    url,
    heapLimitMb: 64,
    dataLimitMb: 600,
    hiddenFolder: join(folder, 'data'),
    onEnd: () => {
      ends += 1;
    },
    ...options,
  });
  return { run: (task: Task, onProgress = () => {}) => decoder!.run(task, onProgress) };
};

describe('decoder process', () => {
  it('answers tasks one after the other, and reports their progress', async () => {
    const { run } = open();
    const bytes = new Uint8Array(2_000_000).fill(7);
    expect(await run({ do: 'echo', value: { bytes, text: 'ä', none: null } })).toMatchObject({
      text: 'ä',
      none: null,
    });
    let pages = 0;
    expect(await run({ do: 'pages' }, () => pages++)).toBe('drawn');
    expect(pages).toBe(2);
  });

  it('starts without environment variables, in a neutral folder', async () => {
    const { run } = open();
    const environment = (await run({ do: 'environment' })) as string[];
    // The shell that hides the data folder sets PWD.
    expect(environment.filter((name) => !['SystemRoot', 'PWD'].includes(name)).sort()).toEqual([
      'MALLOC_ARENA_MAX',
      'MALLOC_MMAP_THRESHOLD_',
    ]);
    expect(await run({ do: 'folder' })).toBe('/');
  });

  it.skipIf(!isLinux)('inherits no descriptor of a file that the service has open', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { run } = open();
    const links = (await run({ do: 'descriptors' })) as string[];
    expect(links.filter((link) => link.startsWith(folder))).toEqual([]);
    // One socket is its channel; an inherited listening socket would be another.
    expect(links.filter((link) => link.startsWith('socket:')).length).toBeLessThanOrEqual(2);
    server.close();
  });

  it.skipIf(!isolation.network)(
    'cannot connect to anything (skipped if namespaces are not allowed)',
    async () => {
      const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as { port: number };
      const { run } = open();
      expect(await run({ do: 'connect', port })).not.toBe('connected');
      server.close();
    },
  );

  it.skipIf(!isolation.service)(
    'sees neither the data folder nor the memory of the service (skipped if namespaces are not allowed)',
    async () => {
      const { run } = open();
      expect(await run({ do: 'list', folder: join(folder, 'data') })).toEqual([]);
      await expect(run({ do: 'read', path: join(folder, 'data', 'master.key') })).rejects.toThrow('ENOENT');
      await expect(run({ do: 'read', path: `/proc/${process.pid}/environ` })).rejects.toThrow('EACCES');
      expect(readFileSync(join(folder, 'data', 'master.key'), 'utf8')).toBe('secret');
    },
  );

  it.each([
    ['exit', /ended with code 3/],
    ['crash', /ended by SIGABRT/],
    ...(isolation.memory ? ([['hoard', /ended|ERR_|allocation/]] as const) : []),
  ] as const)('rejects the task during which the process ends: %s', async (kind, message) => {
    const { run } = open();
    const error = await run({ do: kind }).catch((reason: unknown) => reason);
    expect(String(error)).toMatch(message);
    if (kind !== 'hoard') expect(error).toBeInstanceOf(WorkerEndedError);
  });

  it('keeps running after a task that fails, or whose result cannot be sent', async () => {
    const { run } = open();
    await expect(run({ do: 'fail' })).rejects.toThrow('no such picture');
    await expect(run({ do: 'fail' })).rejects.not.toThrow(WorkerEndedError);
    await expect(run({ do: 'unclonable' })).rejects.toThrow('could not be cloned');
    await expect(run({ do: 'echo', value: () => {} })).rejects.toThrow('could not be cloned');
    expect(await run({ do: 'echo', value: 1 })).toBe(1);
  });

  it('reports a process with a missing entry file without blaming the task', async () => {
    const { run } = open({ url: new URL('file:///nowhere/worker.js') });
    const error = await run({ do: 'echo' }).catch((reason: unknown) => reason);
    expect(error).not.toBeInstanceOf(WorkerEndedError);
    expect(String(error)).toMatch(/did not start.*MODULE_NOT_FOUND/s);
    expect(ends).toBe(1);
  });

  it.skipIf(!isLinux)('measures a busy process, and can end it at any time', async () => {
    const { run } = open();
    const pid = (await run({ do: 'pid' })) as number;
    const begun = decoder!.usage()!.cpuMs;
    const spinning = run({ do: 'spin' }).catch((reason: unknown) => reason);
    while (decoder!.usage()!.cpuMs < begun + 100) await pause(10);
    expect(decoder!.usage()!.residentBytes).toBeGreaterThan(10e6);
    await decoder!.end(new Error('too long'));
    expect(await spinning).toMatchObject({ message: 'too long' });
    expect(readUsage(pid)).toBeNull();
    expect(ends).toBe(1);
  });

  it.skipIf(!isLinux)('lowers the priority of all threads of a process', async () => {
    const { run } = open();
    const pid = (await run({ do: 'pid' })) as number;
    decoder!.lowerPriority();
    expect(decoder!.isLowered).toBe(true);
    const threads = readdirSync(`/proc/${pid}/task`).map(Number);
    expect(threads.length).toBeGreaterThan(1);
    expect(new Set(threads.map((id) => getPriority(id)))).toEqual(new Set([constants.priority.PRIORITY_LOW]));
  });

  it.skipIf(!isLinux)('ends the process when the service was killed', async () => {
    const script = join(folder, 'parent.mjs');
    const built = new URL('../dist/evaluations/decoders/decoder-process.js', import.meta.url).href;
    writeFileSync(
      script,
      `import { startDecoderProcess } from '${built}';
       const decoder = startDecoderProcess({ url: new URL('${url.href}'), heapLimitMb: 64, dataLimitMb: 600, hiddenFolder: null, onEnd() {} });
       console.log(await decoder.run({ do: 'pid' }, () => {}));`,
    );
    const parent = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    expect(existsSync(`/proc/${pid}`)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 30_000 }).toBe(false);
  });
});
