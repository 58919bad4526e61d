import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { CompiledQuery } from 'kysely';
import { describe, expect, it } from 'vitest';
import { actorOfKey, type PersonActor } from '../src/access/actor.ts';
import { makeSampleData } from '../src/administration/samples/sample-data.ts';
import { verifyTrail } from '../src/audit/verify-trail.ts';
import { createAuditStore } from '../src/db/audit/audit-trail.ts';
import { inTransaction } from '../src/db/in-transaction.ts';
import { createJobStore } from '../src/db/jobs/job-store.ts';
import { insertJob } from '../src/db/jobs/jobs.ts';
import { createPurgeStore } from '../src/db/retention/purge-store.ts';
import type { Database } from '../src/db/schema.ts';
import { createEndpointStore } from '../src/db/webhooks/endpoint-store.ts';
import { insertEndpoint } from '../src/db/webhooks/webhook-endpoints.ts';
import { insertEvent } from '../src/db/webhooks/webhook-events.ts';
import { createWebhookStore } from '../src/db/webhooks/webhook-store.ts';
import { markUser } from '../src/executions/evaluation/user-marks.ts';
import { expireNow } from '../src/executions/session/expire-execution.ts';
import { startExecution } from '../src/executions/start/start-execution.ts';
import { carryOutErasures } from '../src/retention/carry-out-erasures.ts';
import { openPurgeJournal } from '../src/retention/purge-journal.ts';
import { createQueueUpdateHandler } from '../src/webhooks/delivery/update-queue.ts';
import { createEndpointSecret } from '../src/webhooks/endpoints/endpoint-secrets.ts';
import { maxEndpoints } from '../src/webhooks/endpoints/endpoint-store.ts';
import { removeEndpoint } from '../src/webhooks/endpoints/remove-endpoint.ts';
import { resumeEndpoint } from '../src/webhooks/endpoints/resume-endpoint.ts';
import { operator } from './actors.ts';
import { admitPeople } from './admit-people.ts';
import { Backend, digestOf, documentWorkflow, jpegOf, Page } from './client.ts';
import { handOver, phoneNonce, secretIn } from './hand-off-world.ts';
import { type InProcessService, publicUrl } from './in-process-service.ts';
import { isOnPostgres } from './open-test-database.ts';
import { look, ticketIn } from './popup-world.ts';

/** An execution whose page waits for the front of a document. */
class Stage {
  readonly service: InProcessService;
  readonly backend: Backend;
  readonly accountId: string;
  readonly page: Page;
  readonly token: string;
  readonly id: string;

  private constructor(
    service: InProcessService,
    backend: Backend,
    { accountId, page, token, id }: Pick<Stage, 'accountId' | 'page' | 'token' | 'id'>,
  ) {
    this.service = service;
    this.backend = backend;
    [this.accountId, this.page, this.token, this.id] = [accountId, page, token, id];
  }

  static async set(service: InProcessService): Promise<Stage> {
    const account = await service.addAccount('A shop');
    const workflowId = await service.addWorkflow(account.id, documentWorkflow);
    const backend = new Backend(service, account.apiKey);
    const { data } = await backend.start({ workflowId, inputs: { user_id: 'u' } });
    const page = new Page(service);
    await page.init(data.token);
    await page.post('begin');
    const found = { accountId: account.id, page, token: data.token, id: data.executionId };
    return new Stage(service, backend, found);
  }

  /** Asserts that events are numbered without gaps, that at most one is `finished`, and that the audit trail is whole. */
  async verify(): Promise<void> {
    const { database, services } = this.service;
    const rows = await database.main
      .selectFrom('webhook_events')
      .select(['sequence', 'event'])
      .where('execution_id', '=', this.id)
      .orderBy('sequence')
      .execute();
    expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
    expect(rows.filter(({ event }) => event.endsWith('_finished')).length).toBeLessThan(2);
    const trail = await verifyTrail({ audit: createAuditStore(database), vault: services.vault }, 'start');
    expect(trail.breaks).toEqual([]);
  }

  async row() {
    return (await this.service.services.store.find(this.id))!;
  }

  /** Uploads, submits and judges a document, which ends the execution. */
  async end(): Promise<void> {
    await this.page.submitPassport();
    await this.service.runDueJobs();
  }

  async addEndpoint(isDisabled = false): Promise<string> {
    const { database, services, clock } = this.service;
    const id = randomUUID();
    await insertEndpoint(database.main, services.vault, {
      id,
      accountId: this.accountId,
      url: 'https://shop.example/hooks',
      secret: createEndpointSecret(),
      events: ['orchestration/workflow_execution_finished', 'orchestration/workflow_execution_updated'],
      createdAt: clock.time,
    });
    const disabled = { disabled_at: clock.time, disabled_reason: 'BY_HAND' };
    if (isDisabled)
      await database.main.updateTable('webhook_endpoints').set(disabled).where('id', '=', id).execute();
    return id;
  }
}

