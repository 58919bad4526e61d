import type { Execution } from '@vendor/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Backend, documentWorkflow, jpegOf, Page } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { evaluatedDocument } from '../../../testing/scripted-evaluator.ts';

const hourMs = 3_600_000;
let service: InProcessService;
let backend: Backend;
let workflowId: string;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  backend = new Backend(service, account.apiKey);
  workflowId = await service.addWorkflow(account.id, documentWorkflow);
});
afterAll(() => service.close());

const status = async (id: string) => (await backend.read<Execution>(id)).data.status;
const events = (id: string) =>
  service.database.main.selectFrom('webhook_events').selectAll().where('execution_id', '=', id).execute();

/** Tries everything that the page of a finished execution could still do. */
async function tryEverything(page: Page, token: string): Promise<void> {
  await page.init(token);
  await page.post('begin');
  for (const attempt of [1, 2]) await page.submitPassport(attempt, jpegOf(`late ${attempt}`));
  await page.post('extend');
  await page.post('leave');
  await page.post('cancel');
}

it.each<[Execution['status'], () => void]>([
  ['APPROVED', () => {}],
  ['REVIEW', () => service.evaluator.documents.push(evaluatedDocument({ formatCheckResult: 'REVIEW' }))],
  [
    'DECLINED',
    () => service.evaluator.documents.push(evaluatedDocument({ documentValidityCheckResult: 'FAIL' })),
  ],
  [
    'ERROR',
    () => service.evaluator.documents.push(...Array.from({ length: 5 }, () => new Error('The thread died.'))),
  ],
  ['EXPIRED', () => {}],
])(
  'keeps %s regardless of later requests of the page and of time',
  { tags: ['S3.1-15'] },
  async (final, script) => {
    const { data } = await backend.start({ workflowId, inputs: { user_id: 'u' } });
    const page = new Page(service);
    await page.init(data.token);
    await page.post('begin');
    expect(await status(data.executionId)).toBe('PENDING');
    script();
    if (final === 'EXPIRED') service.clock.time += hourMs;
    else await page.submitPassport();
    await service.runDueJobs();
    expect(await status(data.executionId)).toBe(final);

    await tryEverything(page, data.token);
    for (let hour = 0; hour < 26; hour += 13) {
      await service.runDueJobs();
      service.clock.time += 13 * hourMs;
    }
    await tryEverything(page, data.token);
    await service.runDueJobs();
    expect(await status(data.executionId)).toBe(final);
    expect((await events(data.executionId)).map(({ event }) => event)).toEqual([
      'orchestration/workflow_execution_finished',
    ]);
  },
);
