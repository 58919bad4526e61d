import type { StartResponse } from '@vendor/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { operator } from '../../../testing/actors.ts';
import { Backend, documentWorkflow, inputsWorkflow, type Reply } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { createPurgeStore } from '../../db/retention/purge-store.ts';
import { removeKeptReplies } from '../../executions/remove-kept-replies.ts';
import { purgeExecution } from '../../retention/purge-execution.ts';
import { openPurgeJournal } from '../../retention/purge-journal.ts';

const dayMs = 24 * 60 * 60 * 1000;
let service: InProcessService;
let backend: Backend;
let accountId: string;
let workflowId: string;
let name: string;
let count = 0;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  backend = new Backend(service, account.apiKey);
  workflowId = await service.addWorkflow(account.id, documentWorkflow);
});
afterAll(() => service.close());
beforeEach(() => {
  count += 1;
  name = `call ${count}`;
});

const body = (inputs: object = {}) => ({ workflowId, inputs: { user_id: 'u', ...inputs } });
const start = (given: unknown = body(), from = backend): Promise<Reply<StartResponse>> =>
  from.start(given, { 'idempotency-key': name });
const codeOf = (reply: Reply<StartResponse>) => [reply.status, reply.problem.code];
const rows = (table: 'executions' | 'kept_replies' | 'jobs') =>
  service.database.main.selectFrom(table).selectAll().execute();
const started = async () => (await rows('executions')).length;

