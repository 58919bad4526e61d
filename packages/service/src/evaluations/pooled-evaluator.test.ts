import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import {
  evaluatedCard,
  evaluatedDocument,
  evaluatedSelfie,
  ScriptedEvaluator,
} from '../../testing/scripted-evaluator.ts';
import { type Evaluation, type EvaluationTask, runTask } from './evaluation-task.ts';
import type { DocumentTask } from './evaluator.ts';
import { createPooledCleaner, createPooledEvaluator } from './pooled-evaluator.ts';
import { serveTasks } from './serve-tasks.ts';
import { ThreadEndedError } from './thread-ended-error.ts';
import { PoolFullError, type WorkerPool } from './worker-pool.ts';
import type { WorkerReply } from './worker-protocol.ts';

const { signal } = new AbortController();
const task: DocumentTask = {
  documentType: 'NATIONAL_ID',
  front: Buffer.from('front'),
  back: Buffer.from('back'),
  expected: { fullName: null, dateOfBirth: null },
  minimumAge: null,
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
/** What the face engine looks at goes to a pool of its own, here one that was not meant for anything else. */
const evaluatorOf = (evaluator: ScriptedEvaluator, faces = evaluator) =>
  createPooledEvaluator(poolOf(evaluator), poolOf(faces), poolOf(evaluator));
const pools: WorkerPool<EvaluationTask, Evaluation>[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

describe('the evaluator over a pool', () => {
  it('hands pictures and questions over and brings the findings back', async () => {
    const evaluator = new ScriptedEvaluator();
    const evaluation = await evaluatorOf(evaluator).evaluateDocument(task, signal);
    expect(evaluation).toEqual(evaluatedDocument());
    const [received] = evaluator.tasks;
    expect(String(Buffer.from(received!.front))).toBe('front');
    expect(String(Buffer.from(received!.back!))).toBe('back');
    expect({ ...received, front: null, back: null }).toEqual({ ...task, front: null, back: null });
  });

  it('leaves the pictures with the caller, who may need them for another try', async () => {
    await evaluatorOf(new ScriptedEvaluator()).evaluateDocument({ ...task, back: null }, signal);
    expect(String(task.front)).toBe('front');
  });

  it('hands selfies to threads of their own and leaves the pictures with the caller', async () => {
    const [checks, faces] = [new ScriptedEvaluator(), new ScriptedEvaluator()];
    const frames = [{ pose: 'straight', file: Buffer.from('frame'), receivedAt: 7 }] as const;
    const reference = { kind: 'document', file: Buffer.from('passport') } as const;
    const task = { frames, reference, acceptsCopies: true };
    const evaluation = await evaluatorOf(checks, faces).evaluateSelfie(task, signal);
    expect(evaluation).toEqual(evaluatedSelfie());
    expect(checks.selfieTasks).toEqual([]);
    const [received] = faces.selfieTasks;
    expect(String(Buffer.from(received!.frames[0]!.file))).toBe('frame');
    expect(received).toMatchObject({
      frames: [{ pose: 'straight', receivedAt: 7 }],
      reference: { kind: 'document' },
      acceptsCopies: true,
    });
    expect([String(frames[0].file), String(reference.file)]).toEqual(['frame', 'passport']);
  });

  it('asks about addresses and numbers', async () => {
    const evaluator = new ScriptedEvaluator();
    evaluator.emails.push({ outcome: 'REVIEW', findings: [{ code: 'DISPOSABLE', outcome: 'REVIEW' }] });
    const pooled = evaluatorOf(evaluator);
    expect(await pooled.evaluateEmail('a@example.com', signal)).toMatchObject({ outcome: 'REVIEW' });
    expect(await pooled.evaluatePhone('+442079460000', signal)).toMatchObject({ outcome: 'PASS' });
  });

  it('judges what was read of a card in the threads of ordinary checks', async () => {
    const [checks, others] = [new ScriptedEvaluator(), new ScriptedEvaluator()];
    const pooled = createPooledEvaluator(poolOf(checks), poolOf(others), poolOf(others));
    const task = { readings: [{ number: null }], expectedName: null, now: 1 };
    expect(await pooled.judgeCard(task, signal)).toEqual(evaluatedCard());
    expect([checks.cardTasks, others.cardTasks]).toEqual([[task], []]);
  });

  it('rejects when the check could not be carried out', async () => {
    const evaluator = new ScriptedEvaluator();
    evaluator.documents.push(new RangeError('out of order'));
    const pooled = evaluatorOf(evaluator);
    await expect(pooled.evaluateDocument(task, signal)).rejects.toThrow('RangeError: out of order');
    expect(await pooled.evaluateDocument(task, signal)).toMatchObject({ kind: 'evaluated' });
  });
});

describe('the cleaner over a pool', () => {
  it('hands a file over, leaves it with the caller, and brings the picture back', async () => {
    const evaluator = new ScriptedEvaluator();
    const file = Buffer.from('file');
    const clean = await createPooledCleaner(poolOf(evaluator), poolOf(evaluator)).cleanPicture(file);
    expect(clean).toEqual({ bytes: new Uint8Array(Buffer.from('file')), contentType: 'image/jpeg' });
    expect(String(file)).toBe('file');
  });

  it('hands a film over, and brings back what is kept of it or why nothing is', async () => {
    const evaluator = new ScriptedEvaluator();
    const film = Buffer.from('film');
    const cleaner = createPooledCleaner(poolOf(evaluator), poolOf(evaluator));
    expect(await cleaner.cleanVideo(film)).toMatchObject({
      kind: 'clean',
      bytes: new Uint8Array(Buffer.from('film')),
    });
    expect(String(film)).toBe('film');
    evaluator.videos.push({ kind: 'refused', refusal: 'TOO_LONG' });
    expect(await cleaner.cleanVideo(film)).toEqual({ kind: 'refused', refusal: 'TOO_LONG' });
  });

  it('hands letters and files over to pools of their own, and leaves them with the caller', async () => {
    const [checks, letters] = [new ScriptedEvaluator(), new ScriptedEvaluator()];
    const evaluator = createPooledEvaluator(poolOf(checks), poolOf(checks), poolOf(letters));
    const bytes = Buffer.from('letter');
    const file = { kind: 'clean', bytes, contentType: 'application/pdf' } as const;
    const expected = { fullName: null, address: null };
    const asked = { file, accepts: ['TAX_DOCUMENT'], maxAgeDays: 9, expected, now: 1 } as const;
    expect(await evaluator.evaluateAddress(asked, signal)).toMatchObject({ kind: 'evaluated' });
    const refused = { kind: 'refused', refusal: 'PROTECTED' } as const;
    expect(await evaluator.evaluateEvidence({ files: [file, refused] }, signal)).toMatchObject({
      fileCheckResult: 'PASS',
    });
    expect(letters.addressTasks).toEqual([{ ...asked, file: { ...file, bytes: new Uint8Array(bytes) } }]);
    expect(letters.evidenceTasks[0]!.files[1]).toEqual(refused);
    expect(checks.addressTasks).toEqual([]);
    expect(String(bytes)).toBe('letter');

    letters.files.push({ kind: 'refused', refusal: 'TOO_MANY_PAGES' });
    const cleaner = createPooledCleaner(poolOf(checks), poolOf(letters));
    expect(await cleaner.cleanFile(bytes)).toEqual({ kind: 'refused', refusal: 'TOO_MANY_PAGES' });
    expect(String(bytes)).toBe('letter');
  });

  it('says of a file that ends its thread that it cannot be read, and rejects when there was no thread for it', async () => {
    const failing = (error: Error): WorkerPool<EvaluationTask, Evaluation> => ({
      run: () => Promise.reject(error),
      warmUp: () => {},
      close: async () => {},
    });
    const cleanerOf = (error: Error) => createPooledCleaner(failing(error), failing(error));
    const file = Buffer.from('hostile');
    expect(await cleanerOf(new ThreadEndedError('It ran too long.')).cleanFile(file)).toEqual({
      kind: 'refused',
      refusal: 'UNREADABLE',
    });
    const full = new PoolFullError('Too many tasks are waiting.');
    await expect(cleanerOf(full).cleanFile(file)).rejects.toBe(full);
  });

  it('says when a file is no picture, and rejects when it could not be looked at', async () => {
    const evaluator = new ScriptedEvaluator();
    evaluator.pictures.push(null, new Error('out of memory'));
    const cleaner = createPooledCleaner(poolOf(evaluator), poolOf(evaluator));
    expect(await cleaner.cleanPicture(Buffer.from('x'))).toBeNull();
    await expect(cleaner.cleanPicture(Buffer.from('x'))).rejects.toThrow('out of memory');
  });
});
