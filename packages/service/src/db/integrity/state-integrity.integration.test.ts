import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Execution } from '@vendor/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../../testing/actors.ts';
import { Backend, documentWorkflow, Page } from '../../../testing/client.ts';
import { claimDeliveries } from '../../../testing/deliver-due.ts';
import { InProcessService, publicUrl } from '../../../testing/in-process-service.ts';
import { evaluatedDocument } from '../../../testing/scripted-evaluator.ts';
import { openIntegrityAnchor } from '../../audit/integrity-anchor.ts';
import { renewCheckpoint } from '../../audit/renew-checkpoint.ts';
import { verifyTrail } from '../../audit/verify-trail.ts';
import { createPurgeReplay } from '../../retention/replay-purges.ts';
import { createAuditStore } from '../audit/audit-trail.ts';
import { createStateSeal } from '../executions/execution-states.ts';
import { createPurgeStore } from '../retention/purge-store.ts';
import { anchorSeals, sealEarlierStates } from './seal-earlier-states.ts';
import { verifyStates } from './verify-states.ts';

let service: InProcessService;
let backend: Backend;
let otherId: string;
let workflowId: string;
async function openService(): Promise<void> {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  otherId = (await service.addAccount('Another')).id;
  backend = new Backend(service, account.apiKey);
  workflowId = await service.addWorkflow(account.id, documentWorkflow);
}
beforeAll(openService);
afterAll(() => service.close());

async function inReview(): Promise<string> {
  service.evaluator.documents.push(evaluatedDocument({ formatCheckResult: 'REVIEW' }));
  const { data } = await backend.start({ workflowId, inputs: { user_id: 'u' } });
  const page = new Page(service);
  await page.init(data.token);
  await page.post('begin');
  await page.submitPassport();
  await service.runDueJobs();
  expect((await backend.read<Execution>(data.executionId)).data.status).toBe('REVIEW');
  return data.executionId;
}

/** Changes rows like an attacker who may write to the database but has no master key. */
function tamper(statement: string): void {
  const file = new DatabaseSync(join(service.folder, 'service.db'));
  file.exec('pragma foreign_keys = off');
  file.exec(statement);
  file.close();
}

const faultsOf = async (id: string) =>
  (await verifyStates(service.database.reader, service.seal)).broken
    .filter(({ executionId }) => executionId === id)
    .map(({ fault }) => fault);
async function alarmsOf(id: string) {
  // Alarms are stored in the background. This later write is stored with them or after them.
  await service.database.main.transaction().execute(async () => {});
  return createAuditStore(service.database).page({ subjectId: id, act: 'integrity.alarm', limit: 9 });
}

