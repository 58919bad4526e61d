import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Execution } from '@vendor/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../testing/actors.ts';
import { Backend, documentWorkflow, Page } from '../../testing/client.ts';
import { copiedRow } from '../../testing/copied-row.ts';
import { deliverDue } from '../../testing/deliver-due.ts';
import { InProcessService } from '../../testing/in-process-service.ts';
import { openLaidDatabase } from '../../testing/lay-database.ts';
import { isOnPostgres } from '../../testing/open-test-database.ts';
import { look } from '../../testing/popup-world.ts';
import { evaluatedDocument } from '../../testing/scripted-evaluator.ts';
import { createPurgeStore } from '../db/retention/purge-store.ts';
import { insertEndpoint } from '../db/webhooks/webhook-endpoints.ts';
import { openFileMediaStore } from '../media/file-media-store.ts';
import { createEndpointSecret } from '../webhooks/endpoints/endpoint-secrets.ts';
import { type PurgeServices, purgeExecution } from './purge-execution.ts';
import { openPurgeJournal } from './purge-journal.ts';
import { purgeOverdue } from './purge-overdue.ts';
import { createPurgeReplay } from './replay-purges.ts';

const dayMs = 24 * 60 * 60 * 1000;
let service: InProcessService;
let backend: Backend;
let accountId: string;
let workflowId: string;
let purging: PurgeServices & { clock: InProcessService['clock'] };
let journalFile: string;

beforeEach(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  backend = new Backend(service, account.apiKey);
  workflowId = await service.addWorkflow(accountId, documentWorkflow);
  journalFile = join(service.folder, 'journal', 'purges.log');
  purging = {
    actor: operator,
    purges: createPurgeStore(service.database, service.seal),
    journal: openPurgeJournal(journalFile),
    media: service.services.media,
    clock: service.clock,
  };
});
afterEach(() => service.close());

async function begin() {
  const { data } = await backend.start(
    { workflowId, inputs: { user_id: 'u-1', user_fullname: 'Anna Eriksson', email: 'anna@example.com' } },
    { 'idempotency-key': randomUUID() },
  );
  const page = new Page(service);
  await page.init(data.token);
  await page.post('begin');
  return { id: data.executionId, token: data.token, page };
}

/** Creates an ended execution with every kind of data: results, media, a decision with a comment, and a kept reply. */
async function finished() {
  const { id, token, page } = await begin();
  const evaluation = evaluatedDocument({ imageQualityCheckResult: 'REVIEW' });
  if (evaluation.kind === 'evaluated')
    service.evaluator.documents.push({
      ...evaluation,
      findings: [{ code: 'PICTURE_SOFT', member: 'imageQualityCheckResult', outcome: 'REVIEW' }],
    });
  await page.submitPassport();
  await service.runDueJobs();
  await backend.decide(id, { status: 'DECLINED', comment: 'Anna called' });
  return { id, token, page };
}

const read = async (id: string) => (await backend.read<Execution>(id)).data;
const mediaFiles = () =>
  readdirSync(join(service.folder, 'media'), { recursive: true, withFileTypes: true }).filter((e) =>
    e.isFile(),
  );
/** Reads every byte of the database files; on PostgreSQL, the values of all tables. */
async function bytesOfDatabase(): Promise<Buffer> {
  if (isOnPostgres) return bytesOfRows();
  return Buffer.concat(
    readdirSync(service.folder)
      .filter((name) => name.startsWith('service.db'))
      .map((name) => readFileSync(join(service.folder, name))),
  );
}

const tablesOfDatabase = () =>
  service.database.main.introspection.getTables({ withInternalKyselyTables: true });

async function bytesOfRows(): Promise<Buffer> {
  const values: Buffer[] = [];
  for (const { name } of await tablesOfDatabase()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      service.database.main,
    );
    for (const value of rows.flatMap((row) => Object.values(row)))
      values.push(value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value)));
  }
  return Buffer.concat(values);
}

