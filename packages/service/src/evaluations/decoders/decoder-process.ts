import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { WorkerEndedError } from '../worker-ended-error.ts';
import type { DecoderSignal, WorkerReply, WorkerRequest } from '../worker-protocol.ts';
import { isolate } from './isolation.ts';
import { type ProcessUsage, readUsage, setProcessPriority } from './process-usage.ts';

/**
 * Why a decoder process ended. By its pool: it had nothing to do, others needed its room or its turn, its task was given up or
 * went beyond time, CPU time or memory, the service stops. By itself: it exited, or never got to work.
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
  /** Writable memory that the kernel lets it map. Libraries map far more than they use: this only ends a sudden growth. */
  readonly dataLimitMb: number;
  /** Folder that looks empty to the process, where the system allows it. */
  readonly hiddenFolder: string | null;
  /** Called once, however the process ends. */
  onEnd(cause: EndCause): void;
}

/** A child process that decodes what users send, and the task it has. */
export interface DecoderProcess<Task, Result> {
  /** Whether it has loaded its code. */
  readonly isReady: boolean;
  /** Whether its priority was lowered for good. */
  readonly isLowered: boolean;
  /**
   * Gives an idle process a task. Rejects when the task fails; with a `WorkerEndedError` when the process ends before the task
   * does, unless it never started.
   *
   * @param onProgress - called when a part of the task is finished.
   */
  run(task: Task, onProgress: () => void): Promise<Result>;
  /** Null: this system does not tell, or the process is gone. */
  usage(): ProcessUsage | null;
  lowerPriority(): void;
  /** Undoes {@link lowerPriority}, where the system allows it; `isLowered` tells. */
  raisePriority(): void;
  /** Ends the process at once, whatever it is doing. Resolves when it is gone. */
  end(reason: Error, cause?: EndCause): Promise<void>;
}

interface Waiting<Result> {
  readonly id: number;
  resolve(result: Result): void;
  reject(error: Error): void;
  onProgress(): void;
}

/** Limit of the output that is kept of a process that failed to start. */
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
