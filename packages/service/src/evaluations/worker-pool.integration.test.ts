import { getEventListeners } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WorkerEndedError } from './worker-ended-error.ts';
import { createWorkerPool, PoolFullError, type WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

/** A worker that carries out the action named in each task. */
const url = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    const countUp = (count) => { Atomics.add(count, 0, 1); Atomics.notify(count, 0); };
    const actions = {
      echo: ({ value }) => value,
      thread: () => threadId,
      size: ({ bytes }) => bytes.byteLength,
      environment: () => Object.keys(process.env),
      fail: () => { throw new RangeError('no such picture'); },
      exit: () => process.exit(3),
      crash: () => { setTimeout(() => { throw new TypeError('out of nowhere'); }); return new Promise(() => {}); },
      hang: ({ begun }) => { countUp(begun); for (;;); },
      spin: ({ begun, over }) => { countUp(begun); while (Atomics.load(over, 0) === 0); },
      wait: ({ over }) => void Atomics.wait(over, 0, 0),
      hoard: () => { const all = []; for (;;) all.push(new Array(1e5).fill({})); },
      unclonable: () => () => {},
    };
    parentPort.on('message', async ({ id, task }) => {
      try {
        parentPort.postMessage({ id, kind: 'done', result: await actions[task.do](task) });
      } catch (error) {
        parentPort.postMessage({ id, kind: 'failed', error: String(error) });
      }
    });
  `)}`,
);
type Task = { do: string; [more: string]: unknown };

let pool: WorkerPool<Task, unknown> | undefined;
afterEach(async () => {
  await pool?.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
/** Lets the test control deadlines while threads and the event loop run on. Pretends that the process gets all CPU time. */
const holdDeadlines = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  giveTime(Number.MAX_SAFE_INTEGER);
};
/** Sets the CPU time in ms that this process reports for any task. */
const giveTime = (ms: number) =>
  vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: ms * 1_000, system: 0 });
/** Creates a counter shared between threads. */
const counter = () => new Int32Array(new SharedArrayBuffer(4));
function setFlag(flag: Int32Array): void {
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
}
async function reaches(count: Int32Array, value: number): Promise<void> {
  for (let seen = Atomics.load(count, 0); seen < value; seen = Atomics.load(count, 0))
    await Atomics.waitAsync(count, 0, seen).value;
}
const open = (options: Partial<WorkerPoolOptions> = {}) => {
  pool = createWorkerPool<Task, unknown>({
    url,
    size: 2,
    queueLimit: 10,
    deadlineMs: 10_000,
    heapLimitMb: 16,
    ...options,
  });
  return {
    run: (task: Task, transfer: ArrayBuffer[] = [], signal = new AbortController().signal) =>
      pool!.run(task, transfer, signal),
  };
};

describe('the worker pool', () => {
  it('runs tasks in a limited number of threads and starts no more than needed', async () => {
    const { run } = open();
    expect(await run({ do: 'thread' })).toBe(await run({ do: 'thread' }));
    const threads = await Promise.all(Array.from({ length: 8 }, () => run({ do: 'thread' })));
    expect(new Set(threads).size).toBe(2);
  });

  it('starts all threads before the first task when warmed up', async () => {
    const { run } = open();
    pool!.warmUp();
    pool!.warmUp();
    // Threads are numbered in the order of their start, and this one is started after those of the pool.
    const later = new Worker('', { eval: true });
    const number = later.threadId;
    const threads = await Promise.all([run({ do: 'thread' }), run({ do: 'thread' })]);
    await later.terminate();
    expect(new Set(threads).size).toBe(2);
    for (const thread of threads) expect(thread).toBeLessThan(number);
  });

  it('resolves each task with its own result, whatever the order of completion', async () => {
    const { run } = open();
    const values = Array.from({ length: 10 }, (_, index) => index);
    expect(await Promise.all(values.map((value) => run({ do: 'echo', value })))).toEqual(values);
  });

  it('moves buffers instead of copying them', async () => {
    const { run } = open();
    const bytes = new Uint8Array(1_000_000);
    expect(await run({ do: 'size', bytes }, [bytes.buffer])).toBe(1_000_000);
    expect(bytes.byteLength).toBe(0);
  });

  it('ends a thread after its idle time', async () => {
    holdDeadlines();
    const { run } = open({ size: 1, idleMs: 60_000 });
    const idleFor = async (ms: number) => {
      // Lets the pool start its idle timer: it learns about the end of a task at the same time as this test.
      await new Promise(setImmediate);
      vi.advanceTimersByTime(ms);
    };
    const first = await run({ do: 'thread' });
    await idleFor(59_999);
    expect(await run({ do: 'thread' })).toBe(first);
    await idleFor(59_999);
    expect(await run({ do: 'thread' })).toBe(first);
    await idleFor(60_000);
    expect(await run({ do: 'thread' })).not.toBe(first);
  });

  it('hides the environment, which contains the master key, from its threads', async () => {
    const { run } = open();
    expect(await run({ do: 'environment' })).toEqual([]);
  });

  it('keeps the main thread free while all threads compute', async () => {
    const { run } = open();
    const [begun, over] = [counter(), counter()];
    const spinning = Promise.all([run({ do: 'spin', begun, over }), run({ do: 'spin', begun, over })]);
    await reaches(begun, 2);
    // Only a main thread that is free gets here: the threads of the pool spin until this flag is set.
    setFlag(over);
    await spinning;
  });
});

