import { parentPort } from 'node:worker_threads';
import { type Evaluation, type EvaluationTask, runTask } from './evaluation-task.ts';
import { localEvaluator } from './local-evaluator.ts';
import { serveTasks } from './serve-tasks.ts';

// A thread is ended, not signalled: nothing ever aborts in it.
const { signal } = new AbortController();

if (parentPort === null) throw new Error('This is the entry of a worker thread.');
serveTasks<EvaluationTask, Evaluation>(parentPort, (task) => runTask(localEvaluator, task, signal));
