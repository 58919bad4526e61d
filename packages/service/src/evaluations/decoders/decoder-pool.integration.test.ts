import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkerEndedError } from '../worker-ended-error.ts';
import { PoolFullError } from '../worker-pool.ts';
import { createCpuBudget } from './cpu-budget.ts';
import { BudgetSpentError, createDecoderPool, type DecoderPoolOptions } from './decoder-pool.ts';
import type { DecoderProcess } from './decoder-process.ts';
import { createMemoryLedger } from './memory-ledger.ts';

/** A process controlled by the test, which ends its task and sets its usage. */
class HeldProcess implements DecoderProcess<string, string> {
  isReady = true;
  isLowered = false;
  isEnded = false;
  task: string | null = null;
  cpuMs = 0;
  residentMb = 50;
  finish: () => void = () => {};
  progress: () => void = () => {};
  #reject: (error: Error) => void = () => {};
  readonly #onEnd: () => void;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  run(task: string, onProgress: () => void): Promise<string> {
    begun.push(task);
    this.task = task;
    this.progress = onProgress;
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      this.finish = () => {
        this.task = null;
        resolve(`${task} decoded`);
      };
    });
  }

  usage = () => (this.isEnded ? null : { cpuMs: this.cpuMs, residentBytes: this.residentMb * 1024 * 1024 });

  lowerPriority(): void {
    this.isLowered = true;
  }

  raisePriority(): void {
    if (mayRaise) this.isLowered = false;
  }

  async end(reason: Error): Promise<void> {
    if (this.isEnded) return;
    this.isEnded = true;
    this.task = null;
    this.#reject(reason);
    this.#onEnd();
  }
}

let begun: string[];
let processes: HeldProcess[];
let mayRaise: boolean;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  begun = [];
  processes = [];
  mayRaise = true;
});
afterEach(() => {
  vi.useRealTimers();
});

const open = (options: Partial<DecoderPoolOptions<string, string>> = {}) => {
  const pool = createDecoderPool<string, string>({
    start: (onEnd) => {
      const started = new HeldProcess(onEnd);
      processes.push(started);
      return started;
    },
    places: { quick: 1, slow: 1 },
    quickCpuMs: 800,
    limitsOf: () => ({ cpuMs: 3_000, totalCpuMs: 10_000 }),
    queue: { waiting: 20, perSession: 4 },
    deadlineMs: 300_000,
    memoryMb: 300,
    reservedMb: 300,
    memory: createMemoryLedger(10_000),
    ...options,
  });
  /** `a1 front`: a task of account a, session a1; `a1@x front`: from address x. */
  const run = (task: string, signal?: AbortSignal) => {
    const [name] = task.split(' ');
    const [sessionId, address = 'home'] = name!.split('@');
    const result = pool.run(task, { accountId: task[0]!, address, sessionId: sessionId! }, signal);
    result.catch(() => {});
    return result;
  };
  return { pool, run };
};
/** Waits until all pending promises are settled. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const processOf = (task: string) => processes.find((held) => held.task === task)!;
/** Lets a running task use CPU time, and waits until the pool has measured it. */
async function use(task: string, cpuMs: number): Promise<void> {
  processOf(task).cpuMs += cpuMs;
  vi.advanceTimersByTime(50);
  await settle();
}
async function finish(task: string): Promise<void> {
  processOf(task).finish();
  await settle();
}

