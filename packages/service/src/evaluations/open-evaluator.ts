import { systemElapsed } from '../clock.ts';
import type { CardCapture, CardReader } from './card-reader.ts';
import type { CardUpload } from './card-upload.ts';
import { isCostlyPicture } from './costly-picture.ts';
import { createCpuBudget } from './decoders/cpu-budget.ts';
import { createDecoderPool, type TaskLimits } from './decoders/decoder-pool.ts';
import { type EndCause, startDecoderProcess } from './decoders/decoder-process.ts';
import {
  type DecoderSettings,
  decoderMemory,
  idleUploadMb,
  sizeDecoders,
  thisMachine,
} from './decoders/decoder-sizes.ts';
import { isCodeWithin } from './decoders/isolation.ts';
import { createMemoryLedger } from './decoders/memory-ledger.ts';
import type {
  InputEvaluation,
  InputTask,
  MediaEvaluation,
  MediaTask,
  UploadResult,
  UploadTask,
} from './evaluation-task.ts';
import type { Evaluator, PictureCleaner } from './evaluator.ts';
import { createPooledCleaner, createPooledEvaluator } from './pooled-evaluator.ts';
import { WorkerEndedError } from './worker-ended-error.ts';
import { createWorkerPool } from './worker-pool.ts';

/** The service's checks, in their threads and processes. */
export interface OpenEvaluator {
  readonly evaluator: Evaluator;
  readonly pictures: PictureCleaner;
  readonly cards: CardReader;
  /** Number of checks of each kind that run at a time, which is also the maximum number of jobs worth claiming. */
  readonly concurrency: { readonly checks: number; readonly faces: number; readonly letters: number };
  /** Starts the processes, so that the first user does not have to wait for them. Returns immediately. */
  warmUp(): void;
  close(): Promise<void>;
}

/** Observes the start and end of decoder processes; `pool` names the purpose of their pool. */
export interface DecoderObserver {
  started(pool: string): void;
  ended(pool: string, cause: EndCause): void;
}

export interface EvaluatorOptions {
  /** Idle time in ms after which large processes are ended. */
  readonly idleMs?: number;
  /** Number of processes of each kind, and their total memory. Null or missing: derived from cores and memory. */
  readonly sizes?: Partial<DecoderSettings>;
  /** Folder with keys and data, which appears empty to the processes unless it contains code. */
  readonly dataFolder?: string | null;
  /** Called for each process. */
  readonly observer?: DecoderObserver | undefined;
}

const allFromMachine: DecoderSettings = {
  processes: null,
  memoryMb: null,
  faces: null,
  letters: null,
  cards: null,
};

const seconds = 1_000;
const minutes = 60 * seconds;

type Memory = (typeof decoderMemory)[keyof typeof decoderMemory];

/** Address space, in megabytes, that libraries for drawing and models map without using it. */
const mappedMb = 1_600;