describe('a failing task', () => {
  it.each([
    ['fails', 'fail', /RangeError: no such picture/],
    ['ends its thread', 'exit', /ended with code 3/],
    ['crashes its thread', 'crash', /worker failed: TypeError/],
    ['never ends', 'hang', /longer than 10000 ms/],
    ['uses up the memory', 'hoard', /ERR_WORKER_OUT_OF_MEMORY/],
    ['answers something that cannot be sent', 'unclonable', /could not be cloned/],
  ])('rejects a task that %s, but not other tasks', async (_, kind, message) => {
    holdDeadlines();
    const { run } = open();
    const [begun, over] = [counter(), counter()];
    const other = run({ do: 'wait', over });
    const rejected = expect(run({ do: kind, begun })).rejects.toThrow(message);
    if (kind === 'hang') {
      await reaches(begun, 1);
      vi.advanceTimersByTime(9_999);
      setFlag(over);
      await other;
      vi.advanceTimersByTime(1);
    }
    await rejected;
    setFlag(over);
    expect(await other).toBe(undefined);
    expect(await Promise.all([run({ do: 'echo', value: 1 }), run({ do: 'echo', value: 2 })])).toEqual([1, 2]);
  });

  it.each(['exit', 'crash', 'hoard'])(
    'distinguishes a task that ends its thread from one that fails: %s',
    async (kind) => {
      const { run } = open();
      await expect(run({ do: kind })).rejects.toThrow(WorkerEndedError);
      await expect(run({ do: 'fail' })).rejects.not.toThrow(WorkerEndedError);
    },
  );

  it('rejects a task if the worker file is missing', async () => {
    const { run } = open({ url: new URL('file:///nowhere/worker.js') });
    await expect(run({ do: 'echo' })).rejects.not.toThrow(WorkerEndedError);
    await expect(run({ do: 'echo' })).rejects.toThrow(/worker failed/);
    await expect(run({ do: 'echo' })).rejects.toThrow(/worker failed/);
  });
});

describe('the queue of the pool', () => {
  it('accepts tasks up to its limit', async () => {
    const { run } = open({ size: 1, queueLimit: 2 });
    const taken = [1, 2, 3].map((value) => run({ do: 'echo', value }));
    await expect(run({ do: 'echo' })).rejects.toThrow(PoolFullError);
    expect(await Promise.all(taken)).toEqual([1, 2, 3]);
    expect(await run({ do: 'echo', value: 4 })).toBe(4);
  });

  it('runs the next task after ending a thread', async () => {
    holdDeadlines();
    const { run } = open({ size: 1 });
    const begun = counter();
    const hanging = expect(run({ do: 'hang', begun })).rejects.toThrow(WorkerEndedError);
    const next = run({ do: 'echo', value: 'next' });
    await reaches(begun, 1);
    vi.advanceTimersByTime(10_000);
    await hanging;
    expect(await next).toBe('next');
  });

  it('restarts the deadline of a task while the process gets too little CPU time, a limited number of times', async () => {
    holdDeadlines();
    giveTime(4_000);
    const { run } = open({ size: 1 });
    const [begun, over] = [counter(), counter()];
    const slow = run({ do: 'spin', begun, over });
    await reaches(begun, 1);
    vi.advanceTimersByTime(39_999);
    setFlag(over);
    expect(await slow).toBe(undefined);

    const hanging = expect(run({ do: 'hang', begun })).rejects.toThrow('ran longer than 10000 ms');
    await reaches(begun, 2);
    vi.advanceTimersByTime(40_000);
    await hanging;
  });

  it('rejects a running or waiting task when its signal aborts', async () => {
    const { run } = open({ size: 1 });
    const [running, waiting] = [new AbortController(), new AbortController()];
    const begun = counter();
    const results = Promise.allSettled([
      run({ do: 'hang', begun }, [], running.signal),
      run({ do: 'hang', begun }, [], waiting.signal),
      run({ do: 'echo', value: 'third' }),
    ]);
    await reaches(begun, 1);
    waiting.abort(new Error('left the queue'));
    running.abort(new Error('left the thread'));
    expect(await results).toMatchObject([
      { reason: { message: 'left the thread' } },
      { reason: { message: 'left the queue' } },
      { value: 'third' },
    ]);
    await expect(run({ do: 'echo' }, [], AbortSignal.abort(new Error('too late')))).rejects.toThrow(
      'too late',
    );
  });

  it('leaves no listener on a signal that outlives its tasks', async () => {
    const { run } = open({ size: 1 });
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 5 }, () => run({ do: 'echo' }, [], signal)));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('rejects all tasks when it is closed', async () => {
    const { run } = open({ size: 1 });
    const results = Promise.allSettled([run({ do: 'hang', begun: counter() }), run({ do: 'echo' })]);
    await pool!.close();
    for (const result of await results) {
      expect(result).toMatchObject({ status: 'rejected', reason: { message: 'The pool is closed.' } });
    }
    await expect(run({ do: 'echo' })).rejects.toThrow('The pool is closed.');
  });
});
