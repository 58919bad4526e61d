import type { EvaluationOf } from '@vendor/checks';
import { documentRetryReasons, documentTypes, type Execution } from '@vendor/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  Backend,
  digestOf,
  documentWorkflow,
  inputsWorkflow,
  jpegOf,
  Page,
} from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { evaluatedDocument } from '../../../testing/scripted-evaluator.ts';
import { createJobStore } from '../../db/jobs/job-store.ts';
import { workflowDefinitionSchema } from '../../workflows/definition.ts';
import { evaluateHandler } from './evaluate-check.ts';

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

/** All lists of up to three sides, including those that make no sense. */
const listsOfSides = [[], ['front'], ['back']]
  .flatMap((some) => [some, [...some, 'front'], [...some, 'back']])
  .flatMap((some) => [some, [...some, 'front'], [...some, 'back']]);

describe('a document node that an import accepts', () => {
  it.each(documentTypes)('judges a %s by all sides that an import accepts, in any order', async (type) => {
    const taken = new Set<string>();
    for (const sides of listsOfSides) {
      const node = { kind: 'document', accepts: [{ type, sides }], next: 'end' };
      const definition = { start: 'document', nodes: { document: node, end: { kind: 'end' } } };
      if (taken.has(`${sides}`) || !workflowDefinitionSchema.safeParse(definition).success) continue;
      taken.add(`${sides}`);
      await begin(await service.addWorkflow(accountId, definition));
      const captures: Record<string, string> = {};
      for (const side of sides) {
        const picture = jpegOf(`${type} ${side}`);
        await page.put(`steps/document/attempts/1/captures/${side}`, picture);
        captures[side] = digestOf(picture);
      }
      await page.post('steps/document/attempts/1/submit', { documentType: type, captures });
      service.evaluator.documents.push(evaluatedDocument());
      await service.runDueJobs();
      expect((await read()).checks, `${sides}`).toMatchObject([{ status: 'APPROVED' }]);
    }
    expect([...taken].sort()).toEqual(['back,front', 'front', 'front,back']);
  });
});

it('discards a verdict if another instance holds the job by then', async () => {
  const { database, services, clock } = service;
  await page.submitPassport();
  service.evaluator.documents.push(evaluatedDocument());
  const store = createJobStore(database.main);
  const wanted = { kind: 'evaluate', now: clock.now(), leaseMs: 1000, limit: 1 } as const;
  const [job] = await store.claim({ ...wanted, laneLimit: () => 1, running: new Map() });
  await database.main.updateTable('jobs').set({ lease_token: 'another' }).where('id', '=', job!.id).execute();
  const before = await services.store.find(executionId);
  const handler = evaluateHandler(services, { checks: 1, faces: 1, letters: 1 });
  await handler.run(job!, new AbortController().signal);
  await handler.giveUp(job!, 'late');
  expect(await services.store.find(executionId)).toEqual(before);
  expect(await store.complete(job!)).toBe(false);
  await database.main.updateTable('jobs').set({ lease_until: clock.now() }).execute();
  service.evaluator.documents.push(evaluatedDocument());
  await service.runDueJobs();
  expect((await services.store.find(executionId))?.status).toBe('APPROVED');
});