describe('the turns of a decoder pool', () => {
  it('lets accounts take turns, then addresses, then sessions', async () => {
    const { run } = open();
    for (const task of ['z1', 'a1@x', 'a1@x back', 'a2@x', 'a3@y', 'b1@z']) run(task);
    for (let count = 0; count < 6; count += 1) await finish(begun.at(-1)!);
    expect(begun).toEqual(['z1', 'a1@x', 'b1@z', 'a3@y', 'a2@x', 'a1@x back']);
  });

  it('runs one task of a session at a time, even if more places are free', async () => {
    const { run } = open({ places: { quick: 3, slow: 1 } });
    for (const task of ['a1', 'a1 back', 'a2']) run(task);
    expect(begun).toEqual(['a1', 'a2']);
    await finish('a1');
    expect(begun).toEqual(['a1', 'a2', 'a1 back']);
  });

  it('lowers the priority of a slow task and runs others meanwhile', async () => {
    const { run } = open();
    const hostile = run('a1');
    await use('a1', 850);
    expect(processOf('a1').isLowered).toBe(true);
    const honest = run('b1');
    expect(begun).toEqual(['a1', 'b1']);
    expect(processOf('b1').isLowered).toBe(false);
    await finish('b1');
    expect(await honest).toBe('b1 decoded');
    await finish('a1');
    expect(await hostile).toBe('a1 decoded');
  });

  it('keeps a process ready for the next task while a slow one runs', async () => {
    const { run } = open();
    run('a1');
    await use('a1', 850);
    expect(processes.filter(({ task, isLowered }) => task === null && !isLowered)).toHaveLength(1);
  });

  it('gives a place of an account with more tasks to a waiting one, before the task counts as slow', async () => {
    const { run } = open();
    run('a1');
    run('a2');
    run('b1');
    await use('a1', 60);
    expect(begun).toEqual(['a1']);
    await use('a1', 60);
    expect(begun).toEqual(['a1', 'b1']);
    await finish('b1');
    run('c1');
    await settle();
    // Account a has both places, so its task in the quick one is put back and runs again later.
    expect(begun).toEqual(['a1', 'b1', 'a2', 'c1']);
  });

  it('lets an account with few tasks finish them while others wait', async () => {
    const { run } = open();
    run('b1');
    for (const task of ['a1', 'a2', 'a3']) run(task);
    await use('b1', 500);
    expect(begun).toEqual(['b1']);
    expect(processOf('b1').isLowered).toBe(false);
  });

  it('gives a place to a waiting account immediately if another one has several', async () => {
    const { pool, run } = open({ spare: 1, kept: 2 });
    pool.warmUp();
    run('a1');
    await use('a1', 850);
    run('a2');
    const ready = processes.find(({ task, isEnded }) => task === null && !isEnded);
    expect(ready).toBeDefined();
    run('b1');
    await settle();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    // Used the ready process, so none had to be started.
    expect(processOf('b1')).toBe(ready);
  });

  it('runs tasks of a session that ended a process at low priority', async () => {
    const { run } = open();
    const hostile = run('a1');
    processOf('a1').residentMb = 301;
    await use('a1', 0);
    await expect(hostile).rejects.toThrow(WorkerEndedError);
    run('a1 again');
    expect(processOf('a1 again').isLowered).toBe(true);
  });

  it('gives the place of an address with more running tasks to another address of the account', async () => {
    const { run } = open();
    run('a1@x');
    await use('a1@x', 50);
    run('a3@x');
    run('a2@y');
    await use('a1@x', 60);
    vi.advanceTimersByTime(50);
    expect(begun).toEqual(['a1@x', 'a2@y']);
    expect(processOf('a1@x').isLowered).toBe(true);
  });

  it('lets a slow task stay in a quick place while nobody else waits', async () => {
    const { run } = open();
    run('a1');
    await use('a1', 850);
    run('b1');
    await use('b1', 2_000);
    expect(processOf('b1')).toBeDefined();
    run('c1');
    await use('b1', 50);
    expect(processOf('b1')).toBeUndefined();
    expect(begun).toEqual(['a1', 'b1', 'c1']);
  });

  it('runs costly tasks, and tasks of sessions with a recent slow task, at low priority', async () => {
    const { run } = open({ isCostly: (task) => task.includes('huge') });
    run('a1 huge');
    run('a2 huge');
    const honest = run('b1');
    expect(begun).toEqual(['a1 huge', 'b1']);
    await finish('b1');
    await honest;
    run('c1');
    await use('c1', 900);
    await finish('c1');
    run('c1 again');
    expect(begun).not.toContain('c1 again');
    await finish('a1 huge');
    expect(begun.at(-1)).toBe('c1 again');
    expect(processOf('c1 again').isLowered).toBe(true);
    await finish('c1 again');
    vi.advanceTimersByTime(11 * 60_000);
    run('c1 later');
    expect(processOf('c1 later').isLowered).toBe(false);
  });

  it('replaces a process whose priority cannot be raised again', async () => {
    mayRaise = false;
    const { run } = open();
    run('a1');
    await use('a1', 850);
    await finish('a1');
    run('b1');
    expect(processOf('b1').isLowered).toBe(false);
    expect(processes.filter(({ isEnded }) => !isEnded).length).toBeLessThanOrEqual(2);
  });

  it('rejects tasks of an account that fills the queue, but not of another account', async () => {
    const { run } = open({ queue: { waiting: 3, perSession: 2 } });
    const crowd = ['a1', 'a2', 'a3', 'a4', 'a5'].map((task) => run(task));
    await expect(crowd[4]).rejects.toThrow(PoolFullError);
    run('b1');
    await expect(crowd[3]).rejects.toThrow(PoolFullError);
    await finish('a1');
    expect(begun).toEqual(['a1', 'b1']);
  });
});

