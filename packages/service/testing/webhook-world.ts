import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Execution, executionSchema, type WebhookEvent } from '@vendor/contract';
import { createJobStore } from '../src/db/jobs/job-store.ts';
import type { OpenDatabase } from '../src/db/opening/open-database.ts';
import { insertEndpoint } from '../src/db/webhooks/webhook-endpoints.ts';
import { insertEvent } from '../src/db/webhooks/webhook-events.ts';
import { createWebhookStore } from '../src/db/webhooks/webhook-store.ts';
import { createLogger } from '../src/logging/logger.ts';
import type { Outgoing, OutgoingReply, OutgoingRequest } from '../src/outgoing/outgoing.ts';
import { createVault } from '../src/secrets/vault.ts';
import type { DeliveryServices } from '../src/webhooks/delivery/deliver-webhook.ts';
import { createEndpointSecret } from '../src/webhooks/endpoints/endpoint-secrets.ts';
import type { DeliveryClaim } from '../src/webhooks/webhook-store.ts';
import { workflowDefinitionSchema } from '../src/workflows/definition.ts';
import { startWalk } from '../src/workflows/walk.ts';
import { openTestDatabase } from './open-test-database.ts';

const finished = 'orchestration/workflow_execution_finished';

/** State of an execution with an approved document and a level of identity proofing. */
const endedWalk = {
  ...startWalk(
    workflowDefinitionSchema.parse({ start: 'end', nodes: { end: { kind: 'end', status: 'APPROVED' } } }),
    {},
  ),
  decided: [{ nodeId: 'document', status: 'APPROVED' }],
  loip: { result: 'BASELINE' },
};

/** An account with finished executions and webhook endpoints in a real database. The test controls the receivers. */
export class WebhookWorld {
  readonly clock = { time: Date.now(), now: () => this.clock.time, isTrusted: () => true };
  readonly logLines: string[] = [];
  /** Requests that were sent to any endpoint. */
  readonly sent: OutgoingRequest[] = [];
  /** Returns the reply of a receiver; default: 200. */
  respond: (request: OutgoingRequest) => OutgoingReply | Promise<OutgoingReply> = () => reply(200);
  readonly vault = createVault(randomBytes(32));
  readonly database: OpenDatabase;
  readonly services: DeliveryServices;
  readonly #folder: string;
  readonly #executions = new Map<string, Execution>();

  private constructor(folder: string, database: OpenDatabase) {
    this.#folder = folder;
    this.database = database;
    const outgoing: Outgoing = {
      send: async (request) => {
        this.sent.push(request);
        return this.respond(request);
      },
      close: async () => {},
    };
    this.services = {
      store: createWebhookStore(database.main),
      outgoing,
      vault: this.vault,
      clock: this.clock,
      elapsed: this.clock.now,
      logger: createLogger({ level: 'debug', clock: this.clock, write: (line) => this.logLines.push(line) }),
      renderExecution: async (id) => this.#executions.get(id) ?? null,
      random: () => 0.5,
    };
  }

  /** Opens a world. @param open - opens the database in a folder. */
  static async open(
    open: (folder: string) => Promise<OpenDatabase> = openTestDatabase,
  ): Promise<WebhookWorld> {
    const folder = mkdtempSync(join(tmpdir(), 'webhooks-'));
    const world = new WebhookWorld(folder, await open(folder));
    const db = world.database.main;
    await db.insertInto('accounts').values({ id: 'account', name: 'A shop', created_at: 0 }).execute();
    await db
      .insertInto('workflows')
      .values({ id: 'workflow', account_id: 'account', name: 'W', active: 1, version: 1, created_at: 0 })
      .execute();
    await db
      .insertInto('workflow_versions')
      .values({ workflow_id: 'workflow', version: 1, definition: '{}' })
      .execute();
    return world;
  }

