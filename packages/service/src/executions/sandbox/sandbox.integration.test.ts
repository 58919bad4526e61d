import { type Execution, retryReasonSchema } from '@vendor/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import { parseSandboxUser } from './sandbox.ts';

let service: InProcessService;
let test: Backend;
let live: Backend;
let documentId: string;
let inputsId: string;
let selfieId: string;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  live = new Backend(service, account.apiKey);
  test = new Backend(service, await service.addApiKey(account.id, null, 'test'));
  documentId = await service.addWorkflow(account.id, documentWorkflow);
  inputsId = await service.addWorkflow(account.id, inputsWorkflow);
  selfieId = await service.addWorkflow(account.id, {
    start: 'selfie',
    nodes: { selfie: { kind: 'selfie', match: 'none', next: 'end' }, end: { kind: 'end' } },
  });
});
afterAll(() => service.close());

/** Starts an execution of a sandbox user and begins its document step. */
async function begin(userId: string, backend = test, workflowId = documentId) {
  const { data } = await backend.start({ workflowId, inputs: { user_id: userId } });
  const page = new Page(service);
  const init = await page.init(data.token);
  if (init.status === 200) await page.post('begin');
  const read = async () => (await backend.read<Execution>(data.executionId)).data;
  let attempt = 0;
  const submit = async () => {
    attempt += 1;
    await page.submitPassport(attempt);
    await service.runDueJobs();
    return (await page.state()).data;
  };
  return { page, init, read, submit };
}

/** Starts an execution of a sandbox user and begins its selfie step. */
async function beginSelfie(userId: string) {
  const { data } = await test.start({ workflowId: selfieId, inputs: { user_id: userId } });
  const page = new Page(service);
  await page.init(data.token, undefined, { capabilities: ['selfie'] });
  await page.post('begin');
  const read = async () => (await test.read<Execution>(data.executionId)).data;
  const submitFace = async (attempt: number) => {
    const { step } = (await page.state()).data;
    if (step?.kind !== 'selfie') throw new Error('A selfie is not awaited.');
    const captures: Record<string, string> = {};
    for (const index of step.poses.keys()) {
      const slot = `selfie-${index + 1}`;
      const frame = jpegOf(`frame ${index} of attempt ${attempt}`);
      service.clock.time += 2_500;
      await page.put(`steps/selfie/attempts/${attempt}/captures/${slot}`, frame);
      captures[slot] = digestOf(frame);
    }
    await page.post(`steps/selfie/attempts/${attempt}/submit`, { captures });
    await service.runDueJobs();
    return (await page.state()).data;
  };
  return { read, submitFace };
}

async function runInputs(userId: string, backend = test): Promise<Execution> {
  const { data } = await backend.start({
    workflowId: inputsId,
    inputs: { user_id: userId, email: 'anna@example.com', phone_number: '+49 30 901820' },
  });
  await service.runDueJobs();
  return (await backend.read<Execution>(data.executionId)).data;
}

const blurred = { kind: 'retry', reasons: ['IMAGE_BLURRED'] } as const;
const outcomes = { APPROVED: 'PASS', REVIEW: 'REVIEW', DECLINED: 'FAIL' } as const;