/** Opens the pools of processes that examine uploads. The processes run the compiled workers in plain Node. */
export function openEvaluator({
  idleMs = 10 * minutes,
  sizes = {},
  dataFolder = null,
  observer,
}: EvaluatorOptions = {}): OpenEvaluator {
  const {
    processes,
    faces: faceCount,
    letters: letterCount,
    cards: cardCount,
    sharedMb,
  } = sizeDecoders(thisMachine(), { ...allFromMachine, ...sizes });
  const budget = createCpuBudget(uploadBudget, systemElapsed);
  const shared = {
    memory: createMemoryLedger(sharedMb),
    deadlineMs: 5 * minutes,
  };
  const hiddenFolder = isCodeWithin(dataFolder) ? null : dataFolder;
  /** Returns the function with which a pool starts processes of an entry with the given memory limit. */
  const startOf =
    <Task, Result>(pool: string, entry: string, heldMb: number) =>
    (onEnd: () => void) => {
      observer?.started(pool);
      return startDecoderProcess<Task, Result>({
        url: new URL(entry, import.meta.url),
        heapLimitMb: Math.round(heldMb / 2),
        dataLimitMb: mappedMb + heldMb,
        hiddenFolder,
        onEnd(cause) {
          observer?.ended(pool, cause);
          onEnd();
        },
      });
    };
  const uploads = createDecoderPool<UploadTask, UploadResult>({
    ...shared,
    start: startOf('uploads', './upload-worker.js', decoderMemory.uploads.most),
    places: { quick: processes, slow: Math.max(1, Math.floor(processes / 2)) },
    quickCpuMs: 0.8 * seconds,
    limitsOf: ({ medium }) => uploadLimits[medium],
    isCostly: ({ medium, file }) => medium !== 'video' && isCostlyPicture(file),
    queue: { waiting: 1000, perSession: 8 },
    memoryMb: decoderMemory.uploads.most,
    reservedMb: decoderMemory.uploads.reserved,
    spare: 1,
    maxIdleMb: idleUploadMb,
    kept: processes + 1,
    budget,
  });
  const cards = createDecoderPool<CardUpload, CardCapture>({
    ...shared,
    start: startOf('cards', './card-worker.js', decoderMemory.cards.most),
    places: { quick: cardCount, slow: 0 },
    quickCpuMs: Number.POSITIVE_INFINITY,
    limitsOf: () => singleLimit(25 * seconds),
    // Each card takes some seconds while its user waits. An upload that would wait longer than the page's time-out is refused
    // and repeated.
    queue: { waiting: 6 * cardCount, perSession: 2 },
    memoryMb: decoderMemory.cards.most,
    reservedMb: decoderMemory.cards.reserved,
    idleMs,
    budget,
  });
  const media = (pool: string, places: number, { most, reserved }: Memory, cpuMs: number) =>
    createDecoderPool<MediaTask, MediaEvaluation>({
      ...shared,
      start: startOf(pool, './media-worker.js', most),
      places: { quick: places, slow: 0 },
      quickCpuMs: Number.POSITIVE_INFINITY,
      limitsOf: () => singleLimit(cpuMs),
      queue: { waiting: 100, perSession: 1 },
      memoryMb: most,
      reservedMb: reserved,
      idleMs,
    });
  const documents = media('documents', processes, decoderMemory.documents, 30 * seconds);
  // The face engine takes half a gigabyte. It is loaded with the first selfie, and unloaded when no more selfies arrive.
  const faces = media('faces', faceCount, decoderMemory.faces, 45 * seconds);
  const letters = media('letters', letterCount, decoderMemory.letters, 2 * minutes);
  const inputs = createWorkerPool<InputTask, InputEvaluation>({
    url: new URL('./input-worker.js', import.meta.url),
    size: processes,
    queueLimit: 100,
    deadlineMs: minutes,
    heapLimitMb: 512,
  });
  const pools = [uploads, cards, documents, faces, letters, inputs];
  return {
    evaluator: createPooledEvaluator({ inputs, documents, faces, letters }),
    pictures: createPooledCleaner(uploads),
    cards: {
      async readCard(file, side, owner) {
        try {
          return await cards.run({ file, side }, owner);
        } catch (error) {
          if (!(error instanceof WorkerEndedError)) throw error;
          // The same file would end the next process too.
          return unreadableCard;
        }
      },
    },
    concurrency: { checks: processes, faces: faceCount, letters: letterCount },
    warmUp() {
      uploads.warmUp();
      inputs.warmUp();
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
}

/**
 * CPU time limits per upload. For a file, the limit applies to each page, so that a PDF may take as long per page as a picture.
 */
const uploadLimits: Readonly<Record<UploadTask['medium'], TaskLimits>> = {
  picture: singleLimit(6 * seconds),
  video: singleLimit(6 * seconds),
  file: { cpuMs: 3 * seconds, totalCpuMs: 30 * seconds },
};

/** Twice the CPU time of all steps of a flow with all retries, then a second per minute. */
const uploadBudget = { cpuMs: 2 * minutes, perMinuteMs: seconds, sessions: 20_000 };

/** Result for an unreadable card: the user is asked for another picture. */
const unreadableCard: CardCapture = {
  reading: { number: null, expiry: null, isExpiryCertain: false, names: [], reasons: ['IMAGE_UNREADABLE'] },
  picture: null,
};

function singleLimit(cpuMs: number): TaskLimits {
  return { cpuMs, totalCpuMs: cpuMs };
}