describe('the limits of a decoder pool', () => {
  it('ends the process of a task that exceeds its CPU time, and continues in another', async () => {
    const { run } = open({ places: { quick: 1, slow: 0 } });
    const hostile = run('a1');
    const next = run('b1');
    await use('a1', 3_050);
    await expect(hostile).rejects.toThrow(WorkerEndedError);
    await finish('b1');
    expect(await next).toBe('b1 decoded');
    expect(processes.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  });

  it('replaces a permanent process after ending it', async () => {
    const { pool, run } = open({ kept: 1 });
    pool.warmUp();
    expect(processes).toHaveLength(1);
    const hostile = run('a1');
    processOf('a1').residentMb = 301;
    await use('a1', 0);
    await expect(hostile).rejects.toThrow(WorkerEndedError);
    expect(processes.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  });

  it('restarts the CPU time of a task with each progress report, up to a total', async () => {
    const { run } = open();
    const pages = run('a1');
    for (let page = 0; page < 4; page += 1) {
      await use('a1', 2_400);
      processOf('a1').progress();
    }
    await use('a1', 2_400);
    await expect(pages).rejects.toThrow('used 12000 ms of CPU time');
  });

  it('ends a process that exceeds its memory', async () => {
    const { run } = open();
    const hostile = run('a1');
    processOf('a1').residentMb = 301;
    await use('a1', 0);
    await expect(hostile).rejects.toThrow('more than 300 MB');
  });

  it('replaces a process that holds much memory after its task, without failing the task', async () => {
    const { pool, run } = open({ kept: 1, maxIdleMb: 150 });
    pool.warmUp();
    const picture = run('a1');
    processOf('a1').residentMb = 160;
    await finish('a1');
    expect(await picture).toBe('a1 decoded');
    expect(processes.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  });

  it('ends a task that hangs without using the CPU', async () => {
    const { run } = open();
    const hanging = run('a1');
    vi.advanceTimersByTime(300_000);
    await expect(hanging).rejects.toThrow('longer than 300000 ms');
  });

  it('does not charge a task for the loading of its process', async () => {
    const { run } = open();
    run('a1');
    const held = processOf('a1');
    held.isReady = false;
    await use('a1', 5_000);
    expect(processOf('a1')).toBe(held);
  });

  it('refuses only the session that used up its CPU time', async () => {
    let elapsedMs = 0;
    const limits = { cpuMs: 5_000, perMinuteMs: 1_000, sessions: 10 };
    const { run } = open({ budget: createCpuBudget(limits, () => elapsedMs) });
    for (const task of ['a1', 'a1 again', 'a1 third']) {
      run(task);
      await use(task, 2_000);
      await finish(task);
    }
    const refused = await run('a1 fourth').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(BudgetSpentError);
    expect(refused).toMatchObject({ retryAfterSeconds: 60 });
    run('a2');
    expect(begun.at(-1)).toBe('a2');
    elapsedMs = 61_000;
    run('a1 fifth');
    await finish('a2');
    expect(begun.at(-1)).toBe('a1 fifth');
  });

  it('ends an idle process for another pool that needs memory, but not a permanent one', async () => {
    const memory = createMemoryLedger(500);
    const uploads = open({ memory, kept: 1, places: { quick: 1, slow: 1 } });
    const faces = open({ memory, reservedMb: 500, places: { quick: 1, slow: 0 } });
    uploads.run('a1');
    await use('a1', 900);
    uploads.run('a2');
    faces.run('f1');
    expect(begun).toEqual(['a1', 'a2']);
    await finish('a1');
    await finish('a2');
    await settle();
    expect(begun).toEqual(['a1', 'a2', 'f1']);
    uploads.run('b1');
    expect(begun).toEqual(['a1', 'a2', 'f1', 'b1']);
  });

  it('gives memory to a waiting pool before it starts another task of its own', async () => {
    const memory = createMemoryLedger(500);
    const isCostly = (task: string) => task.endsWith('slow');
    const uploads = open({ memory, kept: 1, places: { quick: 1, slow: 1 }, isCostly });
    const faces = open({ memory, reservedMb: 500, places: { quick: 1, slow: 0 } });
    for (const task of ['a1', 'a2 slow', 'a3 slow']) uploads.run(task);
    faces.run('f1');
    expect(begun).toEqual(['a1', 'a2 slow']);
    await finish('a2 slow');
    await settle();
    expect(begun).toEqual(['a1', 'a2 slow', 'f1']);
  });

  it('starts a task that waits for memory when the one before it is aborted', async () => {
    const memory = createMemoryLedger(600);
    const pools = [350, 520, 240].map((reservedMb) =>
      open({ memory, reservedMb, places: { quick: 1, slow: 0 } }),
    );
    const given = new AbortController();
    pools[0]!.run('l1');
    pools[1]!.run('f1', given.signal);
    for (let time = 0; time < 3; time++) {
      pools[2]!.run('c1');
      await finish('c1');
      await processes.at(-1)!.end(new Error('It was idle.'));
    }
    pools[2]!.run('c2');
    expect(begun.at(-1)).toBe('c1');
    given.abort();
    await settle();
    expect(begun.at(-1)).toBe('c2');
  });
});

describe('the end of tasks of a decoder pool', () => {
  it('rejects a running or waiting task when its signal aborts', async () => {
    const { run } = open();
    const [first, second] = [new AbortController(), new AbortController()];
    const results = Promise.allSettled([run('a1', first.signal), run('b1', second.signal), run('c1')]);
    second.abort(new Error('left the queue'));
    first.abort(new Error('left the process'));
    await settle();
    await finish('c1');
    expect(await results).toMatchObject([
      { reason: { message: 'left the process' } },
      { reason: { message: 'left the queue' } },
      { value: 'c1 decoded' },
    ]);
  });

  it('rejects all tasks when it is closed', async () => {
    const { pool, run } = open();
    const results = Promise.allSettled([run('a1'), run('b1')]);
    await pool.close();
    for (const result of await results)
      expect(result).toMatchObject({ reason: { message: 'The pool is closed.' } });
    await expect(run('c1')).rejects.toThrow('The pool is closed.');
    expect(processes.every(({ isEnded }) => isEnded)).toBe(true);
  });

  it('ends a process after its idle time', async () => {
    const { run } = open({ idleMs: 60_000 });
    run('a1');
    await finish('a1');
    vi.advanceTimersByTime(59_999);
    expect(processes[0]!.isEnded).toBe(false);
    vi.advanceTimersByTime(1);
    expect(processes[0]!.isEnded).toBe(true);
  });
});
