import { type Execution, retryReasons } from '@vendor/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Backend, documentWorkflow, inputsWorkflow, Page } from '../../testing/client.ts';
import { InProcessService } from '../../testing/in-process-service.ts';
import { evaluatedDocument } from '../../testing/scripted-evaluator.ts';
import type { DocumentEvaluation } from '../evaluations/evaluator.ts';

const hourMs = 3_600_000;
let service: InProcessService;
let backend: Backend;
let accountId: string;
let documentId: string;
let page: Page;
let executionId: string;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  backend = new Backend(service, account.apiKey);
  documentId = await service.addWorkflow(account.id, documentWorkflow);
});
afterAll(() => service.close());

async function begin(workflowId: string) {
  const { data } = await backend.start({
    workflowId,
    inputs: { user_id: 'u-1', user_fullname: 'Anna Eriksson' },
  });
  executionId = data.executionId;
  page = new Page(service);
  await page.init(data.token);
  return page.post('begin');
}
beforeEach(() => begin(documentId));

const blurred = { kind: 'retry', reasons: ['IMAGE_BLURRED'] } as const;
const read = async () => (await backend.read<Execution>(executionId)).data;
const events = async () =>
  (
    await service.database.main
      .selectFrom('webhook_events')
      .selectAll()
      .where('execution_id', '=', executionId)
      .execute()
  ).map(({ event }) => event);

describe('evaluating a document', () => {
  it('asks again with the reasons, and counts down', async () => {
    service.evaluator.documents.push({ kind: 'retry', reasons: [...retryReasons] });
    await page.submitPassport();
    await service.runDueJobs();
    expect((await page.state()).data).toMatchObject({
      awaiting: 'user',
      step: { attempt: 2, attemptsLeft: 1, reasons: retryReasons, stored: [] },
    });
    expect(await events()).toEqual([]);
  });

  it('declines past the retry limit and ends without the user', async () => {
    service.evaluator.documents.push(blurred, blurred, blurred);
    for (const attempt of [1, 2, 3]) {
      await page.submitPassport(attempt);
      await service.runDueJobs();
    }
    expect((await page.state()).data.outcome).toEqual({ status: 'DECLINED', retryLimitOf: 'document' });
    expect(await read()).toMatchObject({
      status: 'DECLINED',
      checks: [{ status: 'DECLINED', statusDetail: 'RETRY_LIMIT_EXCEEDED', documentCheckResult: null }],
    });
    expect(await events()).toHaveLength(1);
  });

  it('becomes ERROR when it cannot be carried out in five tries', async () => {
    service.evaluator.documents.push(...Array.from({ length: 5 }, () => new Error('The worker died.')));
    await page.submitPassport();
    expect(await service.runDueJobs()).toBe(5);
    expect((await page.state()).data.outcome).toEqual({ status: 'ERROR', retryLimitOf: null });
    expect(await read()).toMatchObject({
      status: 'ERROR',
      checks: [{ status: 'ERROR', statusDetail: 'CHECK_NOT_CARRIED_OUT' }],
    });
    expect(await events()).toHaveLength(1);
  });

  it('recovers when a later try succeeds', async () => {
    service.evaluator.documents.push(new Error('The worker died.'), new Error('Again.'));
    await page.submitPassport();
    await service.runDueJobs();
    expect((await read()).status).toBe('APPROVED');
    expect(await events()).toHaveLength(1);
  });

  it('says what was found against a document', async () => {
    const doubtful = evaluatedDocument({ documentValidityCheckResult: 'FAIL' });
    service.evaluator.documents.push({ ...doubtful, findings: [{ code: 'EXPIRED' }] } as DocumentEvaluation);
    await page.submitPassport();
    await service.runDueJobs();
    expect((await read()).checks?.[0]).toMatchObject({ status: 'DECLINED', statusDetail: 'EXPIRED' });
  });

  it('goes to review when a required member was not performed', async () => {
    service.evaluator.documents.push(evaluatedDocument({ logicCheckResult: 'NOT_PERFORMED' }));
    await page.submitPassport();
    await service.runDueJobs();
    expect(await read()).toMatchObject({ status: 'REVIEW', checks: [{ status: 'REVIEW' }] });
  });

  it('lets the members that the workflow requires decide, and no other', async () => {
    const { document, end } = documentWorkflow.nodes;
    const nodes = { document: { ...document, requires: ['imageQualityCheckResult'] }, end };
    await begin(await service.addWorkflow(accountId, { start: 'document', nodes }));
    service.evaluator.documents.push(evaluatedDocument({ documentValidityCheckResult: 'FAIL' }));
    await page.submitPassport();
    await service.runDueJobs();
    expect(await read()).toMatchObject({
      status: 'APPROVED',
      checks: [{ documentCheckResult: { overallResult: 'APPROVED', documentValidityCheckResult: 'FAIL' } }],
    });
  });

  it.each(['nameMatchCheckResult', 'dateOfBirthCheckResult'] as const)(
    'lets what was sent to be compared decide: %s',
    async (member) => {
      service.evaluator.documents.push(evaluatedDocument({ [member]: 'FAIL' }));
      await page.submitPassport();
      await service.runDueJobs();
      expect((await read()).status).toBe('DECLINED');
    },
  );

  it('compares the name only where the workflow says so', async () => {
    const { document, end } = documentWorkflow.nodes;
    const definition = { start: 'document', nodes: { document: { ...document, sendName: true }, end } };
    await begin(await service.addWorkflow(accountId, definition));
    service.evaluator.tasks.length = 0;
    await page.submitPassport();
    await service.runDueJobs();
    expect(service.evaluator.tasks[0]?.expected.fullName).toBe('Anna Eriksson');
  });
});

