import type { CardEvaluation } from './card-reader.ts';
import type { Evaluation, EvaluationTask } from './evaluation-task.ts';
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
import type { AddressEvaluation, EvidenceEvaluation, FileCleaning } from './file-evaluations.ts';
import { ThreadEndedError } from './thread-ended-error.ts';
import type { WorkerPool } from './worker-pool.ts';

/**
 * Runs checks in the threads of a pool.
 *
 * @param faces - a pool of its own for what needs the face engine, which fills a thread's memory.
 * @param letters - a pool of its own for what reads print, which takes seconds.
 */
export function createPooledEvaluator(
  pool: WorkerPool<EvaluationTask, Evaluation>,
  faces: WorkerPool<EvaluationTask, Evaluation>,
  letters: WorkerPool<EvaluationTask, Evaluation>,
): Evaluator {
  return {
    async evaluateDocument(task, signal) {
      const front = movable(task.front);
      const back = task.back && movable(task.back);
      const transfer = back ? [front.buffer, back.buffer] : [front.buffer];
      const message: EvaluationTask = { check: 'document', task: { ...task, front, back } };
      return (await pool.run(message, transfer, signal)) as DocumentEvaluation;
    },
    async evaluateSelfie({ frames, reference, acceptsCopies }, signal) {
      const moved = frames.map((frame) => ({ ...frame, file: movable(frame.file) }));
      const compared = reference && { ...reference, file: movable(reference.file) };
      const transfer = [...moved, ...(compared ? [compared] : [])].map(({ file }) => file.buffer);
      const task = { frames: moved, reference: compared, acceptsCopies };
      const message: EvaluationTask = { check: 'selfie', task };
      return (await faces.run(message, transfer, signal)) as SelfieEvaluation;
    },
    async evaluateAddress(task, signal) {
      const file = movableFile(task.file);
      const message: EvaluationTask = { check: 'address', task: { ...task, file } };
      return (await letters.run(message, buffersOf([file]), signal)) as AddressEvaluation;
    },
    async evaluateEvidence(task, signal) {
      const files = task.files.map(movableFile);
      const message: EvaluationTask = { check: 'evidence', task: { files } };
      return (await letters.run(message, buffersOf(files), signal)) as EvidenceEvaluation;
    },
    async judgeCard(task, signal) {
      // Its pictures were read when they were uploaded: this is arithmetic, and waits for no reader of print.
      return (await pool.run({ check: 'card', task }, [], signal)) as CardEvaluation;
    },
    async evaluateEmail(email, signal) {
      return (await pool.run({ check: 'email', email }, [], signal)) as FraudEvaluation;
    },
    async evaluatePhone(phoneNumber, signal) {
      return (await pool.run({ check: 'phone', phoneNumber }, [], signal)) as FraudEvaluation;
    },
    async screenName(task, signal) {
      return (await pool.run({ check: 'aml', task }, [], signal)) as ScreeningHit[] | null;
    },
    async evaluateIp(task, signal) {
      return (await pool.run({ check: 'ip', task }, [], signal)) as IpEvaluation;
    },
    async evaluateDevice(task, signal) {
      return (await pool.run({ check: 'device', task }, [], signal)) as DeviceEvaluation;
    },
    async evaluateNationalId(task, signal) {
      return (await pool.run({ check: 'national-id', task }, [], signal)) as NationalIdEvaluation;
    },
  };
}

/**
 * Cleans pictures in the threads of a pool.
 *
 * @param files - a pool of its own for files whose pages are drawn, so that a hostile one holds up no picture.
 */
export function createPooledCleaner(
  pool: WorkerPool<EvaluationTask, Evaluation>,
  files: WorkerPool<EvaluationTask, Evaluation>,
): PictureCleaner {
  // An upload that is broken off is not worth a thread: it is cleaned to its end.
  const { signal } = new AbortController();
  return {
    async cleanPicture(bytes) {
      const file = movable(bytes);
      return (await pool.run({ check: 'picture', file }, [file.buffer], signal)) as CleanPicture | null;
    },
    async cleanVideo(bytes) {
      const file = movable(bytes);
      try {
        return (await pool.run({ check: 'video', file }, [file.buffer], signal)) as VideoCleaning;
      } catch (error) {
        // It would end the next thread too, and nothing depends on a film.
        if (error instanceof ThreadEndedError) return { kind: 'refused', refusal: 'UNREADABLE' };
        throw error;
      }
    },
    async cleanFile(bytes) {
      const file = movable(bytes);
      try {
        return (await files.run({ check: 'file', file }, [file.buffer], signal)) as FileCleaning;
      } catch (error) {
        // It would end the next thread too: the user is better off with another file than with another try.
        if (error instanceof ThreadEndedError) return { kind: 'refused', refusal: 'UNREADABLE' };
        throw error;
      }
    },
  };
}

type MovableFile =
  | Exclude<FileCleaning, { kind: 'clean' }>
  | (FileCleaning & { readonly bytes: Uint8Array<ArrayBuffer> });

function movableFile(file: FileCleaning): MovableFile {
  return file.kind === 'refused' ? file : { ...file, bytes: movable(file.bytes) };
}

function buffersOf(files: readonly MovableFile[]): ArrayBuffer[] {
  return files.flatMap((file) => (file.kind === 'clean' ? [file.bytes.buffer] : []));
}

/** A copy that can be moved to a thread: the caller keeps its bytes, and a small `Buffer` shares memory with others. */
function movable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