describe('the sandbox', () => {
  it.each(['APPROVED', 'REVIEW', 'DECLINED'] as const)(
    'forces %s regardless of the pictures, with matching findings',
    { tags: ['DHOOK-22', 'DHOOK-41'] },
    async (status) => {
      for (const evaluation of [
        blurred,
        evaluatedDocument({ logicCheckResult: 'FAIL' }),
        evaluatedDocument(),
      ]) {
        service.evaluator.documents.push(evaluation);
        const { submit, read, init } = await begin(`sandbox-${status.toLowerCase()}`);
        expect(init.data.sandbox).toEqual({ camera: 'scripted', fails: null });
        expect(await submit()).toMatchObject({ awaiting: 'none', outcome: { status } });
        expect(service.evaluator.tasks.at(-1)?.documentType, 'the real check ran').toBe('PASSPORT');
        const execution = await read();
        expect(execution).toMatchObject({
          status,
          checks: [
            {
              status,
              statusDetail: 'SANDBOX',
              documentCheckResult: { overallResult: status, logicCheckResult: outcomes[status] },
            },
          ],
        });
        const values = Object.values(execution.checks?.[0]?.documentCheckResult ?? {});
        expect(new Set(values)).toEqual(new Set([status, outcomes[status], 'NOT_PERFORMED']));
      }
    },
  );

  it('approves instead of forcing a retry if the workflow allows a single attempt', async () => {
    const { document, end } = documentWorkflow.nodes;
    const account = await service.addAccount('A strict shop');
    const workflowId = await service.addWorkflow(account.id, {
      ...documentWorkflow,
      nodes: { document: { ...document, attempts: 1 }, end },
    });
    const strict = new Backend(service, await service.addApiKey(account.id, null, 'test'));
    const user = await begin('sandbox-retry-image-glare', strict, workflowId);
    expect(await user.submit()).toMatchObject({ outcome: { status: 'APPROVED' } });
  });

  it('forces the status of invisible checks', async () => {
    for (const status of ['APPROVED', 'REVIEW', 'DECLINED'] as const) {
      const execution = await runInputs(`sandbox-${status.toLowerCase()}`);
      expect(execution.status).toBe(status);
      expect(execution.checks?.map((check) => check.statusDetail)).toEqual([
        'EMAIL: SANDBOX',
        'PHONE: SANDBOX',
      ]);
    }
    expect(await runInputs('sandbox-error')).toMatchObject({
      status: 'ERROR',
      checks: [{ status: 'ERROR', statusDetail: 'EMAIL: SANDBOX' }],
    });
  });

  it('forces ERROR and EXPIRED', { tags: ['DHOOK-41'] }, async () => {
    const failing = await begin('sandbox-error');
    expect(await failing.submit()).toMatchObject({ outcome: { status: 'ERROR' } });
    const expiring = await begin('sandbox-expired');
    service.clock.time += 9_999;
    await service.runDueJobs();
    expect((await expiring.read()).status).toBe('PENDING');
    service.clock.time += 1;
    await service.runDueJobs();
    expect((await expiring.read()).status).toBe('EXPIRED');
  });

  it('expires a link ten seconds after its begin, even if its lifetime is longer', async () => {
    const inputs = { user_id: 'sandbox-expired' };
    const { data } = await test.link({ workflowId: documentId, inputs, expiresIn: 3600 });
    const page = new Page(service);
    await page.init(new URL(data.redirectUrl).hash.slice(1));
    const status = async () => (await test.read<Execution>(data.executionId)).data.status;
    service.clock.time += 60_000;
    await service.runDueJobs();
    expect(await status()).toBe('PENDING');
    await page.post('begin');
    service.clock.time += 9_999;
    await service.runDueJobs();
    expect(await status()).toBe('PENDING');
    service.clock.time += 1;
    await service.runDueJobs();
    expect(await status()).toBe('EXPIRED');
  });

  it('forces each retry reason once, and then approves', { tags: ['DHOOK-42'] }, async () => {
    for (const reason of ['IMAGE_GLARE', 'DOCUMENT_CUT_OFF', 'WRONG_DOCUMENT_TYPE']) {
      const user = await begin(`sandbox-retry-${reason.toLowerCase().replaceAll('_', '-')}`);
      expect(await user.submit()).toMatchObject({
        awaiting: 'user',
        step: { attempt: 2, reasons: [reason] },
      });
      expect(await user.submit()).toMatchObject({ outcome: { status: 'APPROVED' } });
    }
    // A document step does not support face reasons.
    const other = await begin('sandbox-retry-face-not-found');
    expect(await other.submit()).toMatchObject({ outcome: { status: 'APPROVED' } });
  });

  it('recognises every retry reason by its name', { tags: ['DHOOK-42'] }, () => {
    for (const reason of retryReasonSchema.options) {
      const name = `sandbox-retry-${reason.toLowerCase().replaceAll('_', '-')}`;
      expect(parseSandboxUser(name)).toEqual({ kind: 'retry', reason });
    }
  });

  it('forces the retry limit of a document, which the SDK reports as error_code_5', {
    tags: ['DHOOK-43'],
  }, async () => {
    const user = await begin('sandbox-limit-document');
    expect(await user.submit()).toMatchObject({ step: { attempt: 2 } });
    expect(await user.submit()).toMatchObject({ step: { attempt: 3 } });
    const limit = { outcome: { status: 'DECLINED', retryLimitOf: 'document' } };
    expect(await user.submit()).toMatchObject(limit);
    expect((await user.read()).checks).toMatchObject([{ statusDetail: 'SANDBOX: RETRY_LIMIT_EXCEEDED' }]);
    // The limit of liveness does not affect a document.
    const other = await begin('sandbox-limit-liveness');
    expect(await other.submit()).toMatchObject({ outcome: { status: 'APPROVED' } });
  });

  it('forces the retry limit of liveness, which the SDK reports as error_code_6', {
    tags: ['S7.3-6', 'DSDK-27', 'DHOOK-43'],
  }, async () => {
    const user = await beginSelfie('sandbox-limit-liveness');
    expect(await user.submitFace(1)).toMatchObject({ awaiting: 'user', step: { attempt: 2 } });
    expect(await user.submitFace(2)).toMatchObject({ awaiting: 'user', step: { attempt: 3 } });
    const limit = { outcome: { status: 'DECLINED', retryLimitOf: 'selfie' } };
    expect(await user.submitFace(3)).toMatchObject(limit);
    expect((await user.read()).checks).toMatchObject([{ statusDetail: 'SANDBOX: RETRY_LIMIT_EXCEEDED' }]);
    // The limit of a document does not affect a selfie.
    const other = await beginSelfie('sandbox-limit-document');
    expect(await other.submitFace(1)).toMatchObject({ outcome: { status: 'APPROVED' } });
  });

  it('refuses the begin with SESSION_TAKEN_OVER, which leads to the code unknown', {
    tags: ['DHOOK-43'],
  }, async () => {
    const { page, init, read } = await begin('sandbox-code-unknown');
    expect(init.data.sandbox).toEqual({ camera: 'scripted', fails: null });
    const refused = await page.post('begin');
    expect([refused.status, refused.problem.code]).toEqual([409, 'SESSION_TAKEN_OVER']);
    expect((await read()).status).toBe('PENDING');
    const liveUser = await begin('sandbox-code-unknown', live);
    expect((await liveUser.page.post('begin')).status).toBe(200);
  });

  it('refuses the token, or makes the page fail', { tags: ['DHOOK-43'] }, async () => {
    expect((await begin('sandbox-code-3')).init).toMatchObject({
      status: 401,
      problem: { code: 'UNAUTHORIZED' },
    });
    for (const code of [1, 4]) {
      const { init } = await begin(`sandbox-code-${code}`);
      expect(init.data.sandbox).toEqual({ camera: 'scripted', fails: `error_code_${code}` });
    }
  });

  it('delays the result by the requested number of seconds', { tags: ['DHOOK-44'] }, async () => {
    const user = await begin('sandbox-delay-30');
    service.clock.time += 60_000;
    expect(await user.submit()).toMatchObject({ awaiting: 'checks' });
    service.clock.time += 29_999;
    await service.runDueJobs();
    expect((await user.read()).status).toBe('PENDING');
    service.clock.time += 1;
    await service.runDueJobs();
    expect(await user.read()).toMatchObject({ status: 'APPROVED', checks: [{ statusDetail: 'SANDBOX' }] });
  });

  it('emits webhook events as usual', { tags: ['DHOOK-22'] }, async () => {
    const { id } = await runInputs('sandbox-declined');
    const events = await service.database.main
      .selectFrom('webhook_events')
      .selectAll()
      .where('execution_id', '=', id)
      .execute();
    expect(events).toMatchObject([{ event: 'orchestration/workflow_execution_finished' }]);
    expect(JSON.parse(events[0]!.frozen)).toMatchObject({ status: 'DECLINED' });
  });

  it('treats sandbox users of a live key as ordinary ones', {
    tags: ['DHOOK-22'],
  }, async () => {
    for (const name of [
      'declined',
      'error',
      'code-3',
      'code-4',
      'delay-900',
      'retry-image-glare',
      'expired',
    ]) {
      const user = await begin(`sandbox-${name}`, live);
      expect(user.init.status, name).toBe(200);
      expect(user.init.data, name).not.toHaveProperty('sandbox');
      expect(await user.submit(), name).toMatchObject({ outcome: { status: 'APPROVED' } });
      expect((await user.read()).checks, name).toMatchObject([{ statusDetail: null }]);
    }
  });

  it.each([
    'sandbox',
    'sandbox-',
    'sandbox-Approved',
    'sandbox-approved ',
    'sandbox-delay-0',
    'sandbox-delay-901',
    'sandbox-delay-1.5',
    'sandbox-retry-nothing',
    'sandbox-code-2',
    '__proto__',
    'constructor',
    'u-1',
  ])('treats "%s" as an ordinary user', async (userId) => {
    const user = await begin(userId);
    expect(user.init.data).not.toHaveProperty('sandbox');
    expect(await user.submit()).toMatchObject({ outcome: { status: 'APPROVED' } });
    expect((await user.read()).checks).toMatchObject([{ statusDetail: null }]);
  });
});