const front = 'steps/document/attempts/1/captures/front';

/** Returns a transaction that waits for `pause` after each statement whose text matches. */
function pausedAfter(trx: Database, text: RegExp, pause: () => Promise<void>): Database {
  const executeQuery = async <Row>(query: CompiledQuery<Row>) => {
    const result = await trx.executeQuery(query);
    if (text.test(query.sql)) await pause();
    return result;
  };
  return new Proxy(trx, {
    get(target, name) {
      if (name === 'executeQuery') return executeQuery;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Contract of the stores: two concurrent callers leave the same result as one after the other. */
export function describeRaces(open: (seed: number) => Promise<InProcessService>, seeds: number): void {
  const race = (title: string, run: (stage: Stage) => Promise<void>, isRun = true) => {
    // Not skipped: a skipped test counts as failed.
    if (!isRun) return;
    it(title, { timeout: 60_000 }, async () => {
      for (let seed = 1; seed <= seeds; seed += 1) {
        const service = await open(seed);
        try {
          const stage = await Stage.set(service);
          await run(stage);
          await stage.verify();
        } finally {
          await service.close();
        }
      }
    });
  };
  const statuses = (replies: readonly { readonly status: number }[]) => replies.map(({ status }) => status);

  describe('concurrent callers', () => {
    race('counts both a capture and an extension of the deadline', async ({ page, service }) => {
      const before = await page.state();
      service.clock.time += 60_000;
      const both = await Promise.all([page.put(front, jpegOf('a')), page.post('extend')]);
      expect(statuses(both)).toEqual([200, 200]);
      expect((await page.state()).data.seq).toBe(before.data.seq + 2);
    });

    race('judges a step once that is submitted twice', async ({ page, service }) => {
      await page.put(front, jpegOf('a'));
      const submit = () => page.submitNamed(digestOf(jpegOf('a')));
      expect(statuses(await Promise.all([submit(), submit()]))).toEqual([200, 200]);
      const jobs = await service.database.main
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', 'evaluate')
        .execute();
      expect(jobs).toHaveLength(1);
    });

    race('submits a capture or replaces it, never both', async (stage) => {
      const { page, service } = stage;
      await page.put(front, jpegOf('a'));
      const [submitted, put] = await Promise.all([
        page.submitNamed(digestOf(jpegOf('a'))),
        page.put(front, jpegOf('b')),
      ]);
      // In either order, the stored capture is the one that was submitted.
      const captures = await service.services.store.capturesOf(stage.id);
      expect(captures).toHaveLength(1);
      const kept = captures[0]?.digest === digestOf(jpegOf('a')) ? 'a' : 'b';
      expect([submitted.status, put.status, kept]).toEqual(
        submitted.status === 200 ? [200, 409, 'a'] : [400, 200, 'b'],
      );
    });

    race('ends an execution once that expires while it is submitted', async ({ page, service, id }) => {
      await page.put(front, jpegOf('a'));
      await Promise.all([page.submitNamed(digestOf(jpegOf('a'))), expireNow(service.services, id)]);
      await service.runDueJobs();
      expect((await service.services.store.find(id))?.status).not.toBe('PENDING');
    });

    race('keeps and reports two decisions on an execution', async (stage) => {
      await stage.end();
      const { seq } = await stage.row();
      const decide = (status: string) => stage.backend.decide(stage.id, { status });
      expect(statuses(await Promise.all([decide('APPROVED'), decide('DECLINED')]))).toEqual([200, 200]);
      const decisions = await stage.service.services.store.decisionsOf(stage.id);
      const after = await stage.row();
      expect([decisions.length, after.seq]).toEqual([2, seq + 2]);
      expect(after.status).toBe(decisions.at(-1)?.status);
    });

    race('refuses one of two decisions on the same revision', async (stage) => {
      await stage.end();
      const { seq } = await stage.row();
      const { decideExecution } = await import('../src/executions/outcome/decide-execution.ts');
      const decide = (status: 'APPROVED' | 'DECLINED') =>
        decideExecution(stage.service.services, operator, stage.id, { status }, null, seq);
      const results = await Promise.allSettled([decide('APPROVED'), decide('DECLINED')]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });

    race('leaves no comment of a decision made during a purge', async (stage) => {
      await stage.end();
      const { database, seal, clock } = stage.service;
      await Promise.all([
        stage.backend.decide(stage.id, { status: 'APPROVED', comment: 'Mr Eriksson called.' }),
        createPurgeStore(database, seal).purge(stage.id, clock.time, operator),
      ]);
      const decisions = await stage.service.services.store.decisionsOf(stage.id);
      expect(decisions.filter(({ sealedComment }) => sealedComment !== null)).toEqual([]);
      expect((await stage.row()).dataPurgedAt).toBe(clock.time);
    });

    race('gives a window to one of two browsers that claim it', async ({ page, service }) => {
      const ticket = ticketIn((await page.post<{ url: string }>('popup', { look })).data.url);
      const claim = (nonce: string) => new Page(service).init(ticket, nonce);
      const both = await Promise.all([claim('nonce-of-window-one'), claim('nonce-of-window-two')]);
      expect(statuses(both).filter((status) => status === 200)).toHaveLength(1);
    });

    race('gives a hand-off to one of two phones that claim it', async ({ page, service }) => {
      const secret = secretIn((await handOver(page)).data.url);
      const claim = (nonce: string) => new Page(service).init(secret, nonce);
      const both = await Promise.all([claim(phoneNonce), claim('nonce-of-phone-two')]);
      expect(statuses(both).filter((status) => status === 200)).toHaveLength(1);
    });

    race('gives two instances the same reply for one idempotency key', async (stage) => {
      const { services, database } = stage.service;
      const call = {
        body: { workflowId: (await stage.row()).workflowId, inputs: { user_id: 'v' } },
        idempotencyKey: 'one name',
      };
      const key = { id: 'a key', accountId: stage.accountId, purpose: 'executions', mode: 'live' } as const;
      const actor = actorOfKey({ ...key, workflowIds: null }, null);
      const address = { region: 'us', publicUrl };
      // Each instance knows only its own calls.
      const start = () => startExecution({ ...services, callsInProgress: new Set(), address }, actor, call);
      const [one, two] = await Promise.all([start(), start()]);
      expect(two).toEqual(one);
      expect(await database.main.selectFrom('kept_replies').select('id').execute()).toHaveLength(1);
    });

    race('records one purge of an execution that is purged twice', async (stage) => {
      await stage.end();
      const { database, seal, clock } = stage.service;
      const purge = () => createPurgeStore(database, seal).purge(stage.id, clock.time, operator);
      const kinds = (await Promise.all([purge(), purge()])).map(({ kind }) => kind);
      expect(kinds.sort()).toEqual(['purged', 'purged-before']);
    });

    race('carries out an erasure once that is accepted twice while its execution ends', async (stage) => {
      const { database, seal, clock, folder, services } = stage.service;
      const purges = createPurgeStore(database, seal);
      const order = { accountId: stage.accountId, executionIds: [stage.id], actor: operator, at: clock.time };
      const accept = () => purges.acceptErasures({ ...order, searchedBy: 'user-id' });
      await Promise.all([accept(), stage.end(), accept()]);
      const carryOut = (process: string) => {
        const journal = openPurgeJournal(join(folder, process, 'purges.log'));
        return carryOutErasures({ purges, journal, media: services.media, clock });
      };
      const counts = await Promise.all(['one', 'other'].map(carryOut));
      expect(counts.sort()).toEqual([0, 1]);
      const purge = await database.main
        .selectFrom('executions')
        .select('data_purged_at')
        .where('id', '=', stage.id)
        .executeTakeFirstOrThrow();
      expect(purge.data_purged_at).toBe(order.at);
    });

    race('creates sample data once that two people create', async ({ service, accountId }) => {
      const person = (id: string): PersonActor => ({
        kind: 'person',
        id,
        accountId,
        role: 'owner',
        modes: ['live', 'test'],
        pictures: true,
        sessionId: `session of ${id}`,
        address: null,
      });
      const people = ['one', 'other'].map(person);
      await admitPeople(service.database, ...people);
      const create = (one: PersonActor) => makeSampleData(service.admin.samples, one);
      const outcomes = await Promise.allSettled(people.map(create));
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(refused).toMatchObject([{ reason: { code: 'SAMPLE_DATA_PRESENT' } }]);
      const batch = await service.admin.samples.samples.batch(accountId);
      expect(batch).toMatchObject({ number: 1, removedAt: null });
    });

    race('gives the session of a token to the later of two starts', async (stage) => {
      const { sessionEpoch } = await stage.row();
      const pages = [new Page(stage.service), new Page(stage.service)];
      await Promise.all(pages.map((page, index) => page.init(stage.token, `nonce-of-page-no-${index}`)));
      expect((await stage.row()).sessionEpoch).toBe(sessionEpoch + 2);
      const states = await Promise.all(pages.map((page) => page.state()));
      expect(statuses(states).filter((status) => status === 200)).toHaveLength(1);
    });

    race('reports a device that two users share for exactly one of them', async (stage) => {
      const { services } = stage.service;
      const other = await stage.backend.start({
        workflowId: (await stage.row()).workflowId,
        inputs: { user_id: 'v' },
      });
      const mark = async (id: string, user_id: string) => {
        const execution = (await services.store.find(id))!;
        const marking = { kind: 'device', value: 'one' } as const;
        return (await markUser(services, execution, { user_id } as never, [marking]))?.[0]?.wasSeenBefore;
      };
      const seen = await Promise.all([mark(stage.id, 'u'), mark(other.data.executionId, 'v')]);
      expect(seen.filter((wasSeenBefore) => wasSeenBefore)).toHaveLength(1);
    });

    race('delivers an event that is queued while its endpoint is resumed', async (stage) => {
      await stage.end();
      const endpointId = await stage.addEndpoint(true);
      const { database, services, clock } = stage.service;
      const store = createWebhookStore(database.main, database.reader);
      await Promise.all([
        stage.backend.decide(stage.id, { status: 'APPROVED' }),
        resumeEndpoint({ store, clock, jobs: services.jobs, actor: operator }, endpointId).then(() =>
          stage.service.runDueJobs(),
        ),
      ]);
      await stage.service.runDueJobs();
      const states = await database.main.selectFrom('webhook_deliveries').select('state').execute();
      expect(states).toEqual([{ state: 'pending' }]);
    });

    // The interleaved SQLite has no locks of rows.
    for (const [moment, pauseAt] of [
      ['before', /from "webhook_endpoints"/],
      ['after', /into "webhook_deliveries"/],
    ] as const)
      race(
        `removes an endpoint while an event is stored, ${moment} its delivery is`,
        async (stage) => {
          const { database, services, clock } = stage.service;
          const endpointId = await stage.addEndpoint();
          const store = createWebhookStore(database.main, database.reader);
          let removal: Promise<boolean> | undefined;
          const removeMeanwhile = async () => {
            removal ??= removeEndpoint({ store, clock, actor: operator }, endpointId);
            // The removal never waits for the event, so it ends before the event is stored, and leaves the rest to a job.
            await removal;
          };
          await inTransaction(database.main, { execution: stage.id }, (trx) =>
            insertEvent(pausedAfter(trx, pauseAt, removeMeanwhile), {
              event: 'orchestration/workflow_execution_updated',
              executionId: stage.id,
              emittedAt: clock.time,
            }),
          );
          expect(await removal).toBe(true);
          clock.time += 60_000;
          const jobs = createJobStore(database.main);
          const due = { kind: 'arrange', leaseMs: 1000, limit: 1, laneLimit: () => 1 } as const;
          const [job] = await jobs.claim({ ...due, now: clock.time, running: new Map() });
          const handler = createQueueUpdateHandler({ store, clock, jobs: services.jobs });
          await handler.run(job!, new AbortController().signal);
          for (const table of ['webhook_deliveries', 'webhook_endpoints'] as const)
            expect(await database.main.selectFrom(table).select('id').execute(), table).toEqual([]);
        },
        isOnPostgres,
      );

    race('claims no due job twice', async ({ service }) => {
      const { main, reader } = service.database;
      const due = { kind: 'run', dueAt: 0 } as const;
      for (const subjectId of ['a', 'b', 'c', 'd']) await insertJob(main, { ...due, subjectId }, 0);
      const claim = () =>
        createJobStore(main, reader).claim({
          kind: 'run',
          now: service.clock.time,
          leaseMs: 1000,
          limit: 3,
          laneLimit: () => 3,
          running: new Map(),
        });
      const claimed = (await Promise.all([claim(), claim()])).flat().map(({ subjectId }) => subjectId);
      expect(new Set(claimed).size).toBe(claimed.length);
      expect(claimed.length).toBeGreaterThanOrEqual(3);
    });

    race('stores a chore once that two instances schedule', async ({ service }) => {
      const { main } = service.database;
      const plan = () =>
        createJobStore(main).restart({ kind: 'housekeep', subjectId: 'chore', dueAt: 0 }, service.clock.time);
      await Promise.all([plan(), plan()]);
      const jobs = await main.selectFrom('jobs').select('id').where('subject_id', '=', 'chore').execute();
      expect(jobs).toHaveLength(1);
    });

    race('adds no more endpoints than an account may have', async (stage) => {
      const { database, services, clock } = stage.service;
      for (let count = 1; count < maxEndpoints; count += 1) await stage.addEndpoint();
      const store = createEndpointStore(database.main, services.vault);
      const add = () => {
        const endpoint = { id: randomUUID(), accountId: stage.accountId, url: 'https://shop.example/more' };
        const wanted = { ...endpoint, secret: createEndpointSecret(), createdAt: clock.time };
        return store.add({ ...wanted, events: ['orchestration/workflow_execution_finished'] }, operator);
      };
      const added = await Promise.all([add(), add()]);
      expect(added.filter((isAdded) => isAdded)).toHaveLength(1);
    });
  });
}