describe('evaluating a document', () => {
  it('requests another attempt with the reasons, and counts attempts down', async () => {
    service.evaluator.documents.push({ kind: 'retry', reasons: [...documentRetryReasons] });
    await page.submitPassport();
    await service.runDueJobs();
    expect((await page.state()).data).toMatchObject({
      awaiting: 'user',
      step: { attempt: 2, attemptsLeft: 1, reasons: documentRetryReasons, stored: [] },
    });
    expect(await events()).toEqual([]);
  });

  it('declines past the retry limit and ends without another step', { tags: ['DRUN-14'] }, async () => {
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

  it('sets ERROR if the check cannot be carried out in five tries', {
    tags: ['S3.1-6', 'DRUN-12'],
  }, async () => {
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

  it('recovers if a later try succeeds', async () => {
    service.evaluator.documents.push(new Error('The worker died.'), new Error('Again.'));
    await page.submitPassport();
    await service.runDueJobs();
    expect((await read()).status).toBe('APPROVED');
    expect(await events()).toHaveLength(1);
  });

  it('reports the finding for which a document is declined', { tags: ['S2.6-19'] }, async () => {
    const doubtful = evaluatedDocument({ documentValidityCheckResult: 'FAIL' });
    service.evaluator.documents.push({
      ...doubtful,
      findings: [{ code: 'EXPIRED', member: 'documentValidityCheckResult', outcome: 'FAIL' }],
    } as EvaluationOf<'document'>);
    await page.submitPassport();
    await service.runDueJobs();
    expect((await read()).checks?.[0]).toMatchObject({ status: 'DECLINED', statusDetail: 'EXPIRED' });
  });

  it('sends the execution to REVIEW if a required member was not performed', {
    tags: ['S3.1-4', 'DRUN-10'],
  }, async () => {
    service.evaluator.documents.push(evaluatedDocument({ logicCheckResult: 'NOT_PERFORMED' }));
    await page.submitPassport();
    await service.runDueJobs();
    expect(await read()).toMatchObject({ status: 'REVIEW', checks: [{ status: 'REVIEW' }] });
  });

  it.each(['screenCheckResult', 'photoForgeryCheckResult', 'securityFeaturesCheckResult'] as const)(
    'sends the execution to REVIEW if the workflow requires %s, which is never evaluated',
    { tags: ['DRUN-58', 'DRUN-60', 'DRUN-61'] },
    async (member) => {
      const { document, end } = documentWorkflow.nodes;
      const nodes = { document: { ...document, requires: [member] }, end };
      await begin(await service.addWorkflow(accountId, { ...documentWorkflow, nodes }));
      await page.submitPassport();
      await service.runDueJobs();
      const documentCheckResult = { overallResult: 'REVIEW', [member]: 'NOT_PERFORMED' };
      expect(await read()).toMatchObject({
        status: 'REVIEW',
        checks: [{ status: 'REVIEW', documentCheckResult }],
      });
    },
  );

  it('decides by the members that the workflow requires, and by no others', async () => {
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

  it.each([
    'nameMatchCheckResult',
    'dateOfBirthCheckResult',
    'barcodeAnomalyCheckResult',
    'matchCheckResult',
  ] as const)('declines if a compared member fails, even if not required: %s', async (member) => {
    service.evaluator.documents.push(evaluatedDocument({ [member]: 'FAIL' }));
    await page.submitPassport();
    await service.runDueJobs();
    expect((await read()).status).toBe('DECLINED');
  });

  it('sends a possible copy to REVIEW, even if the workflow does not require the member', async () => {
    const copied = evaluatedDocument({ photocopyCheckResult: 'REVIEW' });
    const findings = [
      { code: 'PAGE_WITHOUT_COLOUR', member: 'photocopyCheckResult', outcome: 'REVIEW' } as const,
    ];
    service.evaluator.documents.push({ ...copied, findings } as EvaluationOf<'document'>);
    await page.submitPassport();
    await service.runDueJobs();
    expect(await read()).toMatchObject({
      status: 'REVIEW',
      checks: [{ status: 'REVIEW', statusDetail: 'PAGE_WITHOUT_COLOUR' }],
    });
  });

  it.each([
    ['PASS', 'APPROVED'],
    ['FAIL', 'DECLINED'],
    ['NOT_PERFORMED', 'REVIEW'],
  ] as const)(
    'decides by the minimum age that the workflow demands: %s',
    { tags: ['DRUN-57'] },
    async (ageVerificationCheckResult, status) => {
      const { document, end } = documentWorkflow.nodes;
      const definition = { start: 'document', nodes: { document: { ...document, minimumAge: 18 }, end } };
      await begin(await service.addWorkflow(accountId, definition));
      service.evaluator.tasks.length = 0;
      service.evaluator.documents.push(evaluatedDocument({ ageVerificationCheckResult }));
      await page.submitPassport();
      await service.runDueJobs();
      expect(service.evaluator.tasks[0]?.minimumAge).toBe(18);
      expect((await read()).status).toBe(status);
    },
  );

  it('compares the name with the one sent if the workflow says so', async () => {
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
  ] as const)(
    'passes to the evaluator, with a %s key, whether specimens are accepted: %s',
    async (mode, accepted) => {
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
    },
  );
});

describe('the order of nodes', () => {
  const nodes = { ...inputsWorkflow.nodes, ...documentWorkflow.nodes };

  it('runs invisible nodes between the steps', { tags: ['S1-8'] }, async () => {
    const definition = {
      start: 'document',
      nodes: {
        ...nodes,
        document: { ...nodes.document, next: 'email' },
        email: { kind: 'email', next: 'phone' },
      },
    };
    const workflowId = await service.addWorkflow(accountId, definition);
    const inputs = { user_id: 'u', email: 'anna@example.com', phone_number: '+442079460000' };
    const { data } = await backend.start({ workflowId, inputs });
    executionId = data.executionId;
    page = new Page(service);
    await page.init(data.token);
    await page.post('begin');
    await page.submitPassport();
    await service.runDueJobs();
    expect((await read()).checks?.map((check) => check.checkType)).toEqual([
      'DOCUMENT_CHECK',
      'FRAUD_API',
      'FRAUD_API',
    ]);
  });

  it('follows conditions on inputs and on results of checks', async () => {
    const { email, phone, document } = nodes;
    const condition = (fact: string, value: string, next: string) => ({
      kind: 'condition',
      if: { fact, is: 'equal-to', value },
      next,
      else: 'end',
    });
    const workflowId = await service.addWorkflow(accountId, {
      start: 'email',
      nodes: {
        email: { ...email, next: 'is-known' },
        'is-known': condition('inputs.custom_fields.customer', 'new', 'document'),
        document: { ...document, next: 'agrees' },
        agrees: condition('checks.document.documentCheckResult.matchCheckResult', 'PASS', 'phone'),
        phone: { ...phone, next: 'end' },
        end: { kind: 'end' },
      },
    });
    const walk = async (customer: string) => {
      const inputs = {
        user_id: 'u',
        email: 'anna@example.com',
        phone_number: '+442079460000',
        custom_fields: { customer },
      };
      const { data } = await backend.start({ workflowId, inputs });
      executionId = data.executionId;
      if (!data.requiresClientInit) return service.runDueJobs();
      page = new Page(service);
      expect((await page.init(data.token)).data.state.progress).toEqual({ done: 0, total: 1, following: 1 });
      await page.post('begin');
      await service.runDueJobs();
      await page.submitPassport();
      return service.runDueJobs();
    };
    const checks = async () => (await read()).checks?.map((check) => check.checkType);
    await walk('old');
    expect(await checks()).toEqual(['FRAUD_API']);
    service.evaluator.documents.push(evaluatedDocument({ matchCheckResult: 'PASS' }));
    await walk('new');
    expect(await checks()).toEqual(['FRAUD_API', 'DOCUMENT_CHECK', 'FRAUD_API']);
    service.evaluator.documents.push(evaluatedDocument({ matchCheckResult: 'FAIL' }));
    await walk('new');
    expect(await checks()).toEqual(['FRAUD_API', 'DOCUMENT_CHECK']);
  });
});

describe('a national number', () => {
  const inputs = { user_id: 'u', curp: 'BOXW310820HNERXN09', user_dob: '1931-08-20' };
  const runNumberCheck = async (requires?: string[]) => {
    const node = { kind: 'national-id', number: 'CURP', next: 'end', ...(requires ? { requires } : {}) };
    const workflowId = await service.addWorkflow(accountId, {
      start: 'number',
      nodes: { number: node, end: { kind: 'end' } },
    });
    service.evaluator.numbers.push({
      outcome: 'PASS',
      number: 'PASS',
      register: 'NOT_PERFORMED',
      findings: [{ code: 'NATIONAL_ID_REGISTER_NOT_ASKED', outcome: 'NOT_PERFORMED' }],
    });
    executionId = (await backend.start({ workflowId, inputs })).data.executionId;
    await service.runDueJobs();
    return (await read()).checks?.[0];
  };

  it('reports a national number as an entry of its own, in REVIEW if no register was asked', {
    tags: ['DRUN-41'],
  }, async () => {
    expect(await runNumberCheck()).toMatchObject({
      checkType: 'FRAUD_API',
      status: 'REVIEW',
      transactionId: expect.any(String),
      statusDetail: 'CURP: NATIONAL_ID_REGISTER_NOT_ASKED',
    });
    expect(service.evaluator.numberTasks.at(-1)).toEqual({
      kind: 'CURP',
      number: inputs.curp,
      dateOfBirth: inputs.user_dob,
      register: null,
      now: service.clock.time,
    });
  });

  it('approves a national number without a register if the workflow only requires the number', async () => {
    expect(await runNumberCheck(['number'])).toMatchObject({ status: 'APPROVED' });
  });

  it('requires all inputs that the register needs', async () => {
    const workflowId = await service.addWorkflow(accountId, {
      start: 'number',
      nodes: { number: { kind: 'national-id', number: 'NIN', next: 'end' }, end: { kind: 'end' } },
    });
    const { problem } = await backend.start({ workflowId, inputs: { user_id: 'u' } });
    expect([problem.code, problem.errors?.map(({ pointer }) => pointer)]).toEqual([
      'MISSING_REQUIRED_INPUTS',
      ['/inputs/nin', '/inputs/user_firstname', '/inputs/user_lastname', '/inputs/user_dob'],
    ]);
  });
});

describe('a workflow with levels of identity proofing', () => {
  const { document, end } = documentWorkflow.nodes;
  const levels = (member: string) => ({
    start: 'document',
    nodes: { document, end },
    loip: {
      conditions: {
        DOCUMENT: {
          if: { fact: `checks.document.documentCheckResult.${member}`, is: 'equal-to', value: 'PASS' },
          reason: 'so',
        },
      },
      baseline: ['DOCUMENT'],
    },
  });
  const finish = async () => {
    await page.submitPassport();
    await service.runDueJobs();
  };
  const frozen = async () =>
    (
      await service.database.main
        .selectFrom('webhook_events')
        .selectAll()
        .where('execution_id', '=', executionId)
        .executeTakeFirstOrThrow()
    ).frozen;

  it('reports the level that was reached, and when, in reads and in the frozen event', {
    tags: ['S2.6-37', 'S2.6-39'],
  }, async () => {
    await begin(await service.addWorkflow(accountId, levels('formatCheckResult')));
    expect(await read()).not.toHaveProperty('loip');
    await finish();
    const { loip } = await read();
    expect(loip).toEqual({ result: 'BASELINE', evaluatedAt: new Date(service.clock.time).toISOString() });
    expect(JSON.parse(await frozen())).toMatchObject({ loip });
  });

  it('reports the unmet conditions if no level was reached', { tags: ['S2.6-6'] }, async () => {
    await begin(await service.addWorkflow(accountId, levels('screenCheckResult')));
    await finish();
    expect((await read()).loip).toMatchObject({
      result: 'NONE',
      unmetConditions: [{ condition: 'DOCUMENT', reason: 'so' }],
    });
  });

  it('reports the level as NOT_PERFORMED if the user did not finish', { tags: ['S2.6-38'] }, async () => {
    await begin(await service.addWorkflow(accountId, levels('formatCheckResult')));
    service.clock.time += hourMs;
    await service.runDueJobs();
    expect((await read()).loip).toMatchObject({ result: 'NOT_PERFORMED' });
  });

  it('adds no level to executions of workflows without levels', { tags: ['S2.6-37'] }, async () => {
    await finish();
    expect(await read()).not.toHaveProperty('loip');
  });
});

describe('an expired deadline', () => {
  it('expires an execution without a submitted document, with EXPIRED for its check', {
    tags: ['S3.1-9', 'S6.1-2', 'DRUN-6', 'DRUN-16'],
  }, async () => {
    service.clock.time += hourMs;
    await service.runDueJobs();
    expect(await read()).toMatchObject({
      status: 'EXPIRED',
      checks: [{ status: 'EXPIRED', capturedMedia: null }],
    });
    expect(await events()).toEqual(['orchestration/workflow_execution_finished']);
  });

  it('expires an execution that awaits a retry, with RETRY_REQUIRED for its check', {
    tags: ['DRUN-15'],
  }, async () => {
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

  it('judges captures that were submitted in time after the deadline', async () => {
    await page.submitPassport();
    service.clock.time += hourMs;
    await service.runDueJobs();
    expect((await read()).status).toBe('APPROVED');
    expect(await events()).toHaveLength(1);
  });

  it('expires if a check that ends after the deadline requests a retry', async () => {
    service.evaluator.documents.push(blurred);
    await page.submitPassport();
    service.clock.time += hourMs;
    await service.runDueJobs();
    expect(await read()).toMatchObject({ status: 'EXPIRED', checks: [{ status: 'RETRY_REQUIRED' }] });
    expect(await events()).toHaveLength(1);
  });

  it('expires an execution whose check requested a retry after the clock was set back', async () => {
    service.evaluator.documents.push(blurred);
    await page.submitPassport();
    const jobs = service.database.main.updateTable('jobs').where('kind', '=', 'evaluate');
    await jobs.set({ due_at: service.clock.time + 2 * hourMs }).execute();
    // The deadline passes while the checks still run.
    service.clock.time += hourMs;
    await service.runDueJobs();
    service.clock.time -= hourMs / 2;
    await jobs.set({ due_at: service.clock.time }).execute();
    await service.runDueJobs();
    expect((await read()).status).toBe('PENDING');
    service.clock.time += 2 * hourMs;
    await service.runDueJobs();
    expect((await read()).status).toBe('EXPIRED');
  });

  it('adds no entry for the step that would have been next', async () => {
    const { document } = documentWorkflow.nodes;
    const nodes = {
      document: { ...document, next: 'selfie' },
      selfie: { kind: 'selfie', next: 'end' },
      end: { kind: 'end' },
    };
    await begin(await service.addWorkflow(accountId, { start: 'document', nodes }));
    await page.submitPassport();
    service.clock.time += hourMs;
    await service.runDueJobs();
    const { status, checks } = await read();
    expect(status).toBe('EXPIRED');
    expect(checks).toMatchObject([{ checkType: 'DOCUMENT_CHECK', status: 'APPROVED' }]);
    expect(checks).toHaveLength(1);
    expect(await events()).toHaveLength(1);
  });

  it('keeps an extended execution PENDING at its earlier deadline', async () => {
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
