import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Backend, digestOf, jpegOf } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { beginSelfie, type SelfieSession } from '../../../testing/selfie-sitting.ts';

const selfie = (next: string) => ({ kind: 'selfie', match: 'none', next });
const definition = {
  start: 'selfie',
  nodes: { selfie: selfie('again'), again: selfie('end'), end: { kind: 'end' } },
};
const identity = {
  start: 'identity',
  nodes: {
    identity: { kind: 'document', accepts: [{ type: 'PASSPORT', sides: ['front'] }], next: 'selfie' },
    ...definition.nodes,
  },
};
const turnedWrong = { kind: 'retry', reasons: ['FACE_TURNED_WRONG'] } as const;

let service: InProcessService;
let accountId: string;
let workflowId: string;
let backend: Backend;
let session: SelfieSession;

beforeEach(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  workflowId = await service.addWorkflow(account.id, definition);
  backend = new Backend(service, account.apiKey);
  session = await beginSelfie(service, backend, workflowId);
});
afterEach(() => service.close());

/** Returns the requested step and attempt, with the retry reasons. */
async function asked() {
  const { step } = (await session.page.state()).data;
  return step?.kind === 'selfie' ? [step.id, step.attempt, ...step.reasons] : step;
}

/** Fails the first attempt with FACE_TURNED_WRONG. */
async function failFirst(): Promise<void> {
  service.evaluator.selfies.push(turnedWrong);
  await session.show('first');
  expect(await asked()).toEqual(['selfie', 2, 'FACE_TURNED_WRONG']);
}

describe('a key frame from an earlier attempt', () => {
  it('requests another selfie without judging this one', { tags: ['S1-10'] }, async () => {
    await failFirst();
    await session.show('first', 2);
    expect(await asked()).toEqual(['selfie', 3, 'SELFIE_STILL']);
    expect(service.evaluator.selfieTasks).toHaveLength(1);
  });

  it('recognises a single repeated frame in another position', { tags: ['S1-10'] }, async () => {
    await failFirst();
    await session.show('second', 2, { 3: 'first 1' });
    expect(await asked()).toEqual(['selfie', 3, 'SELFIE_STILL']);
  });

  it('recognises the picture of a frame in a different file', { tags: ['S1-10'] }, async () => {
    const kept = (index: number) => ({ bytes: jpegOf(`kept ${index % 5}`), contentType: 'image/jpeg' });
    service.evaluator.pictures.push(...Array.from({ length: 10 }, (_, index) => kept(index)));
    await failFirst();
    await session.show('the same with notes', 2);
    expect(await asked()).toEqual(['selfie', 3, 'SELFIE_STILL']);
  });

  it('sends a later attempt that would pass to REVIEW with the finding', { tags: ['S1-10'] }, async () => {
    await failFirst();
    await session.show('first', 2);
    await session.show('third', 3);
    expect(await asked()).toEqual(['again', 1]);
    await session.show('fourth');
    const { status, checks } = await session.read();
    expect([status, checks?.map(({ statusDetail }) => statusDetail)]).toEqual([
      'REVIEW',
      ['FRAME_SEEN_BEFORE', 'FRAME_SEEN_BEFORE'],
    ]);
  });

  it('declines at the retry limit, like for any other reason', async () => {
    await failFirst();
    service.evaluator.selfies.push(turnedWrong);
    await session.show('second', 2);
    await session.show('third', 3, { 0: 'first 0' });
    expect(await session.read()).toMatchObject({
      status: 'DECLINED',
      checks: [{ status: 'DECLINED', statusDetail: 'RETRY_LIMIT_EXCEEDED' }],
    });
  });

  it('recognises a frame in another selfie of the workflow', { tags: ['S1-10'] }, async () => {
    await session.show('first');
    expect(await asked()).toEqual(['again', 1]);
    await session.show('first');
    expect(await asked()).toEqual(['again', 2, 'SELFIE_STILL']);
  });

  it('ignores repeated frames in test mode, because a test camera may repeat pictures', async () => {
    const tests = new Backend(service, await service.addApiKey(accountId, null, 'test'));
    session = await beginSelfie(service, tests, workflowId);
    await failFirst();
    await session.show('first', 2);
    expect(await asked()).toEqual(['again', 1]);
  });
});

describe('an attempt without repeated frames', () => {
  it('approves new frames, and stores marks only for frames of judged attempts', {
    tags: ['S1-10'],
  }, async () => {
    await failFirst();
    await session.show('second', 2);
    expect(await asked()).toEqual(['again', 1]);
    await session.show('third');
    expect(await session.read()).toMatchObject({ status: 'APPROVED' });
    const marks = await service.database.main.selectFrom('user_marks').select('execution_id').execute();
    expect(marks).toEqual(Array(10).fill({ execution_id: session.id }));
  });

  it('accepts a frame that was uploaded twice in the same attempt', async () => {
    await failFirst();
    await session.page.put('steps/selfie/attempts/2/captures/selfie-1', jpegOf('second 0'));
    await session.show('second', 2);
    expect(await asked()).toEqual(['again', 1]);
  });

  it('accepts the same pictures of a document twice', async () => {
    const id = await service.addWorkflow(accountId, identity);
    session = await beginSelfie(service, backend, id);
    service.evaluator.documents.push({ kind: 'retry', reasons: ['IMAGE_BLURRED'] });
    const front = jpegOf('first 0');
    for (const attempt of [1, 2]) {
      const step = `steps/identity/attempts/${attempt}`;
      await session.page.put(`${step}/captures/front`, front);
      const captures = { front: digestOf(front) };
      await session.page.post(`${step}/submit`, { documentType: 'PASSPORT', captures });
      await service.runDueJobs();
    }
    expect(await asked()).toEqual(['selfie', 1]);
    await session.show('first');
    expect(await asked()).toEqual(['again', 1]);
    await session.show('second');
    expect(await session.read()).toMatchObject({ status: 'APPROVED' });
  });

  it('reports files that are not pictures, although all of them are stored as empty files', async () => {
    service.evaluator.pictures.push(...Array(10).fill(null));
    await failFirst();
    service.evaluator.selfies.push({ kind: 'retry', reasons: ['IMAGE_UNREADABLE'] });
    await session.show('second', 2);
    expect(await asked()).toEqual(['selfie', 3, 'IMAGE_UNREADABLE']);
  });
});
