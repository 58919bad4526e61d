import { describe, expect, it } from 'vitest';
import {
  evaluatedCard,
  evaluatedDocument,
  evaluatedSelfie,
  ScriptedEvaluator,
  unreadCard,
} from '../../testing/scripted-evaluator.ts';
import { runCheck, runUploadTask, type UploadTask } from './evaluation-task.ts';
import type { TaskOf } from './evaluator.ts';
import type { TaskOwner } from './fair-queue.ts';
import { createPooledCleaner, createPooledEvaluator, type EvaluatorPools } from './pooled-evaluator.ts';
import { WorkerEndedError } from './worker-ended-error.ts';
import { PoolFullError } from './worker-pool.ts';

const { signal } = new AbortController();
const owner: TaskOwner = { accountId: 'account', address: '192.0.2.7', sessionId: 'session' };
const task: TaskOf<'document'> = {
  documentType: 'NATIONAL_ID',
  front: Buffer.from('front'),
  back: Buffer.from('back'),
  expected: { fullName: null, dateOfBirth: null },
  minimumAge: null,
  acceptsSpecimens: false,
  now: 0,
};

/** Passes copies of tasks to an evaluator, as between processes. */
const inputsOf = (evaluator: ScriptedEvaluator): EvaluatorPools['inputs'] => ({
  run: (task) => runCheck(evaluator.checks, structuredClone(task)),
});
const mediaOf = (evaluator: ScriptedEvaluator): EvaluatorPools['documents'] => ({
  run: (task) => runCheck(evaluator.checks, structuredClone(task)),
});
const evaluatorOf = (evaluator: ScriptedEvaluator, others: Partial<EvaluatorPools> = {}) =>
  createPooledEvaluator({
    inputs: inputsOf(evaluator),
    documents: mediaOf(evaluator),
    faces: mediaOf(evaluator),
    letters: mediaOf(evaluator),
    ...others,
  });
/** Creates a cleaner that uses a scripted one, and records the owners of its tasks. */
function cleanerOf(evaluator: ScriptedEvaluator) {
  const owners: TaskOwner[] = [];
  const cleaner = createPooledCleaner({
    run: (task: UploadTask, owner) => {
      owners.push(owner);
      return runUploadTask(evaluator, structuredClone(task), () => {});
    },
  });
  return { cleaner, owners };
}