/** Reads all encrypted data of an execution, and all data that identifies its user without the master key. */
async function tracesOf(id: string): Promise<Buffer[]> {
  const db = service.database.main;
  const one = await db.selectFrom('executions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const checks = await db.selectFrom('checks').selectAll().where('execution_id', '=', id).execute();
  const captures = await db.selectFrom('captures').selectAll().where('execution_id', '=', id).execute();
  const decisions = await db.selectFrom('decisions').selectAll().where('execution_id', '=', id).execute();
  const replies = await db.selectFrom('kept_replies').selectAll().where('execution_id', '=', id).execute();
  const hashes = await db.selectFrom('search_hashes').selectAll().where('execution_id', '=', id).execute();
  return [
    one.wrapped_key,
    one.sealed_inputs,
    ...checks.flatMap((check) => [check.sealed, check.session_id]),
    ...captures.flatMap((capture) => [capture.digest, capture.media_ref]),
    ...decisions.map((decision) => decision.sealed_comment),
    ...replies.flatMap((reply) => [reply.sealed_reply, reply.request_hash]),
    ...hashes.map(({ hash }) => hash),
  ].map((trace) => Buffer.from(trace ?? expect.unreachable('something was never there')));
}

/** Tables without data of executions. */
const unrelatedTables = [
  'accounts',
  'api_keys',
  'workflows',
  'workflow_versions',
  'webhook_endpoints',
  'clock_marks',
  'purge_confirmations',
  'write_probes',
  'delivery_holds',
  'kysely_migration',
  'kysely_migration_lock',
];

/** Columns of each table that may keep a value for a purged execution. */
const allowedColumns = {
  // Audit events name actor and act, never the data that was read or shown.
  audit_events: [
    'act',
    'actor_id',
    'actor_kind',
    'at',
    'chain',
    'changes',
    'execution_seq',
    'hash',
    'mode',
    'previous',
    'seq',
    'subject_id',
    'subject_kind',
  ],
  executions: [
    'account_id',
    'begun_at',
    'channel',
    'created_at',
    'data_purged_at',
    'deadline_at',
    'expires_at',
    'finished_at',
    'id',
    'mode',
    'seq',
    'session_epoch',
    'state_mac',
    'status',
    'token_hash',
    'walk',
    'workflow_id',
    'workflow_version',
  ],
  kept_replies: ['execution_id', 'expires_at', 'id', 'request_hash', 'sealed_reply'],
  checks: ['check_type', 'execution_id', 'finished_at', 'id', 'node_id', 'position', 'started_at', 'status'],
  decisions: ['api_key_id', 'decided_at', 'execution_id', 'id', 'status'],
  webhook_events: ['account_id', 'emitted_at', 'event', 'execution_id', 'frozen', 'id', 'sequence'],
  webhook_deliveries: [
    'attempts',
    'created_at',
    'delivered_at',
    'endpoint_id',
    'event_id',
    'first_delivered_at',
    'id',
    'last_status',
    'mode',
    'next_at',
    'state',
  ],
  webhook_attempts: [
    'delivery_id',
    'duration_ms',
    'id',
    'number',
    'request_head',
    'response_head',
    'started_at',
    'status',
  ],
  jobs: ['created_at', 'cut_offs', 'due_at', 'id', 'kind', 'lane', 'max_tries', 'subject_id', 'tries'],
};

describe('purgeExecution', () => {
  it('keeps the status of an execution, and type, status and times of its checks', {
    tags: ['S2.6-33', 'S2.6-34', 'S2.6-36', 'S2.6-55', 'DRUN-44', 'DRUN-105', 'DRUN-106', 'DRUN-107'],
  }, async () => {
    const { id } = await finished();
    const before = await read(id);
    expect(before.checks?.[0]).toMatchObject({
      userId: 'u-1',
      platform: 'WEB',
      statusDetail: 'PICTURE_SOFT',
      sessionId: expect.any(String),
      documentCheckResult: { overallResult: 'REVIEW' },
      documentCheckExtractedData: expect.any(Object),
      capturedMedia: { documentFront: expect.any(Object) },
    });
    service.clock.time += dayMs;
    expect(await purgeExecution(purging, id, service.clock.time)).toBe('purged');
    const check = before.checks?.[0];
    const nothing = Object.fromEntries(Object.keys(check ?? {}).map((member) => [member, null]));
    expect(await read(id)).toEqual({
      ...before,
      dataPurgedAt: new Date(service.clock.time).toISOString(),
      checks: [
        {
          ...nothing,
          checkType: check?.checkType,
          status: check?.status,
          startedAt: check?.startedAt,
          finishedAt: check?.finishedAt,
        },
      ],
    });
    expect((await backend.read<Execution>(id, '?mediaOnly=true')).data.checks).toEqual([]);
    expect(mediaFiles()).toEqual([]);
  });

  it('leaves no byte of key, inputs, results, digests, comment, kept reply or search hash in the database and its log', {
    tags: ['DRUN-30', 'DRUN-103'],
  }, async () => {
    const { id } = await finished();
    const traces = await tracesOf(id);
    expect(traces.length).toBeGreaterThan(8);
    const before = await bytesOfDatabase();
    for (const trace of traces) expect(before.includes(trace)).toBe(true);
    await purgeExecution(purging, id, service.clock.time);
    await purging.purges.emptyLog();
    const after = await bytesOfDatabase();
    expect(traces.filter((trace) => after.includes(trace)).map((trace) => trace.toString('hex'))).toEqual([]);
  });

  it('leaves no byte in any binary column of an execution, including columns added later', {
    tags: ['DRUN-30'],
  }, async () => {
    const { id, page } = await begin();
    await page.post('popup', { look });
    await page.post('handoff', { look });
    await page.submitPassport();
    await service.runDueJobs();
    await backend.decide(id, { status: 'DECLINED', comment: 'Anna called' });
    const { main } = service.database;
    const columns = (await tablesOfDatabase()).flatMap((table) => {
      const key = table.name === 'executions' ? 'id' : 'execution_id';
      if (!table.columns.some(({ name }) => name === key)) return [];
      return table.columns
        .filter(({ dataType }) => ['blob', 'bytea'].includes(dataType.toLowerCase()))
        .map(({ name }) => ({ table: table.name, column: name, key }));
    });
    expect(columns.length).toBeGreaterThan(9);
    const canaryOf = (column: { table: string; column: string }) =>
      Buffer.from(`canary-${column.table}-${column.column}-`);
    for (const column of columns) {
      const { numAffectedRows } = await sql`update ${sql.id(column.table)} set ${sql.id(column.column)} =
        ${canaryOf(column)} where ${sql.id(column.key)} = ${id}`.execute(main);
      expect(numAffectedRows, `${column.table}.${column.column}`).toBeGreaterThan(0n);
    }
    const left = async () => {
      const bytes = await bytesOfDatabase();
      return columns.map(canaryOf).filter((canary) => bytes.includes(canary));
    };
    expect(await left()).toHaveLength(columns.length);
    expect(await purgeExecution(purging, id, service.clock.time)).toBe('purged');
    await purging.purges.emptyLog();
    expect((await left()).map(String)).toEqual([]);
  });

  it('leaves no byte of the error of a check that was not carried out', { tags: ['DRUN-30'] }, async () => {
    const { id, page } = await begin();
    for (let tries = 0; tries < 5; tries++)
      service.evaluator.documents.push(new Error('no reading of: Anna Eriksson'));
    await page.submitPassport();
    await service.runDueJobs();
    expect((await read(id)).checks).toMatchObject([
      { status: 'ERROR', statusDetail: expect.stringContaining('CHECK_NOT_CARRIED_OUT') },
    ]);
    expect((await bytesOfDatabase()).includes('Anna Eriksson')).toBe(true);
    expect(await purgeExecution(purging, id, service.clock.time)).toBe('purged');
    await purging.purges.emptyLog();
    expect((await bytesOfDatabase()).includes('Anna Eriksson')).toBe(false);
  });

  it('keeps in each table only the columns that reads, events and their log need', {
    tags: ['S2.6-33'],
  }, async () => {
    const { main } = service.database;
    await insertEndpoint(main, service.services.vault, {
      id: randomUUID(),
      accountId,
      url: 'https://shop.example/hooks',
      secret: createEndpointSecret(),
      events: ['orchestration/workflow_execution_finished', 'orchestration/workflow_execution_updated'],
      createdAt: service.clock.time,
    });
    const { id, token, page } = await begin();
    await page.post('popup', { look });
    await page.post('handoff', { look });
    // Every attempt asks for a retry, so the retry limit ends the check.
    for (const attempt of [1, 2, 3]) {
      service.evaluator.documents.push({ kind: 'retry', reasons: ['IMAGE_BLURRED'] });
      await page.submitPassport(attempt);
      await service.runDueJobs();
    }
    expect(await deliverDue(service, service.outgoing)).toBe(1);
    // The event of the decision is not delivered yet.
    await backend.decide(id, { status: 'APPROVED', comment: 'Anna called' });
    const [check] = (await read(id)).checks ?? [];
    expect(check).toMatchObject({ status: 'DECLINED', statusDetail: 'RETRY_LIMIT_EXCEEDED' });
    expect(await purgeExecution(purging, id, service.clock.time)).toBe('purged');
    // Requests of the user's open pages must not store anything again.
    const again = new Page(service);
    expect((await again.init(token, 'another-nonce-16c')).data.state.awaiting).toBe('none');
    for (const one of [page, again]) {
      const popup = await one.post('popup', { look });
      expect([popup.status, popup.problem.code]).toEqual([401, 'SESSION_EXPIRED']);
      const handOff = await one.post('handoff', { look });
      expect([handOff.status, handOff.problem.code]).toEqual([409, 'HANDOFF_NOT_POSSIBLE']);
      expect((await one.post('cancel')).status).toBe(200);
      expect((await one.state()).data.awaiting).toBe('none');
    }

    const tables = await tablesOfDatabase();
    /** Rows that contain one of these ids in any column, and rows that refer to them in turn. */
    const found = new Map<unknown, { table: string; row: Record<string, unknown> }>();
    const ids = new Set<unknown>([id]);
    for (let round = 0; round < 4; round++) {
      for (const { name } of tables.filter((one) => !unrelatedTables.includes(one.name))) {
        const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(main);
        for (const row of rows) {
          if (!Object.values(row).some((value) => ids.has(value))) continue;
          found.set(`${name} ${row.id ?? row.hash}`, { table: name, row });
          if (row.id !== undefined) ids.add(row.id);
        }
      }
    }
    const left: Record<string, string[]> = {};
    for (const { table, row } of found.values()) {
      const columns = Object.keys(copiedRow(row)).filter((column) => row[column] !== null);
      left[table] = [...new Set([...(left[table] ?? []), ...columns])].sort();
    }
    expect(left).toEqual(allowedColumns);
    const rowOf = (name: string) => [...found.values()].find(({ table }) => table === name)?.row ?? {};
    // A kept reply only records for a day that a call was made, without its request and answer.
    expect(rowOf('kept_replies').request_hash).toBe('');
    expect(rowOf('kept_replies').sealed_reply).toHaveLength(0);
    expect(rowOf('checks').node_id).toBe(rowOf('checks').id);
    expect(JSON.parse(String(rowOf('executions').walk))).toEqual({
      at: '',
      awaiting: 'none',
      attempt: 1,
      reasons: [],
      chosen: null,
      poses: [],
      virtualCamera: false,
      fields: [],
      answered: [],
      decided: [],
      branches: [],
      coming: [],
      outcome: { status: 'DECLINED', retryLimitOf: null },
      loip: null,
    });
    const { checkType, status, startedAt, finishedAt } = check ?? {};
    const times = { checkType, status, startedAt, finishedAt };
    expect(JSON.parse(String(rowOf('webhook_events').frozen)).checks).toEqual([times]);
  });

  it('rejects media links of a purged execution', async () => {
    const { id } = await finished();
    const link = (await read(id)).checks?.[0]?.capturedMedia?.documentFront?.url ?? '';
    const path = link.slice(new URL(link).origin.length);
    expect((await service.app.request(path)).status).toBe(200);
    await purgeExecution(purging, id, service.clock.time);
    expect((await service.app.request(path)).status).toBe(404);
  });

  it('refuses decisions on a purged execution, and changes nothing at a second purge', async () => {
    const { id } = await finished();
    await purgeExecution(purging, id, service.clock.time);
    const { dataPurgedAt } = await read(id);
    const refused = await backend.decide(id, { status: 'APPROVED' });
    expect([refused.status, refused.problem.code]).toEqual([400, 'EXECUTION_PURGED']);
    expect(await purgeExecution(purging, id, service.clock.time + 1)).toBe('purged-before');
    expect((await read(id)).dataPurgedAt).toBe(dataPurgedAt);
  });

  it('tells the page of a purged execution only that it has ended', async () => {
    const { id, page } = await finished();
    await purgeExecution(purging, id, service.clock.time);
    const { data } = await page.state();
    expect(data).toMatchObject({ awaiting: 'none', step: null, outcome: { status: 'DECLINED' } });
  });

  it('removes the retry limit that ended the execution, also for a page that still polls or submits', {
    tags: ['S2.6-33'],
  }, async () => {
    const { id, page } = await begin();
    for (const attempt of [1, 2, 3]) {
      service.evaluator.documents.push({ kind: 'retry', reasons: ['IMAGE_BLURRED'] });
      await page.submitPassport(attempt);
      await service.runDueJobs();
    }
    const before = (await page.state()).data;
    expect(before.outcome).toEqual({ status: 'DECLINED', retryLimitOf: 'document' });
    expect((await read(id)).checks).toMatchObject([{ statusDetail: 'RETRY_LIMIT_EXCEEDED' }]);

    await purgeExecution(purging, id, service.clock.time);
    const submitted = await page.submitPassport(3);
    expect([submitted.status, submitted.problem.code]).toEqual([409, 'STEP_NOT_AWAITED']);
    const after = (await page.state(`?after=${before.seq}&wait=0`)).data;
    expect(after.outcome).toEqual({ status: 'DECLINED', retryLimitOf: null });
    expect(after.seq).toBeGreaterThan(before.seq);
    expect((await read(id)).checks).toMatchObject([{ status: 'DECLINED', statusDetail: null }]);
  });

  it('refuses to purge a running or missing execution', async () => {
    const { id } = await begin();
    expect(await purgeExecution(purging, id, service.clock.time)).toBe('in-progress');
    expect((await read(id)).dataPurgedAt).toBeNull();
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(await purgeExecution(purging, unknown, service.clock.time)).toBe('missing');
    expect(existsSync(journalFile)).toBe(false);
  });
});

describe('unmet conditions of a level', () => {
  it('removes unmet conditions of a level from reads and stored events', async () => {
    const loip = {
      conditions: {
        ADULT: {
          if: { fact: 'checks.document.documentCheckExtractedData.age', is: 'at-least', value: 150 },
          reason: 'too young',
        },
      },
      baseline: ['ADULT'],
    };
    workflowId = await service.addWorkflow(accountId, { ...documentWorkflow, loip });
    const { id } = await finished();
    expect((await read(id)).loip).toMatchObject({
      result: 'NONE',
      unmetConditions: [{ condition: 'ADULT' }],
    });
    await purgeExecution(purging, id, service.clock.time);
    const { loip: left, createdAt } = await read(id);
    expect(left).toEqual({ result: 'NONE', evaluatedAt: createdAt });
    const events = await service.database.main.selectFrom('webhook_events').select('frozen').execute();
    expect(events.map(({ frozen }) => JSON.parse(frozen).loip)).toEqual([left, left]);
  });
});

describe('accounts with a retention', () => {
  const keepFor = (days: number | null) =>
    service.database.main
      .updateTable('accounts')
      .set({ retention_days: days })
      .where('id', '=', accountId)
      .execute();
  const purgeNow = () => purgeOverdue(purging, new AbortController().signal);

  it("purges data exactly at the end of the account's retention", async () => {
    const { id } = await finished();
    await keepFor(30);
    service.clock.time += 30 * dayMs - 1;
    expect(await purgeNow()).toBe(0);
    service.clock.time += 1;
    expect(await purgeNow()).toBe(1);
    expect((await read(id)).dataPurgedAt).not.toBeNull();
    expect(await purgeNow()).toBe(0);
  });

  it('purges the rest if more executions than a batch cannot be purged, and reports each of these once', async () => {
    const { id } = await finished();
    await keepFor(30);
    service.clock.time += 31 * dayMs;
    const broken = Array.from({ length: 250 }, (_, index) => `broken-${index}`);
    const all = [...broken, id];
    const { purges } = purging;
    const reported: string[] = [];
    const failing: PurgeServices['purges'] = {
      ...purges,
      checkPurge: async (one, now) => (one === id ? purges.checkPurge(one, now) : 'purgeable'),
      purge: async (one, ...rest) => {
        if (one !== id) throw new SyntaxError('no JSON');
        all.pop();
        return purges.purge(one, ...rest);
      },
      overdue: async (_account, _range, limit) => all.slice(0, limit),
    };
    const services = { ...purging, purges: failing, onUnpurged: (one: string) => reported.push(one) };
    expect(await purgeOverdue(services, new AbortController().signal)).toBe(1);
    expect(reported).toEqual(broken);
  });

  it('keeps running executions, and all data of accounts without a retention', async () => {
    const { id } = await begin();
    await finished();
    service.clock.time += 1000 * dayMs;
    expect(await purgeNow()).toBe(0);
    await keepFor(1);
    expect(await purgeNow()).toBe(1);
    expect((await read(id)).dataPurgedAt).toBeNull();
  });
});

/** Replays purges as a start does. */
const replayPurges = (services: PurgeServices) => createPurgeReplay(services)();

/** Copies the current database and media. @returns a function that opens the copy as restored data. */
async function copyOfData() {
  expect(await service.database.emptyLog()).toBe(true);
  const folder = join(service.folder, 'copy');
  cpSync(join(service.folder, 'service.db'), join(folder, 'service.db'));
  cpSync(join(service.folder, 'media'), join(folder, 'media'), { recursive: true });
  return async () => {
    const database = await openLaidDatabase(folder);
    const services = {
      actor: operator,
      purges: createPurgeStore(database, service.seal),
      journal: purging.journal,
      media: await openFileMediaStore(join(folder, 'media')),
    };
    const purgedAt = async (id: string) =>
      (
        await database.main
          .selectFrom('executions')
          .select('data_purged_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).data_purged_at;
    const close = async () => {
      await database.close();
      rmSync(folder, { recursive: true });
    };
    return { database, services, purgedAt, close };
  };
}

/** On PostgreSQL, the operator restores a dump instead. */
describe.skipIf(isOnPostgres)('restored copies of the data', () => {
  it('replays purges on a restored copy with their original times', {
    tags: ['DRUN-45'],
  }, async () => {
    const { id } = await finished();
    const { id: other } = await finished();
    const restore = await copyOfData();
    const purgedAt = service.clock.time;
    await purgeExecution(purging, id, purgedAt);
    await purging.journal.note({ executionId: id, at: purgedAt + 5 });
    const copy = await restore();
    expect(await replayPurges(copy.services)).toBe(1);
    expect(await replayPurges(copy.services)).toBe(0);
    expect([await copy.purgedAt(id), await copy.purgedAt(other)]).toEqual([purgedAt, null]);
    await copy.close();
  });

  it('purges executions that are still running in the restored copy once they have ended', async () => {
    const { id, page } = await begin();
    const restore = await copyOfData();
    await page.submitPassport();
    await service.runDueJobs();
    await purgeExecution(purging, id, service.clock.time);
    const copy = await restore();
    const replay = createPurgeReplay(copy.services);
    expect(await replay()).toBe(0);
    // Another entry in the journal must not displace the pending purge of a running execution.
    await purging.journal.note({ executionId: randomUUID(), at: service.clock.time });
    expect(await replay()).toBe(0);
    const ended = { status: 'EXPIRED', finished_at: service.clock.time } as const;
    await copy.database.main.updateTable('executions').set(ended).where('id', '=', id).execute();
    expect(await replay()).toBe(1);
    expect(await replay()).toBe(0);
    expect(await copy.purgedAt(id)).toBe(service.clock.time);
    await copy.close();
  });

  it('replays a journal whose last line was cut off by a crash', async () => {
    const { id } = await finished();
    const restore = await copyOfData();
    mkdirSync(dirname(journalFile));
    writeFileSync(journalFile, '2030-01-15T12:00:00.000Z cut-o');
    await purgeExecution(purging, id, service.clock.time);
    const copy = await restore();
    expect(await replayPurges(copy.services)).toBe(1);
    await copy.close();
  });
});

describe.skipIf(isOnPostgres)('log of the database', () => {
  it('empties the database log once no other process reads it', async () => {
    const { id } = await finished();
    const reader = new DatabaseSync(join(service.folder, 'service.db'), { readOnly: true });
    reader.exec('begin');
    reader.prepare('select count(*) from executions').get();
    await purgeExecution(purging, id, service.clock.time);
    expect(await purging.purges.emptyLog()).toBe(false);
    reader.exec('commit');
    reader.close();
    expect(await purging.purges.emptyLog()).toBe(true);
  });
});
