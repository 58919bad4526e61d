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
let sitting: SelfieSession;

beforeEach(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  workflowId = await service.addWorkflow(account.id, definition);
  backend = new Backend(service, account.apiKey);
  sitting = await beginSelfie(service, backend, workflowId);
});
afterEach(() => service.close());

/** Reads what is asked for now, and why. */
async function asked() {
  const { step } = (await sitting.page.state()).data;
  return step?.kind === 'selfie' ? [step.id, step.attempt, ...step.reasons] : step;
}

/** Fails the first attempt, because the face was turned wrong. */
async function failFirst(): Promise<void> {
  service.evaluator.selfies.push(turnedWrong);
  await sitting.show('first');
  expect(await asked()).toEqual(['selfie', 2, 'FACE_TURNED_WRONG']);
}

describe('a key frame of an earlier attempt', () => {
  it('asks for the selfie again, without judging it', { tags: ['S1-10'] }, async () => {
    await failFirst();
    await sitting.show('first', 2);
    expect(await asked()).toEqual(['selfie', 3, 'SELFIE_STILL']);
    expect(service.evaluator.selfieTasks).toHaveLength(1);
  });

  it('recognises one frame alone among others, in another place', { tags: ['S1-10'] }, async () => {
    await failFirst();
    await sitting.show('second', 2, { 3: 'first 1' });
    expect(await asked()).toEqual(['selfie', 3, 'SELFIE_STILL']);
  });

  it('recognises the picture of a frame in another file', { tags: ['S1-10'] }, async () => {
    const kept = (index: number) => ({ bytes: jpegOf(`kept ${index % 5}`), contentType: 'image/jpeg' });
    service.evaluator.pictures.push(...Array.from({ length: 10 }, (_, index) => kept(index)));
    await failFirst();
    await sitting.show('the same with notes', 2);
    expect(await asked()).toEqual(['selfie', 3, 'SELFIE_STILL']);
  });

  it('sends what would pass after it to a person, who is told why', { tags: ['S1-10'] }, async () => {
    await failFirst();
    await sitting.show('first', 2);
    await sitting.show('third', 3);
    expect(await asked()).toEqual(['again', 1]);
    await sitting.show('fourth');
    const { status, checks } = await sitting.read();
    expect([status, checks?.map(({ statusDetail }) => statusDetail)]).toEqual([
      'REVIEW',
      ['FRAME_SEEN_BEFORE', 'FRAME_SEEN_BEFORE'],
    ]);
  });

  it('ends the last attempt as any other reason does', async () => {
    await failFirst();
    service.evaluator.selfies.push(turnedWrong);
    await sitting.show('second', 2);
    await sitting.show('third', 3, { 0: 'first 0' });
    expect(await sitting.read()).toMatchObject({
      status: 'DECLINED',
      checks: [{ status: 'DECLINED', statusDetail: 'RETRY_LIMIT_EXCEEDED' }],
    });
  });

  it('recognises a frame in another selfie of the workflow', { tags: ['S1-10'] }, async () => {
    await sitting.show('first');
    expect(await asked()).toEqual(['again', 1]);
    await sitting.show('first');
    expect(await asked()).toEqual(['again', 2, 'SELFIE_STILL']);
  });

  it('ignores the frames of a test, whose camera may play the same again', async () => {
    const tests = new Backend(service, await service.addApiKey(accountId, null, 'test'));
    sitting = await beginSelfie(service, tests, workflowId);
    await failFirst();
    await sitting.show('first', 2);
    expect(await asked()).toEqual(['again', 1]);
  });
});

describe('another attempt', () => {
  it('with frames of its own passes, and is what is known again of the execution', {
    tags: ['S1-10'],
  }, async () => {
    await failFirst();
    await sitting.show('second', 2);
    expect(await asked()).toEqual(['again', 1]);
    await sitting.show('third');
    expect(await sitting.read()).toMatchObject({ status: 'APPROVED' });
    const marks = await service.database.main.selectFrom('user_marks').select('execution_id').execute();
    expect(marks).toEqual(Array(10).fill({ execution_id: sitting.id }));
  });

  it('may send each of its frames twice', async () => {
    await failFirst();
    await sitting.page.put('steps/selfie/attempts/2/captures/selfie-1', jpegOf('second 0'));
    await sitting.show('second', 2);
    expect(await asked()).toEqual(['again', 1]);
  });

  it('accepts the same pictures of a document twice', async () => {
    const id = await service.addWorkflow(accountId, identity);
    sitting = await beginSelfie(service, backend, id);
    service.evaluator.documents.push({ kind: 'retry', reasons: ['IMAGE_BLURRED'] });
    const front = jpegOf('first 0');
    for (const attempt of [1, 2]) {
      const step = `steps/identity/attempts/${attempt}`;
      await sitting.page.put(`${step}/captures/front`, front);
      const captures = { front: digestOf(front) };
      await sitting.page.post(`${step}/submit`, { documentType: 'PASSPORT', captures });
      await service.runDueJobs();
    }
    expect(await asked()).toEqual(['selfie', 1]);
    await sitting.show('first');
    expect(await asked()).toEqual(['again', 1]);
    await sitting.show('second');
    expect(await sitting.read()).toMatchObject({ status: 'APPROVED' });
  });

  it('reports files that are no pictures, although all are stored alike', async () => {
    service.evaluator.pictures.push(...Array(10).fill(null));
    await failFirst();
    service.evaluator.selfies.push({ kind: 'retry', reasons: ['IMAGE_UNREADABLE'] });
    await sitting.show('second', 2);
    expect(await asked()).toEqual(['selfie', 3, 'IMAGE_UNREADABLE']);
  });
});
