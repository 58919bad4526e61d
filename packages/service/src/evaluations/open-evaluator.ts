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

/**
 * Opens the threads that look at what users sent. They work from the compiled worker: plain Node runs it.
 *
 * @param idleMs - threads that hold much are ended when they had nothing to do for so long.
 */
export function openEvaluator({ idleMs = 10 * 60_000 } = {}): OpenEvaluator {
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
  // The face engine takes half a gigabyte: there is one, loaded with the first selfie and let go of when none comes.
  const faces = createWorkerPool<EvaluationTask, Evaluation>({
    ...options,
    size: 1,
    queueLimit: 100,
    // Loading takes a second, and six pictures and a document two more; on a machine that is very busy, many.
    deadlineMs: 120_000,
    idleMs,
  });
  // An upload is waited for by its user, so it never stands behind a check. How many there are is bounded where they arrive.
  const uploads = createWorkerPool<EvaluationTask, Evaluation>({ ...options, size: 1, queueLimit: 1000 });
  // Reading print takes seconds and a quarter of a gigabyte: like the faces, it holds up nothing else.
  const letters = createWorkerPool<EvaluationTask, Evaluation>({
    ...options,
    size: 1,
    queueLimit: 100,
    // Three pages that are read twice; on a machine that is very busy, for minutes.
    deadlineMs: 240_000,
    idleMs,
  });
  // Pages of PDFs are drawn by a library that came to be for browsers: what a hostile one does there ends with the thread.
  const files = createWorkerPool<EvaluationTask, Evaluation>({
    ...options,
    size: 1,
    queueLimit: 1000,
    // Whoever waits behind a hostile file waits no longer than this, on a machine that has time for it.
    deadlineMs: 15_000,
    idleMs,
  });
  return {
    evaluator: createPooledEvaluator(checks, faces, letters),
    pictures: createPooledCleaner(uploads, files),
    concurrency,
    warmUp() {
      checks.warmUp();
      uploads.warmUp();
    },
    async close() {
      await Promise.all([checks.close(), faces.close(), letters.close(), uploads.close(), files.close()]);
    },
  };
}
