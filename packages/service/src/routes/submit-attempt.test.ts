import type { Execution } from '@vendor/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Backend, digestOf, documentWorkflow, jpegOf, Page } from '../../testing/client.ts';
import { InProcessService } from '../../testing/in-process-service.ts';

const step = 'steps/document/attempts/1';
let service: InProcessService;
let backend: Backend;
let workflowId: string;
let page: Page;
let executionId: string;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  backend = new Backend(service, account.apiKey);
  workflowId = await service.addWorkflow(account.id, documentWorkflow);
});
afterAll(() => service.close());
beforeEach(async () => {
  // What an earlier test handed in is judged before this one begins.
  await service.runDueJobs();
  service.evaluator.tasks.length = 0;
  const { data } = await backend.start({ workflowId, inputs: { user_id: 'u-1', user_dob: '1974-08-12' } });
  executionId = data.executionId;
  page = new Page(service);
  await page.init(data.token);
  await page.post('begin');
});

const codeOf = (reply: { status: number; problem: { code: string } }) => [reply.status, reply.problem.code];
const [a, b] = [jpegOf('a'), jpegOf('b')];
const evaluateJobs = async () =>
  (await service.database.main.selectFrom('jobs').select('id').where('kind', '=', 'evaluate').execute())
    .length;

describe('POST submit', () => {
  it('seals the attempt and lets exactly what was submitted be judged', async () => {
    await page.put(`${step}/captures/front`, a);
    await page.put(`${step}/captures/back`, b);
    const captures = { front: digestOf(a), back: digestOf(b) };
    const { data } = await page.post(`${step}/submit`, { documentType: 'NATIONAL_ID', captures });
    expect(data).toMatchObject({ awaiting: 'checks', step: null });
    await service.runDueJobs();
    expect(service.evaluator.tasks).toHaveLength(1);
    expect(service.evaluator.tasks[0]).toMatchObject({
      documentType: 'NATIONAL_ID',
      expected: { fullName: null, dateOfBirth: '1974-08-12' },
      now: service.clock.time,
    });
    expect(Buffer.from(service.evaluator.tasks[0]?.front ?? [])).toEqual(Buffer.from(a));
    expect(Buffer.from(service.evaluator.tasks[0]?.back ?? [])).toEqual(Buffer.from(b));
    const { data: execution } = await backend.read<Execution>(executionId);
    expect(Object.keys(execution.checks?.[0]?.capturedMedia ?? {})).toEqual([
      'documentFront',
      'documentBack',
    ]);
  });

  it('answers the state as it is when the same submission comes again', async () => {
    const first = await page.submitPassport();
    const again = await page.submitPassport();
    expect([again.status, again.data]).toEqual([200, first.data]);
    expect(await evaluateJobs()).toBe(1);
    await service.runDueJobs();
    expect((await page.submitPassport()).data).toMatchObject({
      awaiting: 'none',
      outcome: { status: 'APPROVED' },
    });
    expect(await evaluateJobs()).toBe(0);
  });

  it('queues one evaluation when the same submission races itself', async () => {
    await page.put(`${step}/captures/front`, a);
    const body = { documentType: 'PASSPORT', captures: { front: digestOf(a) } };
    const replies = await Promise.all([1, 2, 3, 4].map(() => page.post(`${step}/submit`, body)));
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200]);
    expect(await evaluateJobs()).toBe(1);
    await service.runDueJobs();
    expect(service.evaluator.tasks).toHaveLength(1);
  });

  it('refuses other captures for an attempt that was submitted', async () => {
    await page.submitPassport();
    const body = { documentType: 'PASSPORT', captures: { front: digestOf(b) } };
    expect(codeOf(await page.post(`${step}/submit`, body))).toEqual([409, 'CAPTURE_SEALED']);
  });

  it('names every capture that does not fit', async () => {
    await page.put(`${step}/captures/front`, a);
    const captures = { front: digestOf(b), back: digestOf(b) };
    const reply = await page.post(`${step}/submit`, { documentType: 'PASSPORT', captures });
    expect(codeOf(reply)).toEqual([400, 'DIGEST_MISMATCH']);
    expect(reply.problem.errors.map(({ pointer }) => pointer)).toEqual(['/captures/front', '/captures/back']);
  });

  it.each([
    [
      'a side that was not uploaded',
      { documentType: 'NATIONAL_ID', captures: { front: digestOf(a) } },
      'CAPTURE_MISSING',
    ],
    ['no capture at all', { documentType: 'PASSPORT', captures: {} }, 'CAPTURE_MISSING'],
    [
      'a picture the service does not hold',
      { documentType: 'PASSPORT', captures: { front: digestOf(b) } },
      'DIGEST_MISMATCH',
    ],
    [
      'a side the document does not have',
      { documentType: 'PASSPORT', captures: { front: digestOf(a), back: digestOf(b) } },
      'INVALID_REQUEST_BODY',
    ],
    [
      'a document the step does not accept',
      { documentType: 'DRIVERS_LICENSE', captures: {} },
      'INVALID_REQUEST_BODY',
    ],
    ['a document there is not', { documentType: 'LIBRARY_CARD', captures: {} }, 'INVALID_REQUEST_BODY'],
    [
      'a slot there is not',
      { documentType: 'PASSPORT', captures: { side: digestOf(a) } },
      'INVALID_REQUEST_BODY',
    ],
    ['a digest that is none', { documentType: 'PASSPORT', captures: { front: 'x' } }, 'INVALID_REQUEST_BODY'],
    ['nothing', {}, 'INVALID_REQUEST_BODY'],
    ['a list', [], 'INVALID_REQUEST_BODY'],
  ])('refuses %s and changes nothing', async (_, body, code) => {
    await page.put(`${step}/captures/front`, a);
    const before = (await page.state()).data;
    const reply = await page.post(`${step}/submit`, body);
    expect(codeOf(reply)).toEqual([400, code]);
    expect(reply.problem.errors.length).toBeGreaterThan(0);
    expect((await page.state()).data).toEqual(before);
  });

  it('refuses an attempt that is not its turn', async () => {
    const body = { documentType: 'PASSPORT', captures: {} };
    expect(codeOf(await page.post('steps/document/attempts/2/submit', body))).toEqual([
      409,
      'STEP_NOT_AWAITED',
    ]);
    expect(codeOf(await page.post('steps/end/attempts/1/submit', body))).toEqual([409, 'STEP_NOT_AWAITED']);
  });

  it('does not show a side that was uploaded for another document', async () => {
    await page.put(`${step}/captures/back`, b);
    await page.submitPassport();
    await service.runDueJobs();
    const { data } = await backend.read<Execution>(executionId);
    expect(Object.keys(data.checks?.[0]?.capturedMedia ?? {})).toEqual(['documentFront']);
  });
});
