import type { CardEvaluation } from './card-reader.ts';
import type { DecoderPool } from './decoder-pool.ts';
import type {
  InputEvaluation,
  InputTask,
  MediaEvaluation,
  MediaTask,
  UploadResult,
  UploadTask,
} from './evaluation-task.ts';
import type {
  CleanPicture,
  DeviceEvaluation,
  DocumentEvaluation,
  Evaluator,
  FraudEvaluation,
  IpEvaluation,
  NationalIdEvaluation,
  PictureCleaner,
  ScreeningHit,
  SelfieEvaluation,
  VideoCleaning,
} from './evaluator.ts';
import type { TaskOwner } from './fair-queue.ts';
import type { AddressEvaluation, EvidenceEvaluation, FileCleaning } from './file-evaluations.ts';
import { WorkerEndedError } from './worker-ended-error.ts';
import type { WorkerPool } from './worker-pool.ts';

type MediaPool = Pick<DecoderPool<MediaTask, MediaEvaluation>, 'run'>;

/** Pools that run the checks. */
export interface EvaluatorPools {
  /** Checks of texts and numbers. */
  readonly inputs: Pick<WorkerPool<InputTask, InputEvaluation>, 'run'>;
  readonly documents: MediaPool;
  /** For the face engine, which fills the memory of a process. */
  readonly faces: MediaPool;
  /** For reading print, which takes seconds. */
  readonly letters: MediaPool;
}

/** Runs checks in threads and processes. */
export function createPooledEvaluator({ inputs, documents, faces, letters }: EvaluatorPools): Evaluator {
  const runMedia = (pool: MediaPool, task: MediaTask, signal: AbortSignal) =>
    pool.run(task, jobOwner(), signal);
  const runInput = (task: InputTask, signal: AbortSignal) => inputs.run(task, [], signal);
  return {
    async evaluateDocument(task, signal) {
      return (await runMedia(documents, { check: 'document', task }, signal)) as DocumentEvaluation;
    },
    async evaluateSelfie(task, signal) {
      return (await runMedia(faces, { check: 'selfie', task }, signal)) as SelfieEvaluation;
    },
    async evaluateAddress(task, signal) {
      return (await runMedia(letters, { check: 'address', task }, signal)) as AddressEvaluation;
    },
    async evaluateEvidence(task, signal) {
      return (await runMedia(letters, { check: 'evidence', task }, signal)) as EvidenceEvaluation;
    },
    async judgeCard(task, signal) {
      // Its pictures were read when they were uploaded: this is arithmetic, and waits for no reader of print.
      return (await runInput({ check: 'card', task }, signal)) as CardEvaluation;
    },
    async evaluateEmail(email, signal) {
      return (await runInput({ check: 'email', email }, signal)) as FraudEvaluation;
    },
    async evaluatePhone(phoneNumber, signal) {
      return (await runInput({ check: 'phone', phoneNumber }, signal)) as FraudEvaluation;
    },
    async screenName(task, signal) {
      return (await runInput({ check: 'aml', task }, signal)) as ScreeningHit[] | null;
    },
    async evaluateIp(task, signal) {
      return (await runInput({ check: 'ip', task }, signal)) as IpEvaluation;
    },
    async evaluateDevice(task, signal) {
      return (await runInput({ check: 'device', task }, signal)) as DeviceEvaluation;
    },
    async evaluateNationalId(task, signal) {
      return (await runInput({ check: 'national-id', task }, signal)) as NationalIdEvaluation;
    },
  };
}

/** Stored jobs took their turns when they were claimed: here each is an owner of its own. */
function jobOwner(): TaskOwner {
  lastJob += 1;
  return { accountId: '', address: null, sessionId: String(lastJob) };
}
let lastJob = 0;

/** Cleans uploads in the processes of a pool; one that is broken off too, so that it need not be cleaned again. */
export function createPooledCleaner(
  pool: Pick<DecoderPool<UploadTask, UploadResult>, 'run'>,
): PictureCleaner {
  /** A file that ended one process would end the next too: its user is better off with another file than with another try. */
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

/** Checks the media type itself, since a process that decoded hostile files is not believed. @throws when it is no media. */
function requireMedia(result: UploadResult): UploadResult {
  if (result === null || !('bytes' in result)) return result;
  if (mediaTypes.has(result.contentType) && result.bytes instanceof Uint8Array) return result;
  throw new Error('The decoder process answered something else than media.');
}