describe('a state that was changed without the master key', () => {
  test.each([
    ['its status', "update executions set status = 'APPROVED'"],
    ['its mode', "update executions set mode = 'test'"],
    ['its workflow', 'update executions set workflow_version = 9'],
    ['the time it ended', 'update executions set finished_at = finished_at - 1'],
    ['the time of its purge', 'update executions set data_purged_at = 1'],
    ['its walk', `update executions set walk = replace(walk, 'REVIEW', 'APPROVED')`],
    ['its sequence', 'update executions set seq = seq + 1'],
    ['its token', 'update executions set token_hash = hex(randomblob(16))'],
    ['its MAC', "update executions set state_mac = 'x'"],
    ['its MAC to null', 'update executions set state_mac = null'],
    ['the status of a check', "update checks set status = 'APPROVED'", 'execution_id'],
    ['the number of its checks', 'delete from checks', 'execution_id'],
    ['its walk to invalid JSON', "update executions set walk = '{'"],
    ['its sequence to text', "update executions set seq = 'x'"],
    ['its sequence to one beyond the range of numbers', 'update executions set seq = 9223372036854775807'],
    [
      'its start to a time beyond the range of numbers',
      'update executions set created_at = -9223372036854775808',
    ],
    ['its MAC to bytes', "update executions set state_mac = x'ff00'"],
    ['its walk to bytes', "update executions set walk = x'ff00'"],
    ['the status of a check to bytes', "update checks set status = x'ff00'", 'execution_id'],
    [
      'the status of a check to bytes that SQLite takes for JSON',
      "update checks set status = x'00'",
      'execution_id',
    ],
    ['the end of a check to bytes', "update checks set finished_at = x'ff'", 'execution_id'],
  ])(
    'refuses to return or decide an execution, and raises one alarm, after a change of %s',
    { tags: ['DRUN-114'] },
    async (_what, statement, key = 'id') => {
      const id = await inReview();
      tamper(`${statement} where ${key} = '${id}'`);
      const read = await backend.read(id);
      expect([read.status, read.problem.code]).toEqual([500, 'INTERNAL_ERROR']);
      expect(read.problem.detail).toContain('differs from what the service wrote');
      expect((await backend.decide(id, { status: 'APPROVED' })).status).toBe(500);
      expect(await faultsOf(id)).toHaveLength(1);
      expect(await alarmsOf(id)).toMatchObject([{ subjectId: id }]);
      expect(service.logLines.filter((line) => line.includes('ALARM') && line.includes(id))).toHaveLength(1);
    },
  );

  test.each([
    ['of checks were removed', 'update checks set sealed = null', 'execution_id'],
    ['of its inputs were removed', 'update executions set sealed_inputs = null', 'id'],
    ['of its key became a number', 'update executions set wrapped_key = 9223372036854775807', 'id'],
    ['of its inputs became a number', 'update executions set sealed_inputs = 5', 'id'],
    ['of checks became invalid', "update checks set sealed = x'00'", 'execution_id'],
  ])(
    'returns an execution without its checks, and refuses to decide it, after seals %s',
    async (_what, statement, key) => {
      const id = await inReview();
      tamper(`${statement} where ${key} = '${id}'`);
      expect((await backend.read<Execution>(id)).data).toMatchObject({ status: 'REVIEW', checks: null });
      expect((await backend.decide(id, { status: 'APPROVED' })).status).toBe(500);
      expect(await faultsOf(id)).toEqual(['SEALS_CHANGED']);
      expect(await alarmsOf(id)).toHaveLength(1);
    },
  );

  test('refuses to return an execution to the account to which it was moved', async () => {
    const id = await inReview();
    tamper(`update executions set account_id = '${otherId}' where id = '${id}'`);
    const other = new Backend(service, await service.addApiKey(otherId, null));
    expect((await other.read(id)).status).toBe(500);
    expect(await faultsOf(id)).toEqual(['STATE_CHANGED']);
  });

  test('refuses the state of another execution in the place of its own', async () => {
    const [id, approved] = [await inReview(), await inReview()];
    await backend.decide(approved, { status: 'APPROVED' });
    tamper(`update executions set (status, seq, walk, state_mac) =
      (select status, seq, walk, state_mac from executions where id = '${approved}') where id = '${id}'`);
    expect((await backend.read(id)).status).toBe(500);
  });

  test('detects an older row of the same execution in the place of the newest', async () => {
    const id = await inReview();
    tamper(`create table older as select * from executions where id = '${id}'`);
    await backend.decide(id, { status: 'DECLINED' });
    tamper(`update executions set (status, seq, walk, state_mac) = (select status, seq, walk, state_mac from older)
      where id = '${id}'; drop table older`);
    expect((await backend.read(id)).status).toBe(500);
    expect(await faultsOf(id)).toEqual(['STATE_OLDER']);
  });

  test('detects that an execution was removed', async () => {
    const { data } = await backend.start({ workflowId, inputs: { user_id: 'u' } });
    tamper(`delete from executions where id = '${data.executionId}'`);
    expect(await faultsOf(data.executionId)).toEqual(['STATE_MISSING']);
  });

  test('sends no forged state to webhooks', async () => {
    const id = await inReview();
    tamper(`update executions set status = 'APPROVED' where id = '${id}'`);
    const { services } = service;
    await expect(services.store.find(id)).rejects.toThrow(id);
    await claimDeliveries(service, service.outgoing);
    expect(service.outgoing.sent.map(({ body }) => String(body))).not.toContainEqual(
      expect.stringContaining(id),
    );
  });

  test('purges the personal data of a forged state, and leaves it broken', async () => {
    const id = await inReview();
    tamper(`update executions set status = 'APPROVED' where id = '${id}'`);
    const purges = createPurgeStore(service.database, service.seal);
    expect(await purges.purge(id, service.clock.time, operator)).toMatchObject({ kind: 'purged' });
    expect(await faultsOf(id)).toEqual(['STATE_CHANGED']);
  });
});