describe('start with an Idempotency-Key', () => {
  it('starts once, and gets the same reply each time', { tags: ['DREQ-21', 'DREQ-71'] }, async () => {
    const before = await started();
    const first = await start();
    expect(first.status).toBe(200);
    service.clock.time += dayMs - 1;
    const again = await start();
    expect([again.status, again.data]).toEqual([200, first.data]);
    expect(await started()).toBe(before + 1);
  });

  it('starts a workflow without interactive steps once', { tags: ['DREQ-21'] }, async () => {
    const inputsId = await service.addWorkflow(accountId, inputsWorkflow);
    const inputs = { user_id: 'u', email: 'anna@example.com', phone_number: '+49 30 901820' };
    const first = await start({ workflowId: inputsId, inputs });
    const jobs = (await rows('jobs')).length;
    const again = await start({ workflowId: inputsId, inputs });
    expect(again.data).toEqual(first.data);
    expect(again.data.requiresClientInit).toBe(false);
    expect((await rows('jobs')).length).toBe(jobs);
  });

  it('recognises a repeated start with another order of members', { tags: ['DREQ-21'] }, async () => {
    const first = await start(`{"workflowId":"${workflowId}","inputs":{"user_id":"u","user_city":"x"}}`);
    const again = await start(`{"inputs":{"user_city":"x", "user_id":"u"},"workflowId":"${workflowId}"}`);
    expect(again.data).toEqual(first.data);
  });

  it('recognises a repeated start with the workflow id in the other case', async () => {
    const first = await start();
    const again = await start({ ...body(), workflowId: workflowId.toUpperCase() });
    expect([again.status, again.data]).toEqual([200, first.data]);
    expect(codeOf(await start({ ...body({ user_id: 'U' }), workflowId }))).toEqual([
      422,
      'IDEMPOTENCY_KEY_REUSED',
    ]);
  });

  it('refuses another request with the same key, and starts nothing', { tags: ['DREQ-22'] }, async () => {
    await start();
    const before = await started();
    for (const other of [body({ user_city: 'x' }), { ...body(), more: 1 }, body({ user_id: 'v' })]) {
      const reply = await start(other);
      expect(codeOf(reply)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
      expect(reply.problem.errors.map(({ header }) => header)).toEqual(['idempotency-key']);
    }
    expect(await started()).toBe(before);
  });

  it('asks for a retry while the first request is being carried out', {
    tags: ['DREQ-23', 'DREQ-73'],
  }, async () => {
    const { store } = service.services;
    const find = store.findKeptReply;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const looks = vi.fn(async (id: string) => {
      await held;
      return find(id);
    });
    Object.assign(store, { findKeptReply: looks });
    const first = start();
    await vi.waitFor(() => expect(looks).toHaveBeenCalledTimes(1), { interval: 1 });
    for (const given of [body(), body({ user_city: 'x' })]) {
      const reply = await start(given);
      expect(codeOf(reply)).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE']);
      expect(reply.headers.get('retry-after')).toBe('1');
    }
    release();
    const { data } = await first;
    Object.assign(store, { findKeptReply: find });
    expect((await start()).data).toEqual(data);
  });

  it('forgets an idempotency key after 24 hours', { tags: ['DREQ-71'] }, async () => {
    const first = await start();
    service.clock.time += dayMs;
    const later = await start(body({ user_city: 'x' }));
    expect(later.status).toBe(200);
    expect(later.data.executionId).not.toBe(first.data.executionId);
    expect((await start(body({ user_city: 'x' }))).data).toEqual(later.data);
  });

  it('repeats the reply although the workflow has been deactivated since', async () => {
    const first = await start();
    const { main } = service.database;
    await main.updateTable('workflows').set({ active: 0 }).where('id', '=', workflowId).execute();
    const again = await start();
    await main.updateTable('workflows').set({ active: 1 }).where('id', '=', workflowId).execute();
    expect(again.data).toEqual(first.data);
  });

  it('accepts the same key after the reason for a refusal was fixed', async () => {
    expect(codeOf(await start({ workflowId, inputs: {} }))).toEqual([400, 'MISSING_REQUIRED_INPUTS']);
    expect(codeOf(await start({ ...body(), workflowId: accountId }))).toEqual([404, 'WORKFLOW_NOT_FOUND']);
    expect((await start()).status).toBe(200);
  });

  it('stores nothing if the reply could not be stored, and accepts a retry', async () => {
    const before = [await started(), (await rows('kept_replies')).length];
    const { transact } = service.services.store;
    const broken: typeof transact = (locks, work) =>
      transact(locks, (transaction) =>
        work({ ...transaction, insertKeptReply: () => Promise.reject(new Error('The disk is full.')) }),
      );
    Object.assign(service.services.store, { transact: broken });
    expect(codeOf(await start())).toEqual([500, 'INTERNAL_ERROR']);
    Object.assign(service.services.store, { transact });
    expect([await started(), (await rows('kept_replies')).length]).toEqual(before);
    expect((await start()).status).toBe(200);
  });

  it('starts nothing again after the data was purged, as long as the key is known', {
    tags: ['DREQ-71'],
  }, async () => {
    const inputsId = await service.addWorkflow(accountId, inputsWorkflow);
    const inputs = { user_id: 'u', email: 'anna@example.com', phone_number: '+49 30 901820' };
    const { data } = await start({ workflowId: inputsId, inputs });
    await service.runDueJobs();
    const purging = {
      actor: operator,
      purges: createPurgeStore(service.database, service.seal),
      journal: openPurgeJournal(`${service.folder}/purges.log`),
      media: service.services.media,
    };
    expect(await purgeExecution(purging, data.executionId, service.clock.time)).toBe('purged');
    const before = await started();
    service.clock.time += dayMs - 1;
    await removeKeptReplies(service.services, new AbortController().signal);
    // The first request is no longer stored, so this one may be the same or another.
    for (const given of [{ workflowId: inputsId, inputs }, body()]) {
      const reply = await start(given);
      expect(codeOf(reply)).toEqual([400, 'EXECUTION_PURGED']);
      expect(reply.problem.errors.map(({ header }) => header)).toEqual(['idempotency-key']);
    }
    expect(await started()).toBe(before);
    service.clock.time += 1;
    expect((await start({ workflowId: inputsId, inputs })).status).toBe(200);
    expect(await started()).toBe(before + 1);
  });

  it('keeps idempotency keys of different API keys apart', async () => {
    const first = await start();
    const other = new Backend(service, await service.addApiKey(accountId, null));
    const reply = await start(body({ user_city: 'x' }), other);
    expect(reply.status).toBe(200);
    expect(reply.data.executionId).not.toBe(first.data.executionId);
    const scoped = new Backend(service, await service.addApiKey(accountId, []));
    expect(codeOf(await start(body(), scoped))).toEqual([403, 'FORBIDDEN']);
  });

  it('refuses an idempotency key that is empty or longer than 255 characters, together with other faults', {
    tags: ['DREQ-72'],
  }, async () => {
    for (const bad of ['', 'x'.repeat(256)]) {
      name = bad;
      const reply = await start({ workflowId, inputs: { user_id: 'u', email: 'no mail' } });
      expect(codeOf(reply)).toEqual([400, 'INVALID_INPUT_FORMAT']);
      expect(reply.problem.errors).toMatchObject([
        { pointer: '/inputs/email' },
        { header: 'idempotency-key', detail: 'must have 1 to 255 characters' },
      ]);
    }
    name = 'y'.repeat(255);
    expect((await start()).status).toBe(200);
  });

  it('stores neither the idempotency key nor the reply in readable form', {
    tags: ['DREQ-46'],
  }, async () => {
    name = 'canary of the key';
    const { data } = await start(body({ email: 'canary@example.com' }));
    const row = (await rows('kept_replies')).find((kept) => kept.execution_id === data.executionId)!;
    const { execution_id: _, ...rest } = row;
    const kept = Object.values(rest)
      .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
      .join(' ');
    expect(kept).not.toContain('canary');
    expect(kept).not.toContain(data.token);
    // Even with its master key, the service can only open the reply by means of the idempotency key.
    const { vault } = service.services;
    for (const text of ['', row.id, data.executionId, 'canary of the key']) {
      expect(() => vault.derivedKey('kept-reply', text).open(row.sealed_reply, row.id)).toThrow();
    }
  });
});

it('removes all stored replies that are a day old', async () => {
  const ids: string[] = [];
  for (let call = 0; call < 3; call += 1) {
    name = `to be removed ${call}`;
    ids.push((await start()).data.executionId);
    service.clock.time += 1000;
  }
  const left = async () =>
    (await rows('kept_replies')).map((row) => row.execution_id).filter((id) => ids.includes(id));
  service.clock.time += dayMs - 2000;
  await removeKeptReplies(service.services, new AbortController().signal);
  expect(await left()).toEqual(ids.slice(2));
  const [row] = await rows('kept_replies');
  const many = Array.from({ length: 1001 }, (_, index) => ({ ...row!, id: `reply ${index}`, expires_at: 1 }));
  for (let from = 0; from < many.length; from += 200) {
    await service.database.main
      .insertInto('kept_replies')
      .values(many.slice(from, from + 200))
      .execute();
  }
  expect(await removeKeptReplies(service.services, new AbortController().signal)).toBe(1001);
  expect(await left()).toEqual(ids.slice(2));
});