  async close(): Promise<void> {
    await this.database.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async addEndpoint(url = 'https://shop.example/hooks', events: readonly WebhookEvent[] = [finished]) {
    const id = randomUUID();
    const secret = createEndpointSecret();
    const endpoint = { id, accountId: 'account', url, secret, events, createdAt: this.clock.time };
    await insertEndpoint(this.database.main, this.vault, endpoint);
    return { id, secret };
  }

  /** Adds many endpoints in one transaction. */
  async addEndpoints(urls: readonly string[]): Promise<void> {
    await this.database.main.transaction().execute(async (trx) => {
      for (const url of urls) {
        const names = { id: randomUUID(), accountId: 'account', secret: createEndpointSecret() };
        await insertEndpoint(trx, this.vault, {
          ...names,
          url,
          events: [finished],
          createdAt: this.clock.time,
        });
      }
    });
  }

  /** Adds a finished execution with one document check. @returns it as the API reads it. */
  async addExecution(): Promise<Execution> {
    const id = randomUUID();
    const execution = executionOf(id, this.clock.time);
    this.#executions.set(id, execution);
    const db = this.database.main;
    await db
      .insertInto('executions')
      .values({
        id,
        account_id: 'account',
        workflow_id: 'workflow',
        workflow_version: 1,
        mode: 'live',
        status: 'APPROVED',
        token_hash: id,
        session_nonce_hash: null,
        session_epoch: 0,
        expires_at: 0,
        begun_at: null,
        deadline_at: null,
        created_at: this.clock.time,
        finished_at: this.clock.time,
        data_purged_at: null,
        wrapped_key: null,
        sealed_inputs: null,
        sealed_ip: null,
        channel: 'token',
        sealed_redirects: null,
        platform: null,
        seq: 0,
        walk: JSON.stringify(endedWalk),
      })
      .execute();
    await db
      .insertInto('checks')
      .values({
        id: randomUUID(),
        execution_id: id,
        node_id: 'document',
        position: 0,
        check_type: 'DOCUMENT_CHECK',
        status: 'APPROVED',
        session_id: null,
        transaction_id: null,
        started_at: this.clock.time,
        finished_at: this.clock.time,
        platform: 'WEB',
        status_detail: null,
        sealed: null,
      })
      .execute();
    return execution;
  }

  /** Sets the execution that reads return from now on. */
  setExecution(execution: Execution): void {
    this.#executions.set(execution.id, execution);
  }

  /** Emits an event about an execution as use-cases do. @returns the ids of its deliveries. */
  async emit(executionId: string, event: WebhookEvent = finished): Promise<string[]> {
    const before = new Set((await this.deliveries()).map(({ id }) => id));
    await this.announce(executionId, event, this.clock.time);
    return (await this.deliveries()).map(({ id }) => id).filter((id) => !before.has(id));
  }

  /** Emits an event at a given time, for tests with very many events. */
  async announce(executionId: string, event: WebhookEvent, emittedAt: number): Promise<void> {
    await this.database.main
      .transaction()
      .execute((trx) => insertEvent(trx, { event, executionId, emittedAt }));
  }

  deliveries() {
    return this.database.main.selectFrom('webhook_deliveries').selectAll().execute();
  }

  endpoints() {
    return this.database.main.selectFrom('webhook_endpoints').selectAll().execute();
  }

  jobs() {
    return this.database.main.selectFrom('jobs').selectAll().execute();
  }

  /** Claims the job of a delivery as a runner does. If the job is gone, the claim matches no row. */
  async claim(deliveryId: string): Promise<DeliveryClaim> {
    const leaseToken = randomUUID();
    const job = await this.database.main
      .updateTable('jobs')
      .set({ lease_token: leaseToken, lease_until: this.clock.time + 30_000 })
      .where('subject_id', '=', deliveryId)
      .returning('id')
      .executeTakeFirst();
    return { id: job?.id ?? 'gone', subjectId: deliveryId, leaseToken };
  }

  /** Returns the delivery log, oldest attempt first. */
  attempts() {
    return this.database.main
      .selectFrom('webhook_attempts')
      .selectAll()
      .orderBy('started_at')
      .orderBy('number')
      .execute();
  }

  jobStore() {
    return createJobStore(this.database.main);
  }
}

/** Creates a reply of a receiver. */
export function reply(status: number, retryAfter: string | null = null): OutgoingReply {
  return { kind: 'replied', status, retryAfter, headers: {}, body: new Uint8Array() };
}

function executionOf(id: string, time: number): Execution {
  const at = new Date(time).toISOString();
  return executionSchema.parse({
    id,
    status: 'APPROVED',
    workflow: { id: randomUUID(), name: 'Identity document' },
    createdAt: at,
    dataPurgedAt: null,
    loip: { ...endedWalk.loip, evaluatedAt: at },
    checks: [
      {
        checkType: 'DOCUMENT_CHECK',
        status: 'APPROVED',
        sessionId: randomUUID(),
        transactionId: null,
        startedAt: at,
        finishedAt: at,
        platform: 'WEB',
        duplicatesFound: null,
        statusDetail: null,
        referenceId: null,
        email: null,
        phoneNumber: null,
        userId: 'user-1',
        documentCheckResult: null,
        documentCheckExtractedData: null,
        selfieVerificationResult: null,
        proofOfAddressCheckResult: null,
        proofOfAddressExtractedData: null,
        creditCardVerificationResult: null,
        evidenceCollectionCheckResult: null,
        capturedMedia: {
          documentFront: { url: 'https://verify.example/media/1', contentType: 'image/jpeg', expiresAt: at },
        },
      },
    ],
  });
}
