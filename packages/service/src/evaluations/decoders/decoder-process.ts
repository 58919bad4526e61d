import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { WorkerEndedError } from '../worker-ended-error.ts';
import type { DecoderSignal, WorkerReply, WorkerRequest } from '../worker-protocol.ts';
import { isolate } from './isolation.ts';
import { type ProcessUsage, readUsage, setProcessPriority } from './process-usage.ts';

/**
 * Reason why a decoder process ended. Its pool ended it because it was idle, others needed its memory or its turn, its task was
 * aborted or exceeded its deadline, CPU time or memory, or the service stops; or the process exited or failed to start.
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
  /** URL of the compiled entry. */
  readonly url: URL;
  /** Limit of its JavaScript heap. */
  readonly heapLimitMb: number;
  /**
   * Limit of writable memory, enforced by the kernel. Libraries map far more memory than they use, so this only stops sudden
   * growth.
   */
  readonly dataLimitMb: number;
  /** Folder that appears empty to the process if the system supports it; null for none. */
  readonly hiddenFolder: string | null;
  /** Called once when the process ends, for whatever reason. */
  onEnd(cause: EndCause): void;
}

/** A child process that decodes uploads, one task at a time. */
export interface DecoderProcess<Task, Result> {
  /** Whether the process has loaded its code. */
  readonly isReady: boolean;
  /** Whether its priority is low. The system may not allow raising it again. */
  readonly isLowered: boolean;
  /**
   * Gives a task to an idle process. Rejects if the task fails. Rejects with a `WorkerEndedError` if the process ends before
   * the task, and with another error if it failed to start.
   *
   * @param onProgress - called when a part of the task is finished.
   */
  run(task: Task, onProgress: () => void): Promise<Result>;
  /** Returns the usage of the process; null if the system does not report it, or the process has ended. */
  usage(): ProcessUsage | null;
  lowerPriority(): void;
  /** Undoes {@link lowerPriority} if the system allows it, which `isLowered` then shows. */
  raisePriority(): void;
  /** Kills the process. Resolves when it has exited. */
  end(reason: Error, cause?: EndCause): Promise<void>;
}

interface Waiting<Result> {
  readonly id: number;
  resolve(result: Result): void;
  reject(error: Error): void;
  onProgress(): void;
}

/** Number of characters of error output that are kept for a process that fails to start. */
const maxErrorText = 2_000;

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
    errorText = (errorText + text.toString('utf8')).slice(-maxErrorText);
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
    // A message that could not be sent means that the process did not get its task.
    finish(new Error('The decoder process could not be reached.', { cause }), 'failed');
    child.kill('SIGKILL');
    if (child.pid === undefined) settleEnd();
  });
  child.on('close', (code, signal) => {
    const how = signal ? `by ${signal}` : `with code ${code}`;
    // If the process ended before it was ready, the task is not to blame.
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
    // Passes only the IPC channel and stderr: other descriptors are closed at exec.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    cwd: '/',
  });
}

/**
 * Makes the allocator (glibc) return picture buffers to the system and limits its arenas, which otherwise grow with the number
 * of threads.
 */
const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' };

/** Windows cannot start a program without this variable. */
function systemRoot(): Record<string, string> {
  const { SystemRoot } = process.env;
  return process.platform === 'win32' && SystemRoot ? { SystemRoot } : {};
}
