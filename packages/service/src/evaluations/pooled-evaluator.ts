import type { FileCleaning } from '@vendor/checks';
import type { DecoderPool } from './decoders/decoder-pool.ts';
import type {
  CheckTask,
  InputEvaluation,
  InputTask,
  MediaEvaluation,
  MediaTask,
  UploadResult,
  UploadTask,
} from './evaluation-task.ts';
import type {
  Checks,
  CleanPicture,
  EvaluationOf,
  Evaluator,
  MediaChecks,
  PictureCleaner,
  TaskOf,
  VideoCleaning,
} from './evaluator.ts';
import type { TaskOwner } from './fair-queue.ts';
import { WorkerEndedError } from './worker-ended-error.ts';
import type { WorkerPool } from './worker-pool.ts';

type MediaPool = Pick<DecoderPool<MediaTask, MediaEvaluation>, 'run'>;

/** Pools that run the checks. */
export interface EvaluatorPools {
  /** Checks of texts and numbers. */
  readonly inputs: Pick<WorkerPool<InputTask, InputEvaluation>, 'run'>;
  readonly documents: MediaPool;
  /** For the face engine, which needs most of the memory of a process. */
  readonly faces: MediaPool;
  /** For recognising print, which takes seconds. */
  readonly letters: MediaPool;
}

/**
 * Pools of the checks that decode untrusted files. The other checks are arithmetic and do not wait behind print recognition.
 */
const mediaPools: Readonly<Record<keyof MediaChecks, Exclude<keyof EvaluatorPools, 'inputs'>>> = {
  document: 'documents',
  selfie: 'faces',
  address: 'letters',
  evidence: 'letters',
};

/** Runs checks in threads and processes. */
export function createPooledEvaluator(pools: EvaluatorPools): Evaluator {
  const run = (asked: CheckTask<keyof Checks>, signal: AbortSignal) => {
    return isMediaTask(asked)
      ? pools[mediaPools[asked.check]].run(asked, jobOwner(), signal)
      : pools.inputs.run(asked as InputTask, [], signal);
  };
  return {
    async run<Kind extends keyof Checks>(check: Kind, task: TaskOf<Kind>, signal: AbortSignal) {
      return (await run({ check, task } as CheckTask<keyof Checks>, signal)) as EvaluationOf<Kind>;
    },
  };
}

function isMediaTask(asked: CheckTask<keyof Checks>): asked is MediaTask {
  return Object.hasOwn(mediaPools, asked.check);
}

/** Makes a different owner for each job, because the accounts took turns when the jobs were claimed. */
function jobOwner(): TaskOwner {
  lastJob += 1;
  return { accountId: '', address: null, sessionId: String(lastJob) };
}
let lastJob = 0;

/**
 * Cleans uploads in the processes of a pool. Does not stop if the upload is abandoned, so that the file need not be cleaned
 * again.
 */
export function createPooledCleaner(
  pool: Pick<DecoderPool<UploadTask, UploadResult>, 'run'>,
): PictureCleaner {
  /**
   * Treats a file that ended its process as unusable, because it would end the next process too: the user should send another
   * file instead of repeating it.
   */
  async function clean<Refused extends UploadResult>(task: UploadTask, owner: TaskOwner, refused: Refused) {
    try {
      return requireMedia(await pool.run(task, owner));
    } catch (error) {
      if (error instanceof WorkerEndedError) return refused;
      throw error;
    }
  }
  return {
    cleanPicture: async (file, owner) =>
      (await clean({ medium: 'picture', file }, owner, null)) as CleanPicture | null,
    cleanVideo: async (file, owner) =>
      (await clean({ medium: 'video', file }, owner, unreadable)) as VideoCleaning,
    cleanFile: async (file, owner) =>
      (await clean({ medium: 'file', file }, owner, unreadable)) as FileCleaning,
  };
}

const unreadable = { kind: 'refused', refusal: 'UNREADABLE' } as const;

const mediaTypes = new Set(['image/jpeg', 'application/pdf', 'video/webm', 'video/mp4']);

/** Checks the media type again, because a process that decoded hostile files is not trusted. @throws if it is another type. */
function requireMedia(result: UploadResult): UploadResult {
  if (result === null || !('bytes' in result)) return result;
  if (mediaTypes.has(result.contentType) && result.bytes instanceof Uint8Array) return result;
  throw new Error('The decoder process returned something other than media.');
}
