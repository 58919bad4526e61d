import { availableParallelism } from 'node:os';
import type { Evaluation, EvaluationTask } from './evaluation-task.ts';
import type { Evaluator } from './evaluator.ts';
import { createPooledEvaluator } from './pooled-evaluator.ts';
import { createWorkerPool } from './worker-pool.ts';

/** The checks of the service, in threads of their own. */
export interface OpenEvaluator {
  readonly evaluator: Evaluator;
  /** How many checks run at a time: no more are worth claiming. */
  readonly concurrency: number;
  /** Starts the threads, so that the first user does not wait for them. Returns at once. */
  warmUp(): void;
  close(): Promise<void>;
}

/** Opens the pool that the service runs its checks in. It works from the compiled worker: plain Node runs it. */
export function openEvaluator(): OpenEvaluator {
  // One core stays for requests where there are several.
  const concurrency = Math.max(1, availableParallelism() - 1);
  const pool = createWorkerPool<EvaluationTask, Evaluation>({
    url: new URL('./worker.js', import.meta.url),
    size: concurrency,
    queueLimit: 100,
    // A document takes a second; on a machine that is very busy, many.
    deadlineMs: 60_000,
    // Pictures lie outside the heap; what lies in it stays far below this.
    heapLimitMb: 512,
  });
  return {
    evaluator: createPooledEvaluator(pool),
    concurrency,
    warmUp: () => pool.warmUp(),
    close: () => pool.close(),
  };
}