describe('the pooled evaluator', () => {
  it('passes pictures and parameters to a process and returns its findings', async () => {
    const evaluator = new ScriptedEvaluator();
    const evaluation = await evaluatorOf(evaluator).run('document', task, signal);
    expect(evaluation).toEqual(evaluatedDocument());
    const [received] = evaluator.tasks;
    expect(String(Buffer.from(received!.front))).toBe('front');
    expect(String(Buffer.from(received!.back!))).toBe('back');
    expect({ ...received, front: null, back: null }).toEqual({ ...task, front: null, back: null });
  });

  it("keeps the caller's pictures usable for a retry", async () => {
    await evaluatorOf(new ScriptedEvaluator()).run('document', { ...task, back: null }, signal);
    expect(String(task.front)).toBe('front');
  });

  it("passes selfies to the face processes and keeps the caller's pictures usable", async () => {
    const [checks, faces] = [new ScriptedEvaluator(), new ScriptedEvaluator()];
    const frames = [{ pose: 'straight', file: Buffer.from('frame'), receivedAt: 7 }] as const;
    const reference = { kind: 'document', file: Buffer.from('passport') } as const;
    const task = { frames, reference, acceptsCopies: true };
    const evaluation = await evaluatorOf(checks, { faces: mediaOf(faces) }).run('selfie', task, signal);
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

  it('checks e-mail addresses and phone numbers', async () => {
    const evaluator = new ScriptedEvaluator();
    const finding = { code: 'EMAIL_DOMAIN_DISPOSABLE', outcome: 'REVIEW' } as const;
    evaluator.emails.push({ outcome: 'REVIEW', findings: [finding] });
    const pooled = evaluatorOf(evaluator);
    expect(await pooled.run('email', 'a@example.com', signal)).toMatchObject({ outcome: 'REVIEW' });
    expect(await pooled.run('phone', '+442079460000', signal)).toMatchObject({ outcome: 'PASS' });
  });

  it('judges the reading of a card in the threads for texts', async () => {
    const [checks, others] = [new ScriptedEvaluator(), new ScriptedEvaluator()];
    const pooled = evaluatorOf(others, { inputs: inputsOf(checks) });
    const task = { readings: [unreadCard], expectedName: null, now: 1 };
    expect(await pooled.run('card', task, signal)).toEqual(evaluatedCard());
    expect([checks.cardTasks, others.cardTasks]).toEqual([[task], []]);
  });

  it('rejects if the check could not be carried out', async () => {
    const evaluator = new ScriptedEvaluator();
    evaluator.documents.push(new RangeError('out of order'));
    const pooled = evaluatorOf(evaluator);
    await expect(pooled.run('document', task, signal)).rejects.toThrow('out of order');
    expect(await pooled.run('document', task, signal)).toMatchObject({ kind: 'evaluated' });
  });

  it("passes letters to the print processes and keeps the caller's file usable", async () => {
    const [checks, letters] = [new ScriptedEvaluator(), new ScriptedEvaluator()];
    const evaluator = evaluatorOf(checks, { letters: mediaOf(letters) });
    const bytes = Buffer.from('letter');
    const file = { kind: 'clean', bytes, contentType: 'application/pdf' } as const;
    const expected = { fullName: null, address: null };
    const asked = { file, accepts: ['TAX_DOCUMENT'], maxAgeDays: 9, expected, now: 1 } as const;
    expect(await evaluator.run('address', asked, signal)).toMatchObject({ kind: 'evaluated' });
    const refused = { kind: 'refused', refusal: 'PROTECTED' } as const;
    expect(await evaluator.run('evidence', { files: [file, refused] }, signal)).toMatchObject({
      fileCheckResult: 'PASS',
    });
    expect(letters.addressTasks).toEqual([{ ...asked, file: { ...file, bytes: new Uint8Array(bytes) } }]);
    expect(letters.evidenceTasks[0]!.files[1]).toEqual(refused);
    expect(checks.addressTasks).toEqual([]);
    expect(String(bytes)).toBe('letter');
  });
});

describe('the pooled cleaner', () => {
  it.each([
    ['picture', 'cleanPicture', 'pictures', null],
    ['video', 'cleanVideo', 'videos', { kind: 'refused', refusal: 'TOO_LONG' }],
    ['file', 'cleanFile', 'files', { kind: 'refused', refusal: 'TOO_MANY_PAGES' }],
  ] as const)(
    'passes a %s with its owner to a process and returns the result',
    async (_, clean, script, refused) => {
      const evaluator = new ScriptedEvaluator();
      const { cleaner, owners } = cleanerOf(evaluator);
      const file = Buffer.from('file');
      expect(await cleaner[clean](file, owner)).toMatchObject({ bytes: new Uint8Array(file) });
      expect(owners).toEqual([owner]);
      evaluator[script].push(refused as never);
      expect(await cleaner[clean](file, owner)).toEqual(refused);
      expect(String(file)).toBe('file');
    },
  );

  it.each([
    ['cleanPicture', null],
    ['cleanVideo', { kind: 'refused', refusal: 'UNREADABLE' }],
    ['cleanFile', { kind: 'refused', refusal: 'UNREADABLE' }],
  ] as const)(
    'refuses in %s a file that ends its process, and rejects if the queue is full',
    async (clean, refused) => {
      const cleanerFailingWith = (error: Error) => createPooledCleaner({ run: () => Promise.reject(error) });
      const file = Buffer.from('hostile');
      expect(await cleanerFailingWith(new WorkerEndedError('It ran too long.'))[clean](file, owner)).toEqual(
        refused,
      );
      const full = new PoolFullError('Too many tasks are waiting.');
      await expect(cleanerFailingWith(full)[clean](file, owner)).rejects.toBe(full);
    },
  );

  it('rejects a result of a process that is not media', async () => {
    const page = { kind: 'clean', bytes: new Uint8Array(1), contentType: 'text/html' } as const;
    const cleaner = createPooledCleaner({ run: async () => page });
    await expect(cleaner.cleanPicture(Buffer.from('x'), owner)).rejects.toThrow('something other than media');
    await expect(cleaner.cleanFile(Buffer.from('x'), owner)).rejects.toThrow('something other than media');
  });
});
