import { availableParallelism } from 'node:os';
import type { Evaluation, EvaluationTask } from './evaluation-task.ts';
import type { Evaluator, PictureCleaner } from './evaluator.ts';
import { createPooledCleaner, createPooledEvaluator } from './pooled-evaluator.ts';
import { createWorkerPool } from './worker-pool.ts';

/** The checks of the service, in threads of their own. */
export interface OpenEvaluator {
  readonly evaluator: Evaluator;
  readonly pictures: PictureCleaner;
  /** How many checks run at a time: no more are worth claiming. */
  readonly concurrency: number;
  /** Starts the threads, so that the first user does not wait for them. Returns at once. */
  warmUp(): void;
  close(): Promise<void>;
}

/** Opens the threads that look at what users sent. They work from the compiled worker: plain Node runs it. */
export function openEvaluator(): OpenEvaluator {
  // One core stays for requests where there are several.
  const concurrency = Math.max(1, availableParallelism() - 1);
  const options = {
    url: new URL('./worker.js', import.meta.url),
    // A document takes a second; on a machine that is very busy, many.
    deadlineMs: 60_000,
    // Pictures lie outside the heap; what lies in it stays far below this.
    heapLimitMb: 512,
  };
  const checks = createWorkerPool<EvaluationTask, Evaluation>({
    ...options,
    size: concurrency,
    queueLimit: 100,
  });
  // An upload is waited for by its user, so it never stands behind a check. How many there are is bounded where they arrive.
  const uploads = createWorkerPool<EvaluationTask, Evaluation>({ ...options, size: 1, queueLimit: 1000 });
  return {
    evaluator: createPooledEvaluator(checks),
    pictures: createPooledCleaner(uploads),
    concurrency,
    warmUp() {
      checks.warmUp();
      uploads.warmUp();
    },
    async close() {
      await Promise.all([checks.close(), uploads.close()]);
    },
  };
}