describe('an execution that has not ended', () => {
  const dayMs = 24 * 60 * 60 * 1000;
  test.each([
    ['in its status', "update executions set status = 'PENDING', walk = '{}'", 'purged'],
    ['in its deadline', "update executions set status = 'PENDING', deadline_at = 'never'", 'purged'],
    ['not forged', 'update executions set id = id', 'in-progress'],
  ])(
    'purges an unfinished execution after its time only if its state is forged (%s)',
    async (_what, statement, outcome) => {
      const { data } = await backend.start({ workflowId, inputs: { user_id: 'u' } });
      const id = data.executionId;
      const purges = createPurgeStore(service.database, service.seal);
      tamper(`${statement} where id = '${id}'`);
      const now = service.clock.time;
      // A deadline that is not a number counts as over at once.
      if (!statement.includes('never'))
        expect((await purges.purge(id, now, operator)).kind).toBe('in-progress');
      expect(await purges.checkPurge(id, now + 90 * dayMs)).toBe(
        outcome === 'purged' ? 'purgeable' : outcome,
      );
      // The purge journal has the time at which the purge was noted; the current time decides.
      expect((await purges.purge(id, now, operator, { now: now + 90 * dayMs })).kind).toBe(outcome);
      expect((await purges.purge(id, now, operator, { now: now + 90 * dayMs })).kind).toBe(
        outcome === 'purged' ? 'purged-before' : outcome,
      );
    },
  );
});

