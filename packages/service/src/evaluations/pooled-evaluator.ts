import type { Evaluation, EvaluationTask } from './evaluation-task.ts';
import type {
  CleanPicture,
  DocumentEvaluation,
  Evaluator,
  FraudEvaluation,
  PictureCleaner,
} from './evaluator.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Runs checks in the threads of a pool. */
export function createPooledEvaluator(pool: WorkerPool<EvaluationTask, Evaluation>): Evaluator {
  return {
    async evaluateDocument(task, signal) {
      const front = movable(task.front);
      const back = task.back && movable(task.back);
      const transfer = back ? [front.buffer, back.buffer] : [front.buffer];
      const message: EvaluationTask = { check: 'document', task: { ...task, front, back } };
      return (await pool.run(message, transfer, signal)) as DocumentEvaluation;
    },
    async evaluateEmail(email, signal) {
      return (await pool.run({ check: 'email', email }, [], signal)) as FraudEvaluation;
    },
    async evaluatePhone(phoneNumber, signal) {
      return (await pool.run({ check: 'phone', phoneNumber }, [], signal)) as FraudEvaluation;
    },
  };
}

/** Cleans pictures in the threads of a pool. */
export function createPooledCleaner(pool: WorkerPool<EvaluationTask, Evaluation>): PictureCleaner {
  // An upload that is broken off is not worth a thread: it is cleaned to its end.
  const { signal } = new AbortController();
  return {
    async cleanPicture(bytes) {
      const file = movable(bytes);
      return (await pool.run({ check: 'picture', file }, [file.buffer], signal)) as CleanPicture | null;
    },
  };
}

/** A copy that can be moved to a thread: the caller keeps its bytes, and a small `Buffer` shares memory with others. */
function movable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
