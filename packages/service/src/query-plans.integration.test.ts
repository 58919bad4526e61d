import { randomUUID } from 'node:crypto';
import { DatabaseSync } from '@photostructure/sqlite';
import { type Execution, type WebhookDeliveries, webhookEvents } from '@vendor/contract';
import type { AdminChanges, AdminExecution } from '@vendor/contract/admin';
import { SqliteQueryCompiler } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { operator } from '../testing/actors.ts';
import { Backend, documentWorkflow, inputsWorkflow, Page, type Reply } from '../testing/client.ts';
import { deliverDue } from '../testing/deliver-due.ts';
import { InProcessService } from '../testing/in-process-service.ts';
import { OperatorDesk } from '../testing/operator-desk.ts';
import { PersonAtDesk } from '../testing/person-at-desk.ts';
import { look } from '../testing/popup-world.ts';
import { reply } from '../testing/webhook-world.ts';
import type { TrailFilter } from './administration/audit/account-trail.ts';
import { createCheckpointChore } from './audit/renew-checkpoint.ts';
import { createAccountTrail } from './db/audit/account-trail.ts';
import { createAuditStore } from './db/audit/audit-trail.ts';
import { createExecutionDirectory } from './db/executions/execution-directory.ts';
import { createStateSeal } from './db/executions/execution-states.ts';
import { findSchemaFaults } from './db/integrity/foreign-schema.ts';
import { sealEarlierStates } from './db/integrity/seal-earlier-states.ts';
import { createJobStore } from './db/jobs/job-store.ts';
import { createQueueCounts } from './db/jobs/queue-counts.ts';
import { createOrphanHolds } from './db/retention/orphan-holds.ts';
import { createPurgeStore } from './db/retention/purge-store.ts';
import { insertEndpoint } from './db/webhooks/webhook-endpoints.ts';
import { createWebhookStore } from './db/webhooks/webhook-store.ts';
import type { ListFilter } from './executions/reads/execution-directory.ts';
import { hashesToFind } from './executions/reads/search-hashes.ts';
import { jobKinds } from './jobs/job.ts';
import { openPurgeJournal } from './retention/purge-journal.ts';
import { createChores } from './start/chores.ts';
import { createEndpointSecret } from './webhooks/endpoints/endpoint-secrets.ts';

const api = '/orchestration-api/v1';
const dayMs = 24 * 60 * 60_000;

/**
 * Tables whose size does not depend on the number of executions, so that full scans are acceptable: tables that operators fill,
 * the schema, lists passed with the query, and query steps over rows that were already found.
 */
const small = [
  'accounts',
  'api_keys',
  'sign_in_rules',
  'workflows',
  'webhook_endpoints',
  'clock_marks',
  'purge_confirmations',
  'purge_holds',
  'write_probes',
  'delivery_holds',
  'sealed',
  'some',
  'sought',
  'those',
  'json_each',
  'lanes',
  'audit_checkpoints',
  'chains',
  'held',
  'counted',
  'all_lanes',
  'all_endpoints',
  'modes',
  'due',
  'CONSTANT',
  'sqlite_master',
  'kysely_migration',
  'migration_phases',
];

let service: InProcessService;
beforeAll(async () => {
  service = await InProcessService.open();
});
afterAll(() => service.close());

