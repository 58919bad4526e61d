import { randomUUID } from 'node:crypto';
import type { Execution } from '@vendor/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Backend, documentWorkflow, inputsWorkflow, Page } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { evaluatedDocument } from '../../../testing/scripted-evaluator.ts';
import { dataKeyOf, sealContext } from '../../executions/sealed-data.ts';

type Status = Execution['status'];

const hourMs = 3_600_000;
let service: InProcessService;
let backend: Backend;
let accountId: string;
let documentId: string;
let inputsId: string;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  backend = new Backend(service, account.apiKey);
  documentId = await service.addWorkflow(account.id, documentWorkflow);
  inputsId = await service.addWorkflow(account.id, inputsWorkflow);
});
afterAll(() => service.close());

/** Scripts the evaluator so that an execution ends with each status. */
const scripts: Record<Exclude<Status, 'PENDING' | 'EXPIRED'>, () => void> = {
  APPROVED: () => {},
  REVIEW: () => service.evaluator.documents.push(evaluatedDocument({ formatCheckResult: 'REVIEW' })),
  DECLINED: () =>
    service.evaluator.documents.push(evaluatedDocument({ documentValidityCheckResult: 'FAIL' })),
  ERROR: () =>
    service.evaluator.documents.push(...Array.from({ length: 5 }, () => new Error('The thread died.'))),
};

/** Makes an execution with a status. Returns its id and its page. */
async function executionThatIs(status: Status): Promise<{ id: string; page: Page }> {
  const { data } = await backend.start({ workflowId: documentId, inputs: { user_id: 'u' } });
  const page = new Page(service);
  await page.init(data.token);
  await page.post('begin');
  if (status === 'EXPIRED') service.clock.time += hourMs;
  else if (status !== 'PENDING') {
    scripts[status]();
    await page.submitPassport();
  }
  await service.runDueJobs();
  expect(await statusOf(data.executionId)).toBe(status);
  return { id: data.executionId, page };
}

const statusOf = async (id: string) => (await backend.read<Execution>(id)).data.status;
const codeOf = (reply: { status: number; problem: { code: string } }) => [reply.status, reply.problem.code];
const decisionsOf = (id: string) =>
  service.database.main
    .selectFrom('decisions')
    .selectAll()
    .where('execution_id', '=', id)
    .orderBy('decided_at')
    .execute();
const eventsOf = async (id: string) => {
  const rows = await service.database.main
    .selectFrom('webhook_events')
    .selectAll()
    .where('execution_id', '=', id)
    .orderBy('sequence')
    .execute();
  return rows.map(({ event, frozen }) => [event, (JSON.parse(frozen) as { status: Status }).status]);
};
async function purge(id: string): Promise<void> {
  await service.database.main
    .updateTable('executions')
    .set({ data_purged_at: service.clock.time, wrapped_key: null, sealed_inputs: null })
    .where('id', '=', id)
    .execute();
  await service.reseal(id);
}
const finished = 'orchestration/workflow_execution_finished';
const updated = 'orchestration/workflow_execution_updated';