describe('a row that was written by hand', () => {
  const malformed = [
    "update executions set walk = '{' where id = '?'",
    "update executions set walk = x'ff' where id = '?'",
    "update executions set walk = '[]' where id = '?'",
    "update executions set seq = 'x' where id = '?'",
    "update executions set seq = 9223372036854775807 where id = '?'",
    "update executions set expires_at = 9223372036854775807 where id = '?'",
    "update executions set state_mac = x'ff' where id = '?'",
    "update checks set status = x'ff' where execution_id = '?'",
    "update checks set position = 9223372036854775807 where execution_id = '?'",
    "update webhook_events set frozen = '{' where execution_id = '?'",
    "update webhook_events set frozen = 'null' where execution_id = '?'",
  ];

  test.each(malformed)('purges the data of a malformed row: %s', async (statement) => {
    const id = await inReview();
    tamper(statement.replace('?', id));
    const purges = createPurgeStore(service.database, service.seal);
    expect(await purges.checkPurge(id, service.clock.time)).toBe('purgeable');
    expect(await purges.purge(id, service.clock.time, operator)).toMatchObject({ kind: 'purged' });
    const left = await service.database.main
      .selectFrom('executions')
      .select(['wrapped_key', 'sealed_inputs'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(left).toEqual({ wrapped_key: null, sealed_inputs: null });
  });

  test.each([
    ['execution_seq', '9223372036854775807'],
    ['execution_seq', "x'ff'"],
    ['at', '9223372036854775807'],
    ['changes', "x'ff'"],
  ])(
    'detects a malformed event in the audit trail (%s = %s), which stops no other act',
    async (column, value) => {
      const id = await inReview();
      tamper(`drop trigger if exists audit_events_refuse_update;
      update audit_events set ${column} = ${value} where subject_id = '${id}' and act = 'execution.finish'`);
      const { vault } = service.services;
      const { breaks } = await verifyTrail({ audit: createAuditStore(service.database), vault }, 'start');
      expect(breaks).toMatchObject([{ reason: 'EVENT_CHANGED' }]);
      await inReview();
      // Gives the following tests an intact trail.
      await service.close();
      await openService();
    },
  );

  test('appends the next act although the chain has a forged end beyond the range of numbers', async () => {
    const id = await inReview();
    tamper(`insert into audit_events select chain, 9223372036854775807, at, actor_kind, actor_id, act, subject_kind, 'x',
      mode, changes, address, null, previous, hash from audit_events where subject_id = '${id}' limit 1`);
    await inReview();
    await service.close();
    await openService();
  });

  test('replays the other purges of a list when one of them fails', async () => {
    const [broken, whole] = [await inReview(), await inReview()];
    const store = createPurgeStore(service.database, service.seal);
    const failing = {
      ...store,
      purge: async (id: string, at: number, actor: typeof operator) => {
        if (id === broken) throw new SyntaxError('no JSON');
        return store.purge(id, at, actor);
      },
    };
    const unpurged: string[] = [];
    const replay = createPurgeReplay({
      purges: failing as typeof store,
      media: service.services.media,
      journal: {
        place: '',
        note: async () => {},
        async *pieces() {
          yield { entries: [broken, whole].map((executionId) => ({ executionId, at: 5 })), end: {} as never };
        },
      },
      onUnpurged: (executionId) => unpurged.push(executionId),
    });
    expect([await replay(), unpurged]).toEqual([1, [broken]]);
  });
});

describe('a state as the service wrote it', () => {
  test('keeps a state valid through start, checks, decision and purge', async () => {
    const id = await inReview();
    expect(await faultsOf(id)).toEqual([]);
    await backend.decide(id, { status: 'DECLINED' });
    expect(await faultsOf(id)).toEqual([]);
    const purges = createPurgeStore(service.database, service.seal);
    await purges.purge(id, service.clock.time, operator);
    expect(await faultsOf(id)).toEqual([]);
    expect((await backend.read<Execution>(id)).data.status).toBe('DECLINED');
  });
});

describe('media', () => {
  test.each([
    ['missing', 404, 'MEDIA_MISSING', (file: string) => rmSync(file)],
    ['damaged', 500, 'MEDIA_CHANGED', (file: string) => writeFileSync(file, 'x'.repeat(200))],
  ] as const)('raises an alarm for %s media', async (_what, status, fault, harm) => {
    const id = await inReview();
    const { data } = await backend.read<Execution>(id);
    const { url = '' } = data.checks?.[0]?.capturedMedia?.documentFront ?? {};
    const { media_ref } = await service.database.main
      .selectFrom('captures')
      .select('media_ref')
      .where('execution_id', '=', id)
      .executeTakeFirstOrThrow();
    harm(join(service.folder, 'media', media_ref.slice(0, 2), media_ref));
    expect((await service.app.request(url.slice(publicUrl.length))).status).toBe(status);
    expect((await alarmsOf(id)).map(({ changes }) => changes)).toEqual([JSON.stringify({ fault })]);
  });
});

describe('executions of an earlier version', () => {
  test('seals no earlier execution again if the anchor records that all were sealed', async () => {
    const forged = await InProcessService.open();
    try {
      const account = await forged.addAccount('A shop');
      const workflow = await forged.addWorkflow(account.id, documentWorkflow);
      const shop = new Backend(forged, account.apiKey);
      await shop.start({ workflowId: workflow, inputs: { user_id: 'u' } });
      const { database, folder, services, clock } = forged;
      const { vault } = services;
      const audit = createAuditStore(database);
      const anchor = openIntegrityAnchor(folder, vault);
      const seal = createStateSeal(vault, undefined, anchor);
      const begin = async () => {
        const sealed = await sealEarlierStates(database, { audit, seal, now: 1 });
        const { breaks } = await renewCheckpoint({ audit, vault, clock, anchor }, 'checkpoint');
        await anchorSeals(database.reader, audit, anchor);
        return { sealed, breaks };
      };
      expect(await begin()).toEqual({ sealed: 0, breaks: [] });
      await sql`drop trigger audit_events_refuse_delete`.execute(database.main);
      await database.main.deleteFrom('audit_events').execute();
      await database.main.deleteFrom('audit_checkpoints').execute();
      await database.main.updateTable('executions').set({ state_mac: null, status: 'APPROVED' }).execute();
      const missing = { chain: '*', seq: 0, reason: 'CHECKPOINT_MISSING' };
      for (const _start of [1, 2]) expect(await begin()).toEqual({ sealed: 0, breaks: [missing] });
      expect((await verifyStates(database.reader, seal)).broken).toMatchObject([{ fault: 'STATE_UNSEALED' }]);
      // An attacker who can also write the file cannot forge another anchor.
      writeFileSync(join(folder, 'integrity.anchor'), '{"sealedAt":1,"executions":0,"mac":"x"}');
      expect(await begin()).toEqual({
        sealed: 0,
        breaks: [{ chain: '*', seq: 0, reason: 'ANCHOR_CHANGED' }, missing],
      });
    } finally {
      await forged.close();
    }
  });

  test('seals earlier executions once, except those with an act in the audit trail', async () => {
    const earlier = await InProcessService.open();
    try {
      const account = await earlier.addAccount('A shop');
      const workflow = await earlier.addWorkflow(account.id, documentWorkflow);
      const shop = new Backend(earlier, account.apiKey);
      const start = async () =>
        (await shop.start({ workflowId: workflow, inputs: { user_id: 'u' } })).data.executionId;
      const [old, another, known] = [await start(), await start(), await start()];
      const { main } = earlier.database;
      await sql`drop trigger audit_events_refuse_delete`.execute(main);
      await main.deleteFrom('audit_events').where('subject_id', 'in', [old, another]).execute();
      await main.updateTable('executions').set({ state_mac: null }).execute();
      const parts = { audit: createAuditStore(earlier.database), seal: earlier.seal, now: 1 };
      expect(await sealEarlierStates(earlier.database, parts)).toBe(2);
      for (const id of [old, another]) expect((await shop.read(id)).status).toBe(200);
      expect((await shop.read(known)).status).toBe(500);
      await main.updateTable('executions').set({ state_mac: null }).where('id', '=', old).execute();
      expect(await sealEarlierStates(earlier.database, parts)).toBe(0);
      expect((await shop.read(old)).status).toBe(500);
    } finally {
      await earlier.close();
    }
  });
});
