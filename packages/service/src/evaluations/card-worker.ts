import { parentPort } from 'node:worker_threads';
import type { CardCapture } from './card-reader.ts';
import { type CardThreadTask, runCardTask } from './card-task.ts';
import { serveTasks } from './serve-tasks.ts';

if (parentPort === null) throw new Error('This is the entry of a worker thread.');
serveTasks<CardThreadTask, CardCapture>(parentPort, runCardTask);
