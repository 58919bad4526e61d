import { parentPort } from 'node:worker_threads';
import { type InputEvaluation, type InputTask, runCheck } from './evaluation-task.ts';
import { localInputs } from './local-inputs.ts';
import { serveTasks } from './serve-tasks.ts';

if (parentPort === null) throw new Error('This module is the entry point of a worker thread.');
serveTasks<InputTask, InputEvaluation>(parentPort, (task) => runCheck(localInputs, task));