describe('PATCH workflow-execution/{id}', () => {
  it.each(
    (['APPROVED', 'REVIEW', 'DECLINED', 'EXPIRED'] as const).flatMap((from) =>
      (['APPROVED', 'DECLINED'] as const).map((to) => [from, to] as const),
    ),
  )(
    'changes the status from %s to %s by a decision, and sends a webhook',
    {
      tags: [
        'S1-6',
        'S2.7-1',
        'S3.1-10',
        'S3.1-11',
        'S3.1-16',
        'S3.1-17',
        'S3.1-18',
        'S3.1-20',
        'S4-7',
        'S4-27',
        'S6.1-3',
        'DREQ-32',
        'DRUN-28',
      ],
    },
    async (from, to) => {
      const { id } = await executionThatIs(from);
      const { status, data } = await backend.decide(id, { status: to });
      expect([status, data]).toEqual([200, {}]);
      expect(await statusOf(id)).toBe(to);
      expect(await eventsOf(id)).toEqual([
        [finished, from],
        [updated, to],
      ]);
    },
  );

  it('keeps the results of the checks after a decision', async () => {
    const { id } = await executionThatIs('DECLINED');
    const { data: before } = await backend.read<Execution>(id);
    await backend.decide(id, { status: 'APPROVED' });
    const { data: after } = await backend.read<Execution>(id);
    const withoutLinks = (execution: Execution) =>
      execution.checks?.map((check) => ({ ...check, capturedMedia: null }));
    expect(withoutLinks(after)).toEqual(withoutLinks(before));
  });

  it('stores every decision, sends an event for each, and lets the last one count', {
    tags: ['DRUN-28', 'DRUN-101'],
  }, async () => {
    const { id } = await executionThatIs('REVIEW');
    await Promise.all([
      backend.decide(id, { status: 'APPROVED' }),
      backend.decide(id, { status: 'APPROVED' }),
    ]);
    service.clock.time += 1;
    await backend.decide(id, { status: 'DECLINED' });
    expect((await decisionsOf(id)).map(({ status }) => status)).toEqual(['APPROVED', 'APPROVED', 'DECLINED']);
    expect(await eventsOf(id)).toEqual([
      [finished, 'REVIEW'],
      [updated, 'APPROVED'],
      [updated, 'APPROVED'],
      [updated, 'DECLINED'],
    ]);
    expect(await statusOf(id)).toBe('DECLINED');
  });

  it('recognises a repeated idempotency key if the id is written in another case', async () => {
    const { id } = await executionThatIs('REVIEW');
    const headers = { 'idempotency-key': randomUUID() };
    expect((await backend.decide(id.toUpperCase(), { status: 'DECLINED' }, headers)).status).toBe(200);
    expect((await backend.decide(id, { status: 'DECLINED' }, headers)).status).toBe(200);
    expect(await decisionsOf(id)).toHaveLength(1);
  });

  it('records a decision and sends webhooks once per idempotency key', {
    tags: ['DHOOK-53'],
  }, async () => {
    const { id } = await executionThatIs('REVIEW');
    const decide = (status: string, name: string) =>
      backend.decide(id, { status }, { 'idempotency-key': name });
    for (let times = 0; times < 2; times += 1) {
      expect(await decide('APPROVED', `${id} 1`)).toMatchObject({ status: 200, data: {} });
    }
    expect(codeOf(await decide('DECLINED', `${id} 1`))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(codeOf(await decide('DECLINED', 'x'.repeat(256)))).toEqual([400, 'INVALID_REQUEST_BODY']);
    expect(await decide('DECLINED', `${id} 2`)).toMatchObject({ status: 200 });
    // A late repetition changes nothing either, and gets the same reply as the first call.
    expect(await decide('APPROVED', `${id} 1`)).toMatchObject({ status: 200, data: {} });
    expect(await eventsOf(id)).toEqual([
      [finished, 'REVIEW'],
      [updated, 'APPROVED'],
      [updated, 'DECLINED'],
    ]);
    expect(await statusOf(id)).toBe('DECLINED');
  });

  it('accepts and encrypts a comment of 250 characters, whatever its length in bytes', {
    tags: ['S2.7-2', 'S7-20', 'S8-5', 'DREQ-41'],
  }, async () => {
    const { id } = await executionThatIs('REVIEW');
    const comment = `Anna canary ${'💥'.repeat(238)}`;
    expect((await backend.decide(id, { status: 'APPROVED', comment })).status).toBe(200);
    const [decision] = await decisionsOf(id);
    const sealed = decision?.sealed_comment ?? new Uint8Array();
    expect(Buffer.from(sealed).toString('latin1')).not.toContain('canary');
    const execution = (await service.services.store.find(id))!;
    const key = dataKeyOf(service.services.vault, execution)!;
    const plain = key.open(sealed, sealContext.comment(decision?.id ?? ''));
    expect(Buffer.from(plain).toString('utf8')).toBe(comment);
  });

  it.each([[{ comment: null }], [{}]])('treats %j as no comment', { tags: ['DREQ-41'] }, async (more) => {
    const { id } = await executionThatIs('APPROVED');
    expect((await backend.decide(id, { status: 'DECLINED', ...more, unknown: 'ignored' })).status).toBe(200);
    expect((await decisionsOf(id))[0]?.sealed_comment).toBeNull();
  });

  it('records the key that decided', async () => {
    const { id } = await executionThatIs('APPROVED');
    const key = await service.addApiKey(accountId, [documentId]);
    expect((await new Backend(service, key).decide(id, { status: 'DECLINED' })).status).toBe(200);
    expect(key).toContain((await decisionsOf(id))[0]?.api_key_id);
  });

  it("shows the new status on the user's page", async () => {
    service.evaluator.documents.push(
      ...Array.from({ length: 3 }, () => ({ kind: 'retry' as const, reasons: ['IMAGE_GLARE' as const] })),
    );
    const { data } = await backend.start({ workflowId: documentId, inputs: { user_id: 'u' } });
    const page = new Page(service);
    await page.init(data.token);
    await page.post('begin');
    for (const attempt of [1, 2, 3]) {
      await page.submitPassport(attempt);
      await service.runDueJobs();
    }
    const before = (await page.state()).data;
    expect(before.outcome).toEqual({ status: 'DECLINED', retryLimitOf: 'document' });
    await backend.decide(data.executionId, { status: 'DECLINED' });
    expect((await page.state()).data.outcome).toEqual(before.outcome);
    await backend.decide(data.executionId, { status: 'APPROVED' });
    const after = (await page.state()).data;
    expect(after.outcome).toEqual({ status: 'APPROVED', retryLimitOf: null });
    expect(after.seq).toBeGreaterThan(before.seq);
  });
});

describe('refused decision', () => {
  it.each([
    ['no status', {}],
    ['an unknown status', { status: 'REVIEW' }],
    ['a status in lower case', { status: 'approved' }],
    ['null', { status: null }],
    ['a comment of 251 characters', { status: 'APPROVED', comment: '💥'.repeat(251) }],
    ['a comment that is not a string', { status: 'APPROVED', comment: 7 }],
    ['a comment that cannot be stored', '{"status":"APPROVED","comment":"\\u0000"}'],
    ['an array', []],
    ['invalid JSON', '{"status":'],
    ['an empty body', ''],
  ])(
    'refuses %s with INVALID_REQUEST_BODY, and changes nothing',
    { tags: ['S2.7-1', 'S2.7-2', 'S7-9', 'S7-20', 'S8-5', 'DREQ-28', 'DREQ-41'] },
    async (_, body) => {
      const { id } = await executionThatIs('REVIEW');
      const reply = await backend.decide(id, body);
      expect(codeOf(reply)).toEqual([400, 'INVALID_REQUEST_BODY']);
      expect(reply.problem.errors).toHaveLength(1);
      expect(await statusOf(id)).toBe('REVIEW');
      expect([await decisionsOf(id), await eventsOf(id)]).toEqual([[], [[finished, 'REVIEW']]]);
    },
  );

  it.each(['PENDING', 'ERROR'] as const)(
    'refuses to decide an execution that is %s, and changes nothing',
    { tags: ['S3.1-12', 'S3.1-19', 'S4-28', 'S7-10', 'S7-21'] },
    async (status) => {
      const { id } = await executionThatIs(status);
      const events = await eventsOf(id);
      expect(codeOf(await backend.decide(id, { status: 'APPROVED' }))).toEqual([
        400,
        'EXECUTION_IN_PROGRESS',
      ]);
      expect(await statusOf(id)).toBe(status);
      expect([await decisionsOf(id), await eventsOf(id)]).toEqual([[], events]);
    },
  );

  it.each(['APPROVED', 'EXPIRED', 'PENDING', 'ERROR'] as const)(
    'refuses to decide a purged execution that is %s, and changes nothing',
    { tags: ['S3.1-13', 'S7-11', 'DREQ-3'] },
    async (status) => {
      const { id } = await executionThatIs(status);
      await purge(id);
      expect(codeOf(await backend.decide(id, { status: 'DECLINED' }))).toEqual([400, 'EXECUTION_PURGED']);
      expect(await statusOf(id)).toBe(status);
    },
  );

  it('checks first the key, then the body, then the execution', {
    tags: ['S4-30', 'S7-16', 'DREQ-3', 'DREQ-27'],
  }, async () => {
    const nobody = new Backend(service, 'vo_live_nonsense');
    expect(codeOf(await nobody.decide(randomUUID(), '{'))).toEqual([401, 'UNAUTHORIZED']);
    expect(codeOf(await backend.decide(randomUUID(), { status: 'REVIEW' }))).toEqual([
      400,
      'INVALID_REQUEST_BODY',
    ]);
    const { id } = await executionThatIs('PENDING');
    expect(codeOf(await backend.decide(id, {}))).toEqual([400, 'INVALID_REQUEST_BODY']);
  });

  it('gives the same reply for an id that is unknown, foreign, out of scope, or not a UUID', {
    tags: ['S7-17', 'DREQ-3', 'DREQ-27', 'DREQ-29', 'DREQ-30', 'DREQ-31'],
  }, async () => {
    const { id } = await executionThatIs('APPROVED');
    await purge(id);
    const other = await service.addAccount('Another shop');
    const scoped = new Backend(service, await service.addApiKey(accountId, [inputsId]));
    const test = new Backend(service, await service.addApiKey(accountId, null, 'test'));
    const decision = { status: 'DECLINED' };
    const replies = [
      await backend.decide(randomUUID(), decision),
      await new Backend(service, other.apiKey).decide(id, decision),
      await scoped.decide(id, decision),
      await test.decide(id, decision),
      await backend.decide('no-uuid', decision),
      await backend.decide('%00', decision),
    ];
    for (const { problem } of replies) {
      expect({ ...problem, requestId: '' }).toEqual({ ...replies[0]?.problem, requestId: '' });
      expect(problem).toMatchObject({ status: 404, code: 'WORKFLOW_EXECUTION_NOT_FOUND' });
    }
    expect(await statusOf(id)).toBe('APPROVED');
  });

  it('answers 500 without details after a programming error, and stores nothing', {
    tags: ['S7-19'],
  }, async () => {
    const { id } = await executionThatIs('REVIEW');
    const { transact } = service.services.store;
    const broken: typeof transact = (locks, work) =>
      transact(locks, (transaction) =>
        work({ ...transaction, emit: () => Promise.reject(new Error('secret of the house')) }),
      );
    Object.assign(service.services.store, { transact: broken });
    const reply = await backend.decide(id, { status: 'APPROVED' });
    Object.assign(service.services.store, { transact });
    expect(codeOf(reply)).toEqual([500, 'INTERNAL_ERROR']);
    expect(JSON.stringify(reply.problem)).not.toContain('secret of the house');
    expect([await statusOf(id), await decisionsOf(id)]).toEqual(['REVIEW', []]);
  });
});
