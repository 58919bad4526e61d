import { parentPort } from 'node:worker_threads';
import { type InputEvaluation, type InputTask, runInputTask } from './evaluation-task.ts';
import { localInputs } from './local-inputs.ts';
import { serveTasks } from './serve-tasks.ts';

// A thread is ended, not signalled: nothing ever aborts in it.
const { signal } = new AbortController();

if (parentPort === null) throw new Error('This is the entry of a worker thread.');
serveTasks<InputTask, InputEvaluation>(parentPort, (task) => runInputTask(localInputs, task, signal));
