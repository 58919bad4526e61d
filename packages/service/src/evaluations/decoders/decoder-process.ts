import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { WorkerEndedError } from '../worker-ended-error.ts';
import type { DecoderSignal, WorkerReply, WorkerRequest } from '../worker-protocol.ts';
import { isolate } from './isolation.ts';
import { type ProcessUsage, readUsage, setProcessPriority } from './process-usage.ts';

/**
 * Why a decoder process ended. Ended by its pool: it was idle, others needed its memory or its turn, its task was aborted or
 * exceeded its deadline, CPU time or memory, or the service stops. Ended by itself: it exited, or failed to start.
 */
export type EndCause =
  | 'idle'
  | 'room'
  | 'yield'
  | 'aborted'
  | 'deadline'
  | 'cpu'
  | 'memory'
  | 'stop'
  | 'exited'
  | 'failed';

export interface DecoderProcessOptions {
  /** The compiled entry. */
  readonly url: URL;
  /** Limit of its JavaScript heap. */
  readonly heapLimitMb: number;
  /**
   * Limit of writable memory that the kernel enforces. Libraries map far more than they use, so this only stops sudden growth.
   */
  readonly dataLimitMb: number;
  /** Folder that appears empty to the process, if the system supports that. */
  readonly hiddenFolder: string | null;
  /** Called once, however the process ends. */
  onEnd(cause: EndCause): void;
}

/** A child process that decodes uploads, and its task. */
export interface DecoderProcess<Task, Result> {
  /** Whether it has loaded its code. */
  readonly isReady: boolean;
  /** True if its priority was lowered and cannot be raised again. */
  readonly isLowered: boolean;
  /**
   * Gives an idle process a task. Rejects if the task fails; with a `WorkerEndedError` if the process ends before the task does,
   * or never started.
   *
   * @param onProgress - called when a part of the task is finished.
   */
  run(task: Task, onProgress: () => void): Promise<Result>;
  /** Returns the usage of the process; null if the system does not report it, or the process is gone. */
  usage(): ProcessUsage | null;
  lowerPriority(): void;
  /** Undoes {@link lowerPriority}, where the system allows it; `isLowered` tells. */
  raisePriority(): void;
  /** Ends the process at once. Resolves when it has exited. */
  end(reason: Error, cause?: EndCause): Promise<void>;
}

interface Waiting<Result> {
  readonly id: number;
  resolve(result: Result): void;
  reject(error: Error): void;
  onProgress(): void;
}

/** Characters of output that are kept of a process that failed to start. */
const mostErrorText = 2_000;

export function startDecoderProcess<Task, Result>(
  options: DecoderProcessOptions,
): DecoderProcess<Task, Result> {
  const child = spawn(options);
  let waiting: Waiting<Result> | null = null;
  let lastId = 0;
  let isReady = false;
  let isLowered = false;
  let endReason: Error | null = null;
  let errorText = '';
  let settleStart: () => void = () => {};
  const started = new Promise<void>((resolve) => {
    settleStart = resolve;
  });
  let settleEnd: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    settleEnd = resolve;
  });

  const finish = (reason: Error, cause: EndCause) => {
    if (endReason) return;
    endReason = reason;
    waiting?.reject(reason);
    waiting = null;
    settleStart();
    options.onEnd(cause);
  };

  child.stderr?.on('data', (text: Buffer) => {
    errorText = (errorText + text.toString('utf8')).slice(-mostErrorText);
  });
  child.on('message', (message: WorkerReply<Result> | DecoderSignal) => {
    if (message.kind === 'ready') {
      isReady = true;
      settleStart();
      return;
    }
    if (waiting === null || message.id !== waiting.id) return;
    if (message.kind === 'progress') return waiting.onProgress();
    const { resolve, reject } = waiting;
    waiting = null;
    if (message.kind === 'done') resolve(message.result);
    else reject(new Error(message.error));
  });
  child.on('error', (cause) => {
    // A message that could not be sent leaves a process without its task.
    finish(new Error('The decoder process could not be reached.', { cause }), 'failed');
    child.kill('SIGKILL');
    if (child.pid === undefined) settleEnd();
  });
  child.on('close', (code, signal) => {
    const how = signal ? `by ${signal}` : `with code ${code}`;
    // A process that never got as far as a task was not ended by one.
    finish(
      isReady
        ? new WorkerEndedError(`The decoder process ended ${how}.`)
        : new Error(`The decoder process did not start: it ended ${how}. ${errorText}`),
      isReady ? 'exited' : 'failed',
    );
    settleEnd();
  });

  return {
    get isReady() {
      return isReady;
    },
    get isLowered() {
      return isLowered;
    },
    run(task, onProgress) {
      lastId += 1;
      const request: WorkerRequest<Task> = { id: lastId, task };
      return new Promise((resolve, reject) => {
        waiting = { id: request.id, resolve, reject, onProgress };
        const current = waiting;
        void started.then(() => {
          if (waiting !== current) return;
          try {
            child.send(request as never);
          } catch (error) {
            waiting = null;
            reject(error);
          }
        });
      });
    },
    usage: () => (child.pid === undefined || endReason ? null : readUsage(child.pid)),
    lowerPriority() {
      if (child.pid !== undefined) isLowered = setProcessPriority(child.pid, 'low') || isLowered;
    },
    raisePriority() {
      if (isLowered && child.pid !== undefined) isLowered = !setProcessPriority(child.pid, 'normal');
    },
    async end(reason, cause = 'stop') {
      finish(reason, cause);
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function spawn({ url, heapLimitMb, dataLimitMb, hiddenFolder }: DecoderProcessOptions): ChildProcess {
  const flags = [`--max-old-space-size=${heapLimitMb}`, '--v8-pool-size=1', '--no-warnings'];
  const node = { program: process.execPath, args: flags };
  const { program, args } = isolate(node, hiddenFolder, dataLimitMb * 1024 * 1024);
  return fork(fileURLToPath(url), [], {
    execPath: program,
    execArgv: [...args],
    // Passes no variables of the service, which may include the master key.
    env: { ...allocator, ...systemRoot() },
    // Passes only the channel: other descriptors are closed at exec.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    cwd: '/',
  });
}

/** Has the allocator (glibc) give the buffers of pictures back, and keep no arena for each thread. */
const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' };

/** Windows starts no program without it. */
function systemRoot(): Record<string, string> {
  const { SystemRoot } = process.env;
  return process.platform === 'win32' && SystemRoot ? { SystemRoot } : {};
}
