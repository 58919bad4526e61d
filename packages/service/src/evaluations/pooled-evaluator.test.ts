import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { evaluatedDocument, ScriptedEvaluator } from '../../testing/scripted-evaluator.ts';
import { type Evaluation, type EvaluationTask, runTask } from './evaluation-task.ts';
import type { DocumentTask } from './evaluator.ts';
import { createPooledCleaner, createPooledEvaluator } from './pooled-evaluator.ts';
import { serveTasks } from './serve-tasks.ts';
import type { WorkerPool } from './worker-pool.ts';
import type { WorkerReply } from './worker-protocol.ts';

const { signal } = new AbortController();
const task: DocumentTask = {
  documentType: 'NATIONAL_ID',
  front: Buffer.from('front'),
  back: Buffer.from('back'),
  expected: { fullName: null, dateOfBirth: null },
  acceptsSpecimens: false,
  now: 0,
};

/** A pool whose one thread is a port of this one: tasks cross it as they would cross threads. */
function poolOf(evaluator: ScriptedEvaluator) {
  const { port1, port2 } = new MessageChannel();
  serveTasks<EvaluationTask, Evaluation>(port2, (task) => runTask(evaluator, task, signal));
  const pool: WorkerPool<EvaluationTask, Evaluation> = {
    run: (task, transfer) =>
      new Promise((resolve, reject) => {
        port1.once('message', (reply: WorkerReply<Evaluation>) => {
          if (reply.kind === 'done') resolve(reply.result);
          else reject(new Error(reply.error));
        });
        port1.postMessage({ id: 1, task }, transfer);
      }),
    warmUp: () => {},
    close: async () => port1.close(),
  };
  pools.push(pool);
  return pool;
}
const pools: WorkerPool<EvaluationTask, Evaluation>[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

describe('the evaluator over a pool', () => {
  it('hands pictures and questions over and brings the findings back', async () => {
    const evaluator = new ScriptedEvaluator();
    const evaluation = await createPooledEvaluator(poolOf(evaluator)).evaluateDocument(task, signal);
    expect(evaluation).toEqual(evaluatedDocument());
    const [received] = evaluator.tasks;
    expect(String(Buffer.from(received!.front))).toBe('front');
    expect(String(Buffer.from(received!.back!))).toBe('back');
    expect({ ...received, front: null, back: null }).toEqual({ ...task, front: null, back: null });
  });

  it('leaves the pictures with the caller, who may need them for another try', async () => {
    await createPooledEvaluator(poolOf(new ScriptedEvaluator())).evaluateDocument(
      { ...task, back: null },
      signal,
    );
    expect(String(task.front)).toBe('front');
  });

  it('asks about addresses and numbers', async () => {
    const evaluator = new ScriptedEvaluator();
    evaluator.emails.push({ outcome: 'REVIEW', findings: [{ code: 'DISPOSABLE', outcome: 'REVIEW' }] });
    const pooled = createPooledEvaluator(poolOf(evaluator));
    expect(await pooled.evaluateEmail('a@example.com', signal)).toMatchObject({ outcome: 'REVIEW' });
    expect(await pooled.evaluatePhone('+442079460000', signal)).toMatchObject({ outcome: 'PASS' });
  });

  it('rejects when the check could not be carried out', async () => {
    const evaluator = new ScriptedEvaluator();
    evaluator.documents.push(new RangeError('out of order'));
    const pooled = createPooledEvaluator(poolOf(evaluator));
    await expect(pooled.evaluateDocument(task, signal)).rejects.toThrow('RangeError: out of order');
    expect(await pooled.evaluateDocument(task, signal)).toMatchObject({ kind: 'evaluated' });
  });
});

describe('the cleaner over a pool', () => {
  it('hands a file over, leaves it with the caller, and brings the picture back', async () => {
    const evaluator = new ScriptedEvaluator();
    const file = Buffer.from('file');
    const clean = await createPooledCleaner(poolOf(evaluator)).cleanPicture(file);
    expect(clean).toEqual({ bytes: new Uint8Array(Buffer.from('file')), contentType: 'image/jpeg' });
    expect(String(file)).toBe('file');
  });

  it('says when a file is no picture, and rejects when it could not be looked at', async () => {
    const evaluator = new ScriptedEvaluator();
    evaluator.pictures.push(null, new Error('out of memory'));
    const cleaner = createPooledCleaner(poolOf(evaluator));
    expect(await cleaner.cleanPicture(Buffer.from('x'))).toBeNull();
    await expect(cleaner.cleanPicture(Buffer.from('x'))).rejects.toThrow('out of memory');
  });
});