/** Collects the SQL statements compiled while `work` runs. */
async function collectStatements(work: () => Promise<unknown>): Promise<string[]> {
  const statements = new Set<string>();
  const { compileQuery } = SqliteQueryCompiler.prototype;
  const spy = vi.spyOn(SqliteQueryCompiler.prototype, 'compileQuery');
  spy.mockImplementation(function (this: SqliteQueryCompiler, ...given) {
    const query = compileQuery.apply(this, given);
    statements.add(query.sql);
    return query;
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  const noted = [...statements].filter((text) => /^\s*(select|insert|update|delete|with)\b/i.test(text));
  expect(noted.length, 'statements').toBeGreaterThan(4);
  return noted;
}

/** Returns the statements of `work` that scan a growing table. */
async function findScans(work: () => Promise<unknown>): Promise<string[]> {
  return filterScans(await collectStatements(work));
}

function filterScans(noted: readonly string[]): string[] {
  return readPlans(noted).flatMap(({ text, steps }) =>
    steps
      .filter((detail) => isScan(detail) || isAccountScan(detail, text))
      .map((detail) => `${detail}: ${text}`),
  );
}

/** Reads the query plans of statements. */
function readPlans(noted: readonly string[]): { text: string; steps: string[] }[] {
  const database = new DatabaseSync(`${service.folder}/service.db`, { readOnly: true });
  try {
    return noted.map((text) => {
      const plan = database.prepare(`explain query plan ${text}`).all() as { detail: string }[];
      return { text, steps: plan.map(({ detail }) => detail) };
    });
  } finally {
    database.close();
  }
}

function isScan(detail: string): boolean {
  const [, table = ''] = /^SCAN "?(\w+)/.exec(detail) ?? [];
  return table !== '' && !small.includes(table);
}

/** Returns whether a step reads all rows of an account in a table, which the database chooses for some joins. */
function isAccountScan(detail: string, text: string): boolean {
  const [, table = ''] = /^SEARCH "?(\w+).*\(account_id=\?( AND mode=\?)?\)$/.exec(detail) ?? [];
  return table !== '' && !small.includes(table) && !/ limit /.test(text);
}

describe('query plans on growing tables', () => {
  let backend: Backend;
  let accountId: string;
  let endpointId: string;
  let documentId: string;
  let ended: string;

  beforeAll(async () => {
    const account = await service.addAccount('A shop');
    accountId = account.id;
    backend = new Backend(service, account.apiKey);
    documentId = await service.addWorkflow(account.id, documentWorkflow);
    endpointId = randomUUID();
    await insertEndpoint(service.database.main, service.services.vault, {
      id: endpointId,
      accountId,
      url: 'https://shop.example/hooks',
      secret: createEndpointSecret(),
      events: ['orchestration/workflow_execution_finished', 'orchestration/workflow_execution_updated'],
      createdAt: service.clock.time,
    });
  });

  it('scans no growing table from the start to the end of an execution', async () => {
    const workflowId = await service.addWorkflow(accountId, inputsWorkflow);
    const scans = await findScans(async () => {
      const inputs = { user_id: 'u', email: 'anna@example.com', phone_number: '+49 30 901820' };
      await backend.start({ workflowId, inputs }, { 'idempotency-key': 'one' });
      await backend.link({ workflowId: documentId, inputs });
      const { data } = await backend.start({ workflowId: documentId, inputs });
      ended = data.executionId;
      const page = new Page(service);
      await page.init(data.token);
      await page.post('begin');
      expect((await page.post('extend')).status).toBeLessThan(500);
      expect((await page.post('popup', { look })).status).toBeLessThan(500);
      expect((await page.post('handoff', { look })).status).toBeLessThan(500);
      await page.init(data.token, 'nonce-of-another-page');
      await page.submitPassport();
      await service.runDueJobs();
      expect((await page.state()).data.outcome?.status).toBe('APPROVED');
    });
    expect(scans).toEqual([]);
  });

  it('scans no growing table when an execution is read and decided', async () => {
    const scans = await findScans(async () => {
      expect((await backend.read<Execution>(ended)).data.status).toBe('APPROVED');
      await backend.read(ended, '?mediaOnly=true');
      expect((await backend.decide(ended, { status: 'DECLINED' })).status).toBe(200);
    });
    expect(scans).toEqual([]);
  });

  it('scans no growing table when events are delivered, refused, held and sent again', {
    tags: ['DHOOK-60'],
  }, async () => {
    const key = await service.addApiKey(accountId, null, 'live', 'webhooks');
    const post = (path: string) =>
      service.app.request(`${api}/${path}`, { method: 'POST', headers: { 'x-api-key': key } });
    const statements = await collectStatements(async () => {
      expect(await deliverDue(service, service.outgoing)).toBeGreaterThan(0);
      await backend.decide(ended, { status: 'APPROVED' });
      service.outgoing.answer = () => reply(410);
      expect(await deliverDue(service, service.outgoing)).toBe(1);
      expect((await post(`webhooks/${endpointId}/resume`)).status).toBe(200);
    });
    expect(filterScans(statements)).toEqual([]);
    // The oldest deliveries are read in index order, however many wait, and deliveries under way are not sorted either.
    const some = readPlans(
      statements.filter((text) => /^\s*select "?id"? from "?webhook_deliveries/.test(text)),
    );
    expect(some.map(({ steps }) => steps).sort()).toEqual([
      [
        'SEARCH webhook_deliveries USING COVERING INDEX webhook_deliveries_by_endpoint (endpoint_id=? AND state=? AND mode=? AND created_at<?)',
      ],
      ['SEARCH webhook_deliveries USING INDEX webhook_deliveries_held (endpoint_id=?)'],
    ]);
  });

  it('scans no growing table when deliveries are listed by any filter, on the first page and a later one', async () => {
    const key = await service.addApiKey(accountId, null, 'live', 'webhooks');
    const headers = { 'x-api-key': key };
    const ask = async (query: string) => {
      const answer = await service.app.request(`${api}/${query}`, { headers });
      expect(answer.status, query).toBe(200);
      return ((await answer.json()) as { data: WebhookDeliveries }).data;
    };
    const filters = [
      '',
      `endpoint=${endpointId}`,
      `execution=${ended}`,
      'state=pending',
      'event=orchestration/workflow_execution_updated',
    ];
    const scans = await findScans(async () => {
      await ask('webhooks');
      for (const filter of filters) {
        const { nextCursor } = await ask(`webhook-deliveries?limit=1&${filter}`);
        if (nextCursor !== null) await ask(`webhook-deliveries?limit=1&${filter}&cursor=${nextCursor}`);
      }
    });
    expect(scans).toEqual([]);
  });

  it('reads a page of deliveries from the heads of sorted runs, one for each endpoint, state and mode', {
    tags: ['DHOOK-57'],
  }, async () => {
    const key = await service.addApiKey(accountId, null, 'live', 'webhooks');
    const headers = { 'x-api-key': key };
    const owner = await PersonAtDesk.join(service, accountId, 'owner');
    const [from, to] = ['2029-01-01', '2099-01-01'];
    const cursor = Buffer.from(`${service.clock.time}.${randomUUID()}`).toString('base64url');
    const statements = await collectStatements(async () => {
      for (const filter of ['', `&endpoint=${endpointId}`, '&state=held', `&cursor=${cursor}`])
        await service.app.request(`${api}/webhook-deliveries?limit=1${filter}`, { headers });
      for (const filter of [`from=${from}`, `to=${to}`, `from=${from}&to=${to}&after=${cursor}`])
        expect((await owner.get(`webhooks/${endpointId}/deliveries?${filter}`)).status).toBe(200);
      await service.app.request(`${api}/webhooks`, { headers });
    });
    const own = readPlans(statements.filter((text) => /from "?webhook_deliveries\b/.test(text)));
    // The index keeps the deliveries of each endpoint, state and mode as a run sorted by time.
    const run = 'SEARCH webhook_deliveries USING COVERING INDEX webhook_deliveries_by_endpoint';
    const isOne = '(endpoint_id=? AND state=? AND mode=?';
    const runs = own.filter(({ text }) => !text.includes('json_each') && !text.includes('count('));
    expect(runs.map(({ steps }) => steps).sort()).toEqual([
      [`${run} ${isOne} AND (created_at,id)<(?,?))`],
      [`${run} ${isOne} AND created_at<?)`],
      [`${run} ${isOne} AND created_at>? AND (created_at,id)<(?,?))`],
      [`${run} ${isOne} AND created_at>?)`],
      [`${run} ${isOne})`],
    ]);
    const counts = own.filter(({ text }) => text.includes('count('));
    const read = counts.flatMap(({ steps }) => steps.filter((step) => step.includes(' webhook_deliveries ')));
    // Held deliveries, deliveries given up, and deliveries under way to a disabled endpoint.
    expect(read).toEqual(Array.from({ length: 3 }, () => `${run} ${isOne})`));
  });

  it('reads lists and searches of executions from the heads of sorted runs, and scans no growing table', async () => {
    const directory = createExecutionDirectory(service.database.reader);
    const all = {
      accountId,
      mode: null,
      status: null,
      workflowId: null,
      workflowVersion: null,
      checkType: null,
      code: null,
      from: null,
      to: null,
      isWaiting: false,
    };
    const filters: ListFilter[] = [
      all,
      { ...all, mode: 'live', status: 'REVIEW', from: 1, to: 2 },
      { ...all, isWaiting: true },
      { ...all, workflowId: documentId },
      { ...all, workflowId: documentId, isWaiting: true },
      { ...all, workflowId: documentId, workflowVersion: 1, status: 'APPROVED' },
      { ...all, checkType: 'DOCUMENT_CHECK', code: 'EXPIRED' },
    ];
    const statements = await collectStatements(async () => {
      for (const filter of filters)
        for (const after of [null, { id: ended, createdAt: service.clock.time }]) {
          await directory.page(filter, after, 2);
          await directory.count(filter);
        }
      const { vault } = service.services;
      for (const [kind, text] of [['user-id', 'u'] as const, ['name', 'Anna Maria Eriksson'] as const])
        for (const after of [null, { id: ended, createdAt: service.clock.time + 1 }])
          for (const mode of [null, 'test'] as const)
            await directory.hashed(
              accountId,
              hashesToFind(vault, accountId, kind, text) ?? [],
              after,
              2,
              mode,
            );
      await directory.findCursor(accountId, ended);
      await directory.countUsers([ended]);
      await directory.deliveriesOf(ended);
      for (const mode of [null, 'live'] as const)
        await directory.sharedWith({ id: ended, accountId }, 2, mode);
      await directory.workflowNames(accountId);
      await service.services.store.findSearchBacklog(1);
      await service.services.store.decisionsOf(ended);
      const purges = createPurgeStore(service.database, createStateSeal(service.services.vault));
      await purges.countPersonalRows([ended]);
      await purges.countEnded(accountId, 50);
    });
    expect(filterScans(statements)).toEqual([]);
    const runs = readPlans(statements.filter((text) => text.includes('order by "created_at"')));
    expect(runs.length).toBeGreaterThan(9);
    expect(runs.flatMap(({ steps }) => steps).filter((step) => /TEMP B-TREE/.test(step))).toEqual([]);
  });

  it('scans no growing table when people list, find, show, decide and follow executions in the panel', async () => {
    const owner = await PersonAtDesk.join(service, accountId, 'owner');
    const ok = async ({ status, problem }: Reply<unknown>) => expect(status, problem?.detail).toBe(200);
    const scans = await findScans(async () => {
      const { data } = await owner.get<AdminChanges>('changes');
      for (const query of [
        '',
        '?status=APPROVED&mode=live',
        '?waiting=true',
        '?check=DOCUMENT_CHECK&code=EXPIRED',
      ])
        await ok(await owner.get(`executions${query}`));
      await ok(await owner.get(`executions?workflow=${documentId}&version=1`));
      for (const [by, value] of [['id', ended] as const, ['name', 'Anna Eriksson'] as const])
        await ok(await owner.post('executions/search', { by, value }));
      const shown = await owner.get<AdminExecution>(`executions/${ended}`);
      await ok(shown);
      await ok(await owner.post(`executions/${ended}/reveal`, { reason: 'To measure' }));
      for (const { attempts } of shown.data.evidence)
        for (const { url } of attempts.flatMap(({ captures }) => captures))
          expect((await owner.fetch(url ?? '')).status).toBe(200);
      const { revision } = shown.data;
      await ok(await owner.post(`executions/${ended}/decision`, { status: 'APPROVED', revision }));
      await owner.post(`executions/${ended}/resend`);
      await service.runs.feed.readAudit();
      await ok(await owner.get(`changes?after=${data.cursor}`));
    });
    expect(scans).toEqual([]);
  });

  it('scans no growing table when people manage webhooks in the panel', async () => {
    const owner = await PersonAtDesk.join(service, accountId, 'owner');
    const ok = async ({ status, problem }: Reply<unknown>) => expect(status, problem?.detail).toBe(200);
    const scans = await findScans(async () => {
      await ok(await owner.get('webhooks'));
      await ok(await owner.get('webhook-alarms'));
      const list = await owner.get<WebhookDeliveries>(`webhooks/${endpointId}/deliveries?state=delivered`);
      await ok(list);
      for (const filter of [
        `event=${webhookEvents[1]}`,
        'from=2029-01-01&to=2099-01-01',
        `execution=${ended}&event=${webhookEvents[0]}&from=2029-01-01&to=2099-01-01&state=delivered`,
      ])
        await ok(await owner.get(`webhooks/${endpointId}/deliveries?${filter}`));
      const id = list.data.deliveries[0]?.id;
      await ok(await owner.get(`webhook-deliveries/${id}`));
      await ok(await owner.post(`webhook-deliveries/${id}/reveal`, { reason: 'To measure' }));
      await ok(await owner.post(`webhooks/${endpointId}/replay`, { since: '2029-01-01T00:00:00.000Z' }));
      await ok(await owner.post(`webhooks/${endpointId}/rotate`, { revision: 0 }));
      await ok(await owner.post('webhooks', { url: 'https://shop.example/', events: [...webhookEvents] }));
    });
    expect(scans).toEqual([]);
  });

  it('scans no growing table during housekeeping', async () => {
    const { main } = service.database;
    await main.updateTable('accounts').set({ retention_days: 1 }).execute();
    service.clock.time += 60 * dayMs;
    const chores = createChores({
      ...service.services,
      orphans: { holds: createOrphanHolds(service.database) },
      purging: {
        actor: operator,
        purges: createPurgeStore(service.database, service.seal),
        journal: openPurgeJournal(`${service.folder}/purges.log`),
      },
      webhooks: createWebhookStore(main),
      renewCheckpoint: createCheckpointChore(
        {
          audit: createAuditStore(service.database),
          vault: service.services.vault,
          clock: service.clock,
          alarm: { raiseTrail: () => {}, raiseSchema: () => {} },
          findSchemaFaults: () => findSchemaFaults(service.database.reader),
        },
        service.logger,
      ),
    });
    const scans = await findScans(async () => {
      for (const chore of Object.values(chores)) await chore(new AbortController().signal);
    });
    expect(scans).toEqual([]);
  });

  it('reads the audit events of a subject by its index, with any other filter', async () => {
    const { page } = createAuditStore(service.database);
    const subject = { subjectId: 'states', limit: 1 };
    const statements = await collectStatements(async () => {
      for (const chain of [{}, { chain: 'service' }])
        for (const act of [{}, { act: 'integrity.seal' }])
          for (const since of [{}, { since: 1 }]) await page({ ...subject, ...chain, ...act, ...since });
    });
    for (const { text, steps } of readPlans(statements))
      expect(steps, text).toEqual([
        expect.stringMatching(/^SEARCH audit_events USING INDEX audit_events_by_subject \(subject_id=\?/),
      ]);
  });

  it('reads the audit trail of an account by an index in its order, with any filter', async () => {
    const { id: accountId } = await service.addAccount('A shop');
    const rights = { modes: ['test'], hiddenActs: ['key.create'] } as const;
    const none = { act: null, actorId: null, subjectId: null, from: null, to: null };
    const index = (name: string) =>
      new RegExp(`^SEARCH audit_events USING (COVERING )?INDEX audit_events_by_${name} `);
    const chain = /^SEARCH audit_events USING PRIMARY KEY \(chain=\?/;
    const subject = { subjectId: 's' };
    const ofAct = [{ act: 'key.create' }, { act: 'key.create', from: 1, actorId: 'p' }];
    const ofTime = [{ from: 1 }, { from: 1, to: 9, actorId: 'p' }];
    const [long, short] = [-1, 20_000];
    const expected: readonly (readonly [number, RegExp, readonly Partial<TrailFilter>[]])[] = [
      [long, chain, [{}, { actorId: 'p' }]],
      [long, index('act'), ofAct],
      [long, index('time'), ofTime],
      [short, chain, [...ofAct, ...ofTime]],
      [short, index('subject'), [subject, { ...subject, act: 'key.create', from: 1, to: 9, actorId: 'p' }]],
    ];
    for (const [maxShort, plan, filters] of expected) {
      const { page } = createAccountTrail(service.database, maxShort);
      const statements = await collectStatements(async () => {
        for (const filter of filters)
          for (const after of [null, { at: 1, seq: 1 }, { at: 9, seq: 0 }])
            await page({ accountId, filter: { ...none, ...rights, ...filter }, after, limit: 1 });
      });
      for (const { text, steps } of readPlans(statements)) {
        const isNewest = text.startsWith('select "seq"');
        expect(steps[0], text).toMatch(isNewest ? chain : plan);
        expect(steps.join('; '), text).not.toMatch(/SCAN audit_events|TEMP B-TREE/);
      }
    }
  });

  it('scans no growing table when metrics are read', async () => {
    const counts = createQueueCounts(service.database.reader);
    const jobStore = createJobStore(service.database.main, service.database.reader);
    const scans = await findScans(async () => {
      for (const kind of jobKinds) {
        await counts.due(kind, service.clock.time);
        await jobStore.oldestDue(kind, service.clock.time);
        await counts.givenUp(kind);
      }
      for (const state of ['pending', 'held', 'undelivered'] as const) await counts.deliveries(state);
      await counts.endpoints();
    });
    expect(scans).toEqual([]);
  });

  it('scans no growing table at the command line, except for doctor', async () => {
    const desk = new OperatorDesk();
    try {
      const { id: account = '' } = await desk.ask('account create --name Shop');
      // As after a start. Before the first start, commands check once whether executions of an earlier version still need
      // sealing.
      await desk.inData((database) =>
        sealEarlierStates(database, { audit: createAuditStore(database), seal: service.seal, now: 1 }),
      );
      const scans = await findScans(async () => {
        await desk.ask('account list');
        await desk.ask('key list');
        await desk.ask('workflow list');
        const { id } = await desk.ask(`webhook add --account ${account} --url https://shop.example/hooks`);
        await desk.ask('webhook list');
        for (const filter of [
          '',
          ` --account ${account}`,
          ` --endpoint ${id}`,
          ' --execution e',
          ' --state held',
        ])
          await desk.ask(`webhook deliveries${filter}`);
        await desk.type(`webhook redeliver ${randomUUID()}`);
        await desk.type(`execution resend ${randomUUID()}`);
        for (const filter of [
          '',
          ' --waiting',
          ' --status REVIEW --mode live',
          ' --from 2026-01-01 --to 2026-02-01',
        ])
          await desk.ask(`execution list${filter}`);
        for (const sought of ['--user-id u', '--email a@b.de', '--phone +36301234567', '--name Anna-Maria'])
          await desk.ask(`execution find ${sought}`);
        await desk.ask(`webhook remove ${id}`);
        for (const filter of ['', ` --account ${account}`, ' --act key.create', ' --since 2026-11-27'])
          await desk.ask(`audit list --limit 1${filter} --before ${account}:1`);
        await desk.ask(`audit list --subject ${id}`);
      });
      expect(scans).toEqual([]);
    } finally {
      desk.remove();
    }
  });

  it('detects a statement that scans a growing table', () => {
    expect(filterScans(["select id from executions where status = 'PENDING'"])).toHaveLength(1);
    expect(filterScans(["select id from executions where id = 'e'"])).toEqual([]);
  });
});
