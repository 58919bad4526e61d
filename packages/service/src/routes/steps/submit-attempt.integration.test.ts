import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Execution } from '@vendor/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  Backend,
  digestOf,
  documentWorkflow,
  jpegOf,
  Page,
  withUnseenChecks,
} from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { isOnPostgres } from '../../../testing/open-test-database.ts';
import { OperatorDesk } from '../../../testing/operator-desk.ts';

const step = 'steps/document/attempts/1';
let service: InProcessService;
let backend: Backend;
let accountId: string;
let workflowId: string;
let page: Page;
let executionId: string;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  backend = new Backend(service, account.apiKey);
  workflowId = await service.addWorkflow(account.id, documentWorkflow);
});
afterAll(() => service.close());
beforeEach(async () => {
  // Finishes the submissions of earlier tests first.
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
  it('seals the attempt, and judges exactly the submitted captures', { tags: ['DRUN-92'] }, async () => {
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

  it('returns the current state for a repeated submission', async () => {
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

  it('queues one evaluation for two concurrent identical submissions', async () => {
    await page.put(`${step}/captures/front`, a);
    const body = { documentType: 'PASSPORT', captures: { front: digestOf(a) } };
    const replies = await Promise.all([1, 2, 3, 4].map(() => page.post(`${step}/submit`, body)));
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200]);
    expect(await evaluateJobs()).toBe(1);
    await service.runDueJobs();
    expect(service.evaluator.tasks).toHaveLength(1);
  });

  it('refuses other captures for a submitted attempt', async () => {
    await page.submitPassport();
    const body = { documentType: 'PASSPORT', captures: { front: digestOf(b) } };
    expect(codeOf(await page.post(`${step}/submit`, body))).toEqual([409, 'CAPTURE_SEALED']);
  });

  it.each(['DRIVERS_LICENSE', 'NATIONAL_ID', undefined])(
    'refuses a repeated submission as another document (%s)',
    async (documentType) => {
      const sides = ['front'];
      const accepts = [
        { type: 'PASSPORT', sides },
        { type: 'DRIVERS_LICENSE', sides },
      ];
      const { nodes } = documentWorkflow;
      const id = await service.addWorkflow(accountId, {
        ...documentWorkflow,
        nodes: { ...nodes, document: { ...nodes.document, accepts } },
      });
      const { data } = await backend.start({ workflowId: id, inputs: { user_id: 'u-1' } });
      page = new Page(service);
      await page.init(data.token);
      await page.post('begin');
      await page.put(`${step}/captures/front`, a);
      const captures = { front: digestOf(a) };
      const submitted = () => page.submitNamed(digestOf(a));
      const asAnother = async () =>
        codeOf(await page.post(`${step}/submit`, { captures, ...(documentType && { documentType }) }));
      const submission = await submitted();
      expect(submission.status).toBe(200);
      expect(await asAnother()).toEqual([409, 'CAPTURE_SEALED']);
      expect((await submitted()).data).toEqual(submission.data);
      // A submission whose reply was lost is still recognised after the check.
      await service.runDueJobs();
      expect(await asAnother()).toEqual([409, 'CAPTURE_SEALED']);
      expect((await submitted()).data).toMatchObject({ outcome: { status: 'APPROVED' } });
      expect(service.evaluator.tasks.map(({ documentType: judged }) => judged)).toEqual(['PASSPORT']);
    },
  );

  it('names every capture that does not match', async () => {
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
      'a type of document that the step does not accept',
      { documentType: 'DRIVERS_LICENSE', captures: {} },
      'INVALID_REQUEST_BODY',
    ],
    ['an unknown type of document', { documentType: 'LIBRARY_CARD', captures: {} }, 'INVALID_REQUEST_BODY'],
    [
      'an unknown slot',
      { documentType: 'PASSPORT', captures: { side: digestOf(a) } },
      'INVALID_REQUEST_BODY',
    ],
    ['an invalid digest', { documentType: 'PASSPORT', captures: { front: 'x' } }, 'INVALID_REQUEST_BODY'],
    ['an empty body', {}, 'INVALID_REQUEST_BODY'],
    ['an array', [], 'INVALID_REQUEST_BODY'],
  ])('refuses a submission with %s, and changes nothing', async (_, body, code) => {
    await page.put(`${step}/captures/front`, a);
    const before = (await page.state()).data;
    const reply = await page.post(`${step}/submit`, body);
    expect(codeOf(reply)).toEqual([400, code]);
    expect(reply.problem.errors.length).toBeGreaterThan(0);
    expect((await page.state()).data).toEqual(before);
  });

  describe('submission beside another session', () => {
    /** Starts another session of the same account and workflow, at the same step. */
    async function otherSession() {
      const { data } = await backend.start({ workflowId, inputs: { user_id: 'u-2' } });
      const other = new Page(service);
      await other.init(data.token);
      await other.post('begin');
      return { other, otherId: data.executionId };
    }
    const rowsOf = (id: string) =>
      service.database.main.selectFrom('captures').selectAll().where('execution_id', '=', id).execute();

    it.each(['uploaded', 'submitted', 'judged'])(
      'reveals nothing about a capture that another session has %s, and does not change it',
      async (until) => {
        const { other, otherId } = await otherSession();
        const replyTo = async (bytes: Uint8Array) => {
          const { status, problem } = await other.submitNamed(digestOf(bytes));
          // Everything except the id of the request.
          const { requestId: _, ...rest } = problem;
          return { status, rest };
        };
        if (until === 'uploaded') await page.put(`${step}/captures/front`, a);
        else await page.submitPassport(1, a);
        if (until === 'judged') await service.runDueJobs();
        const before = [(await page.state()).data, await rowsOf(executionId), (await other.state()).data];
        const reply = await replyTo(a);
        expect([reply.status, reply.rest.code]).toEqual([400, 'CAPTURE_MISSING']);
        expect(reply).toEqual(await replyTo(b));
        const after = [(await page.state()).data, await rowsOf(executionId), (await other.state()).data];
        expect(after).toEqual(before);
        expect(await rowsOf(otherId)).toEqual([]);
      },
    );

    it('stores the same bytes in two sessions separately', async () => {
      const { other, otherId } = await otherSession();
      await page.submitPassport(1, a);
      await service.runDueJobs();
      const before = [(await page.state()).data, await rowsOf(executionId)];
      expect((await other.submitPassport(1, a)).status).toBe(200);
      await service.runDueJobs();
      expect((await other.state()).data).toMatchObject({ awaiting: 'none', outcome: { status: 'APPROVED' } });
      expect([(await page.state()).data, await rowsOf(executionId)]).toEqual(before);
      const [mine, theirs] = [await rowsOf(executionId), await rowsOf(otherId)];
      expect(theirs).toHaveLength(1);
      expect(theirs[0]).toMatchObject({ digest: mine[0]?.digest, slot: 'front' });
      // Each capture has a file and a key of its own, so removing one does not affect the other.
      expect(theirs[0]?.media_ref).not.toBe(mine[0]?.media_ref);
      expect(service.evaluator.tasks.map(({ front }) => Buffer.from(front))).toEqual(
        [a, a].map((bytes) => Buffer.from(bytes)),
      );
    });
  });

  it('refuses to submit an attempt that is not the current one', async () => {
    const body = { documentType: 'PASSPORT', captures: {} };
    expect(codeOf(await page.post('steps/document/attempts/2/submit', body))).toEqual([
      409,
      'STEP_NOT_AWAITED',
    ]);
    expect(codeOf(await page.post('steps/end/attempts/1/submit', body))).toEqual([409, 'STEP_NOT_AWAITED']);
  });

  it('does not treat a first submission as a repeated one', async () => {
    const nothing = async (attempt: number) =>
      codeOf(await page.post(`steps/document/attempts/${attempt}/submit`, { captures: {} }));
    service.evaluator.documents.push({ kind: 'retry', reasons: ['IMAGE_GLARE'] });
    await page.submitPassport();
    await service.runDueJobs();
    await page.submitPassport(2);
    for (const _ of ['under way', 'over']) {
      expect(await Promise.all([1, 2, 3, 9].map(nothing))).toEqual([
        [409, 'CAPTURE_SEALED'],
        [409, 'CAPTURE_SEALED'],
        [409, 'STEP_NOT_AWAITED'],
        [409, 'STEP_NOT_AWAITED'],
      ]);
      await service.runDueJobs();
    }
    expect((await page.submitPassport(1)).status).toBe(200);
  });

  it('reveals nothing about checks that the user does not see', async () => {
    const id = await service.addWorkflow(accountId, withUnseenChecks);
    const inputs = { user_id: 'u-1', email: 'ada@example.com', phone_number: '+49 30 901820' };
    const { data } = await backend.start({ workflowId: id, inputs });
    await page.init(data.token);
    await page.post('begin');
    const unseen = async () => {
      const replies = [];
      for (const step of ['email', 'phone', 'no-step'])
        replies.push(codeOf(await page.post(`steps/${step}/attempts/1/submit`, { captures: {} })));
      return replies;
    };
    const unknown = [409, 'STEP_NOT_AWAITED'];
    // While the first check is in progress, when it is finished, and when both are.
    expect((await page.state()).data.awaiting).toBe('checks');
    expect(await unseen()).toEqual([unknown, unknown, unknown]);
    await service.runDueJobs();
    expect((await page.state()).data.step?.id).toBe('document');
    expect(await unseen()).toEqual([unknown, unknown, unknown]);
    expect((await page.submitPassport()).data.awaiting).toBe('checks');
    await service.runDueJobs();
    expect((await page.state()).data.awaiting).toBe('none');
    expect(await unseen()).toEqual([unknown, unknown, unknown]);
  });

  it('omits a side that was uploaded for another type of document', async () => {
    await page.put(`${step}/captures/back`, b);
    await page.submitPassport();
    await service.runDueJobs();
    const { data } = await backend.read<Execution>(executionId);
    expect(Object.keys(data.checks?.[0]?.capturedMedia ?? {})).toEqual(['documentFront']);
  });
});

describe('evidence files', () => {
  const evidence = 'steps/evidence/attempts/1';
  const texts = { en: { title: 'Proof of income', instructions: 'Show your payslips.' } };
  const node = { kind: 'evidence', texts, minFiles: 1, maxFiles: 2, next: 'end' };

  let evidenceId: string;

  beforeEach(async () => {
    const account = await service.addAccount('A bank');
    const id = await service.addWorkflow(account.id, {
      start: 'evidence',
      nodes: { evidence: node, end: { kind: 'end' } },
    });
    const { data } = await new Backend(service, account.apiKey).start({
      workflowId: id,
      inputs: { user_id: 'u-1' },
    });
    evidenceId = data.executionId;
    page = new Page(service);
    await page.init(data.token, undefined, { capabilities: ['evidence'] });
    await page.post('begin');
    await page.put(`${evidence}/captures/evidence-1`, a);
    await page.put(`${evidence}/captures/evidence-2`, b);
  });

  const stored = () =>
    service.database.main
      .selectFrom('captures')
      .select(['slot', 'media_ref'])
      .where('execution_id', '=', evidenceId)
      .orderBy('slot')
      .execute();

  it('keeps the captures that the submission names, and removes the others', async () => {
    const submit = () => page.post(`${evidence}/submit`, { captures: { 'evidence-2': digestOf(b) } });
    const before = await stored();
    const { status, data } = await submit();
    expect([status, data]).toMatchObject([200, { awaiting: 'checks' }]);
    expect((await stored()).map(({ slot }) => slot)).toEqual(['evidence-2']);
    const files = readdirSync(join(service.folder, 'media'), { recursive: true, encoding: 'utf8' });
    const isKept = before.map(({ slot, media_ref }) => [
      slot,
      files.some((file) => file.includes(media_ref)),
    ]);
    expect(isKept).toEqual([
      ['evidence-1', false],
      ['evidence-2', true],
    ]);
    expect((await submit()).status).toBe(200);
  });

  it('refuses fewer files than the minimum', async () => {
    expect(codeOf(await page.post(`${evidence}/submit`, { captures: {} }))).toEqual([400, 'CAPTURE_MISSING']);
  });
});

describe('execution in progress', () => {
  const withSelfie = {
    start: 'document',
    nodes: {
      document: { ...documentWorkflow.nodes.document, next: 'selfie' },
      selfie: { kind: 'selfie', match: 'none', next: 'end' },
      end: { kind: 'end' },
    },
  };

  /** Starts an execution of a workflow up to its document step. */
  async function begun(id: string) {
    const { data } = await backend.start({ workflowId: id, inputs: { user_id: 'u-1' } });
    const walker = new Page(service);
    await walker.init(data.token, undefined, { capabilities: ['document', 'selfie'] });
    await walker.post('begin');
    return walker;
  }
  /** Submits the document, and returns what follows. */
  async function afterDocument(walker: Page, on = service) {
    expect((await walker.submitPassport()).status).toBe(200);
    await on.runDueJobs();
    return (await walker.state()).data;
  }

  it.skipIf(isOnPostgres)(
    'keeps the workflow version with which an execution was started, also over a restart',
    {
      tags: ['DRUN-108'],
    },
    async () => {
      const id = await service.addWorkflow(accountId, documentWorkflow);
      const elder = await begun(id);
      const desk = new OperatorDesk();
      const { code } = await desk.type(`workflow import - --workflow ${id}`, {
        input: JSON.stringify({ definition: withSelfie }),
        variables: { DATA_DIR: service.folder },
      });
      desk.remove();
      expect(code).toBe(0);
      const younger = await begun(id);

      expect(await service.database.emptyLog()).toBe(true);
      const folder = join(service.folder, 'copy');
      cpSync(join(service.folder, 'service.db'), join(folder, 'service.db'));
      cpSync(join(service.folder, 'media'), join(folder, 'media'), { recursive: true });
      const restarted = await service.reopenedOn(folder);
      for (const on of [service, restarted]) {
        const walking = (walker: Page) => Object.assign(new Page(on), { sessionKey: walker.sessionKey });
        const old = await afterDocument(walking(elder), on);
        expect(old).toMatchObject({ awaiting: 'none', outcome: { status: 'APPROVED' } });
        const late = await afterDocument(walking(younger), on);
        expect(late).toMatchObject({ awaiting: 'user', step: { kind: 'selfie', attempt: 1 } });
      }
      await restarted.close();
    },
  );
});