describe('specimens', () => {
  it.each([
    ['live', false],
    ['test', true],
  ] as const)('with a %s key are accepted: %s', async (mode, accepted) => {
    const key = await service.addApiKey(accountId, null, mode);
    const { data } = await new Backend(service, key).start({
      workflowId: documentId,
      inputs: { user_id: 'u' },
    });
    page = new Page(service);
    await page.init(data.token);
    await page.post('begin');
    service.evaluator.tasks.length = 0;
    await page.submitPassport();
    await service.runDueJobs();
    expect(service.evaluator.tasks[0]?.acceptsSpecimens).toBe(accepted);
  });
});

describe('the order of nodes', () => {
  const nodes = { ...inputsWorkflow.nodes, ...documentWorkflow.nodes };

  it('walks over invisible nodes between the steps', async () => {
    const definition = {
      start: 'document',
      nodes: {
        ...nodes,
        document: { ...nodes.document, next: 'email' },
        email: { kind: 'email', next: 'end' },
      },
    };
    const workflowId = await service.addWorkflow(accountId, definition);
    const inputs = { user_id: 'u', email: 'anna@example.com' };
    const { data } = await backend.start({ workflowId, inputs });
    executionId = data.executionId;
    page = new Page(service);
    await page.init(data.token);
    await page.post('begin');
    await page.submitPassport();
    await service.runDueJobs();
    expect((await read()).checks?.map((check) => check.checkType)).toEqual(['DOCUMENT_CHECK', 'FRAUD_API']);
  });
});

describe('time that runs out', () => {
  it('expires a document that was never submitted: its check is EXPIRED', async () => {
    service.clock.time += hourMs;
    await service.runDueJobs();
    expect(await read()).toMatchObject({
      status: 'EXPIRED',
      checks: [{ status: 'EXPIRED', capturedMedia: null }],
    });
    expect(await events()).toEqual(['orchestration/workflow_execution_finished']);
  });

  it('expires with a retry outstanding: its check is RETRY_REQUIRED', async () => {
    service.evaluator.documents.push(blurred);
    await page.submitPassport();
    await service.runDueJobs();
    service.clock.time += hourMs;
    await service.runDueJobs();
    expect(await read()).toMatchObject({
      status: 'EXPIRED',
      checks: [{ status: 'RETRY_REQUIRED', statusDetail: 'IMAGE_BLURRED' }],
    });
  });

  it('judges what was handed in in time, although the time is over', async () => {
    await page.submitPassport();
    service.clock.time += hourMs;
    await service.runDueJobs();
    expect((await read()).status).toBe('APPROVED');
    expect(await events()).toHaveLength(1);
  });

  it('expires when the judgement is a retry and the time is over', async () => {
    service.evaluator.documents.push(blurred);
    await page.submitPassport();
    service.clock.time += hourMs;
    await service.runDueJobs();
    expect(await read()).toMatchObject({ status: 'EXPIRED', checks: [{ status: 'RETRY_REQUIRED' }] });
    expect(await events()).toHaveLength(1);
  });

  it('is not expired by the limit of an earlier deadline', async () => {
    service.clock.time += hourMs / 2;
    await page.post('extend');
    service.clock.time += hourMs / 2;
    await service.runDueJobs();
    expect((await read()).status).toBe('PENDING');
    service.clock.time += hourMs / 2;
    await service.runDueJobs();
    expect((await read()).status).toBe('EXPIRED');
  });
});
