import type { Execution } from '@vendor/contract';
import {
  clientInitResponseSchema,
  clientStateSchema,
  executionSchema,
  startResponseSchema,
} from '@vendor/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Backend, documentWorkflow, Page } from '../testing/client.ts';
import { InProcessService } from '../testing/in-process-service.ts';

let service: InProcessService;
let backend: Backend;
let page: Page;
let workflowId: string;

beforeEach(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  backend = new Backend(service, account.apiKey);
  page = new Page(service);
  workflowId = await service.addWorkflow(account.id, documentWorkflow);
});
afterEach(() => service.close());

const start = () => backend.start({ workflowId, inputs: { user_id: 'u-1' } });

describe('the path of one session', () => {
  it('reaches the result from the start through a capture', { tags: ['S2.6-9', 'S2.6-41'] }, async () => {
    const started = await start();
    expect(started.status).toBe(200);
    expect(startResponseSchema.parse(started.data)).toMatchObject({ requiresClientInit: true });

    const init = await page.init(started.data.token);
    expect(clientInitResponseSchema.parse(init.data)).toMatchObject({
      configuration: 'valid',
      requester: 'A shop',
      state: { awaiting: 'user', begun: false, step: { kind: 'document', attempt: 1, attemptsLeft: 2 } },
    });

    const begun = await page.post('begin');
    expect(clientStateSchema.parse(begun.data)).toMatchObject({ begun: true, awaiting: 'user' });

    const submitted = await page.submitPassport();
    expect(clientStateSchema.parse(submitted.data)).toMatchObject({ awaiting: 'checks', step: null });

    await service.runDueJobs();
    const ended = await page.state(`?after=${submitted.data.seq}&wait=1`);
    expect(clientStateSchema.parse(ended.data)).toMatchObject({
      awaiting: 'none',
      outcome: { status: 'APPROVED', retryLimitOf: null },
      progress: { done: 1, total: 1 },
    });

    const read = await backend.read<Execution>(started.data.executionId);
    const execution = executionSchema.parse(read.data);
    expect(execution).toMatchObject({ status: 'APPROVED', workflow: { id: workflowId, name: 'A workflow' } });
    expect(execution.checks).toHaveLength(1);
    expect(execution.checks?.[0]).toMatchObject({
      checkType: 'DOCUMENT_CHECK',
      status: 'APPROVED',
      userId: 'u-1',
      platform: 'WEB',
      transactionId: null,
      documentCheckResult: { overallResult: 'APPROVED' },
      documentCheckExtractedData: { documentNumber: 'L898902C3' },
    });
  });

  it('hides checks while the user is in the flow', { tags: ['S2.6-8', 'S3.1-2'] }, async () => {
    const { data } = await start();
    await page.init(data.token);
    await page.post('begin');
    expect((await backend.read<Execution>(data.executionId)).data).toMatchObject({
      status: 'PENDING',
      checks: null,
    });
  });
});
