import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey, type KeyMode, type KeyPurpose } from '../src/accounts/api-key.ts';
import type { AdminParts } from '../src/admin-routes/admin-routes.ts';
import type { PeopleServices } from '../src/administration/people/people-services.ts';
import { sampleHandler } from '../src/administration/samples/sample-data.ts';
import { createApp } from '../src/app.ts';
import { IntegrityAlarm } from '../src/audit/integrity-alarm.ts';
import { createReadRecorder } from '../src/audit/record-read.ts';
import { RefusedKeys } from '../src/audit/refused-keys.ts';
import { insertAccount, insertApiKey } from '../src/db/accounts/accounts.ts';
import { createApiKeyStore } from '../src/db/accounts/api-keys.ts';
import { insertWorkflow } from '../src/db/accounts/workflow-library.ts';
import { createAuditStore } from '../src/db/audit/audit-trail.ts';
import { createStateSeal, type StateSeal, sealState } from '../src/db/executions/execution-states.ts';
import { createExecutionStore } from '../src/db/executions/execution-store.ts';
import { createHandOffStore } from '../src/db/executions/hand-off-store.ts';
import { createPopupStore } from '../src/db/executions/popup-store.ts';
import { createSampleStore } from '../src/db/executions/sample-store.ts';
import { watchMedia } from '../src/db/executions/watched-media.ts';
import { inTransaction } from '../src/db/in-transaction.ts';
import { createRowSeal, type RowSeal } from '../src/db/integrity/sealed-rows.ts';
import { createJobStore } from '../src/db/jobs/job-store.ts';
import type { OpenDatabase } from '../src/db/opening/open-database.ts';
import { createPurgeStore } from '../src/db/retention/purge-store.ts';
import { createWebhookStore } from '../src/db/webhooks/webhook-store.ts';
import { probeWrite } from '../src/db/write-probe.ts';
import { evaluateHandler } from '../src/executions/evaluation/evaluate-check.ts';
import type { ExecutionServices } from '../src/executions/execution-services.ts';
import { expireHandler } from '../src/executions/session/expire-execution.ts';
import { StateWatch } from '../src/executions/session/state-watch.ts';
import type { ReferenceImages } from '../src/executions/start/reference-images.ts';
import { createProbes } from '../src/health/probes.ts';
import { createReadiness } from '../src/health/readiness.ts';
import { createClientAddress } from '../src/http/client-address.ts';
import type { RateLimit } from '../src/http/limits/token-buckets.ts';
import type { JobHandler } from '../src/jobs/job-runner.ts';
import { createLogger, summarizeError } from '../src/logging/logger.ts';
import { openFileMediaStore } from '../src/media/file-media-store.ts';
import { createMediaLinks } from '../src/media/media-links.ts';
import type { NetworkFacts } from '../src/networks/network-lists.ts';
import type { NetworkListFacts } from '../src/networks/open-network-lists.ts';
import { mayFetchImage } from '../src/outgoing/fetch-image.ts';
import type { RegisterAnswer, RegisterQuestion } from '../src/registers/registers.ts';
import { openPurgeJournal, type PurgeJournal } from '../src/retention/purge-journal.ts';
import { parseMasterKey } from '../src/secrets/master-key.ts';
import { openVault } from '../src/secrets/open-vault.ts';
import { createVault } from '../src/secrets/vault.ts';
import { openPeople } from '../src/start/open-people.ts';
import { openRuns } from '../src/start/open-runs.ts';
import { openSettings } from '../src/start/open-settings.ts';
import { openWebhooks } from '../src/start/open-webhooks.ts';
import { noLock } from '../src/transaction-locks.ts';
import type { Watchlist } from '../src/watchlists/watchlist.ts';
import { createQueueUpdateHandler } from '../src/webhooks/delivery/update-queue.ts';
import { workflowDefinitionSchema } from '../src/workflows/definition.ts';
import { openLaidDatabase } from './lay-database.ts';
import { openTestDatabase } from './open-test-database.ts';
import { cheapPasswords } from './people-world.ts';
import { ScriptedEvaluator } from './scripted-evaluator.ts';
import { ScriptedOutgoing } from './scripted-outgoing.ts';

/** Public address of the service in tests. */
export const publicUrl = 'https://verify.example';
/** Public addresses in other regions. */
export const regionUrls = { us: 'https://us.verify.example', apac: 'https://apac.verify.example' };

/** Rate limit that no test reaches. */
const unlimited: RateLimit = { perSecond: 1_000_000, burst: 1_000_000 };

/** An account with an API key. */
export interface TestAccount {
  readonly id: string;
  readonly apiKey: string;
}

/**
 * The whole service in this process, with real database, encryption, media store and app. The test controls the clock and the
 * evaluator, and runs the jobs.
 */
export class InProcessService {
  readonly clock = {
    time: Date.UTC(2030, 0, 15, 12),
    now: () => this.clock.time,
    isTrusted: (_since?: number) => true,
    lifetimesFrom: () => this.clock.now(),
    trustedInMs: (): number | null => 0,
  };
  /** Monotonic time in ms, independent of the clock. */
  elapsedMs = 0;
  readonly evaluator = new ScriptedEvaluator();
  readonly logLines: string[] = [];
  readonly logger = createLogger({
    level: 'debug',
    clock: this.clock,
    write: (line) => this.logLines.push(line),
  });
  readonly services: ExecutionServices & { evaluator: ScriptedEvaluator; references: ReferenceImages };
  /** Imported lists of people. */
  readonly watchlists: Watchlist[] = [];
  /** Questions sent to registers, and the answers to return in order; without one, there is no answer. */
  readonly registerQuestions: RegisterQuestion[] = [];
  readonly registerAnswers: RegisterAnswer[] = [];
  /** Network lists as the Admin Panel describes them. */
  readonly networkLists: NetworkListFacts[] = [];
  /** Facts of network lists by address; for other addresses, no list is configured. */
  readonly networks = new Map<string, NetworkFacts>();
  /** Reference images by address; other addresses have none. */
  readonly references = new Map<string, Uint8Array>();
  /** Outgoing requests, and the replies of receivers: 204 by default. */
  readonly outgoing = new ScriptedOutgoing();
  readonly database: OpenDatabase;
  /** Seals states of executions; tests use it to reseal rows that they have changed. */
  readonly seal: StateSeal;
  /** Seals rows that grant rights. */
  readonly rows: RowSeal;
  /** The purge journal. */
  readonly journal: PurgeJournal;
  readonly folder: string;
  /** Master key of the data; commands on the folder need it. */
  readonly masterKey: Buffer;
  readonly people: PeopleServices;
  readonly runs: AdminParts['runs'];
  /** All services of the Admin Panel, including `people` and `runs`. */
  readonly admin: AdminParts;
  readonly app: ReturnType<typeof createApp>;
  readonly #handlers: Partial<Record<string, JobHandler>>;

  private constructor(
    folder: string,
    database: OpenDatabase,
    media: ExecutionServices['media'],
    rateLimit: RateLimit,
    masterKey: Buffer = randomBytes(32),
    vault = createVault(masterKey),
  ) {
    this.masterKey = masterKey;
    this.folder = folder;
    this.database = database;
    const audit = createAuditStore(database);
    const alarm = new IntegrityAlarm({
      audit,
      clock: this.clock,
      logger: this.logger,
    });
    this.seal = createStateSeal(vault, (id, fault) => alarm.raise(id, fault));
    this.rows = createRowSeal(vault, (row) => alarm.raiseRow(row));
    const watched = watchMedia(media, database.reader, (id, fault) => alarm.raise(id, fault));
    this.services = {
      store: createExecutionStore(database, this.clock, this.seal),
      vault,
      media: watched,
      mediaLinks: createMediaLinks(vault, publicUrl),
      networks: { lookUp: (ip) => this.networks.get(ip) ?? { country: null, owner: null, masks: null } },
      registers: {
        ask: async (question) => {
          this.registerQuestions.push(question);
          return this.registerAnswers.shift() ?? null;
        },
      },
      watchlists: { current: async () => this.watchlists },
      clock: this.clock,
      elapsed: () => this.elapsedMs,
      jobs: { wake: () => {} },
      watch: new StateWatch(),
      recordRead: createReadRecorder(audit, this.logger),
      evaluator: this.evaluator,
      pictures: this.evaluator,
      cards: this.evaluator,
      references: {
        mayBeAt: (address) => mayFetchImage(address, false),
        fetch: async (address) => this.references.get(address) ?? null,
      },
    };
    this.#handlers = {
      evaluate: evaluateHandler(this.services, { checks: 1, faces: 1, letters: 1 }),
      expire: expireHandler(this.services),
      arrange: createQueueUpdateHandler({ ...this.services, store: createWebhookStore(database.main) }),
    };
    this.people = openPeople({
      database,
      audit,
      rows: this.rows,
      vault,
      clock: this.clock,
      logger: this.logger,
      passwords: cheapPasswords(),
      isDevelopment: false,
    });
    this.journal = openPurgeJournal(join(folder, 'journal', 'purges.log'));
    this.runs = openRuns(this.services, database, this, this.logger);
    const webhookServices = openWebhooks({
      ...this.services,
      database,
      logger: this.logger,
      outgoing: this.outgoing,
      endpointPolicy: { allowLoopback: false, networks: [] },
    });
    const settings = openSettings(database, this.rows, {
      ...this.services,
      networkLists: () => this.networkLists,
    });
    const samples = {
      executions: this.services,
      samples: createSampleStore(database),
      workflows: settings.workflows,
      purging: {
        purges: createPurgeStore(database, this.seal),
        journal: this.journal,
        media: watched,
      },
    };
    this.admin = {
      people: this.people,
      runs: this.runs,
      settings,
      webhooks: { ...this.services, webhookServices },
      samples,
    };
    this.#handlers.sample = sampleHandler(samples);
    this.app = createApp({
      services: this.services,
      popups: createPopupStore(database, this.clock, this.seal),
      handOffs: createHandOffStore(database, this.clock, this.seal),
      webhooks: webhookServices,
      admin: this.admin,
      keys: createApiKeyStore(database, this.rows),
      refusedKeys: new RefusedKeys({
        audit,
        clock: this.clock,
        logger: this.logger,
      }),
      addressOf: createClientAddress(['127.0.0.1']),
      watchProxies: () => {},
      rateLimit,
      logger: this.logger,
      publicUrl,
      regionUrls,
      sdkFolders: {
        builtFolder: join(folder, 'sdk'),
        releasesFolder: join(folder, 'sdk-releases'),
        areReleasesFinal: true,
      },
      adminFolder: join(folder, 'admin'),
      readiness: createReadiness(
        createProbes({
          dataFolder: folder,
          writeRow: () => probeWrite(database.main, this.clock.time),
          media: watched,
          oldestDue: createJobStore(database.main).oldestDue,
          isRunning: () => false,
          clock: {
            now: () => this.clock.now(),
            state: () => ({ doubt: null, gapMs: 0, settlesInMs: null, wall: this.clock.time }),
          },
          heldPurges: () => 0,
          deliveriesHeldAt: async () => null,
        }),
        () => this.elapsedMs,
      ),
    });
  }

  /**
   * Opens a service in a new folder.
   *
   * @param rateLimit - default: practically unlimited.
   * @param open - opens the database in a folder.
   */
  static async open(
    rateLimit = unlimited,
    open: (folder: string) => Promise<OpenDatabase> = openTestDatabase,
  ): Promise<InProcessService> {
    const folder = mkdtempSync(join(tmpdir(), 'vo-service-'));
    const database = await open(folder);
    const media = await openFileMediaStore(join(folder, 'media'));
    return new InProcessService(folder, database, media, rateLimit);
  }

  /**
   * Opens a service with its master key in its folder, as after a start, so that commands work beside it.
   *
   * @param key - master key to use instead of one in the folder.
   */
  static async openWithKey(
    folder = mkdtempSync(join(tmpdir(), 'vo-service-')),
    key?: string,
  ): Promise<InProcessService> {
    const vault = openVault({ text: key, directory: folder });
    const masterKey = Buffer.from(parseMasterKey(key ?? readFileSync(join(folder, 'master.key'), 'utf8')));
    const database = await openLaidDatabase(folder);
    const media = await openFileMediaStore(join(folder, 'media'));
    return new InProcessService(folder, database, media, unlimited, masterKey, vault);
  }

  /** Opens the same service on a copy of its folder, as after a crash. Closing it removes the copy. */
  async reopenedOn(folder: string): Promise<InProcessService> {
    const database = await openLaidDatabase(folder);
    const media = await openFileMediaStore(join(folder, 'media'));
    const reopened = new InProcessService(folder, database, media, unlimited, this.masterKey);
    reopened.clock.time = this.clock.time;
    return reopened;
  }

  /** Reseals an execution whose rows the test has changed. */
  reseal(id: string): Promise<void> {
    return sealState(this.database.main, this.seal, id);
  }

  async close(): Promise<void> {
    this.services.watch.close();
    this.runs.feed.close();
    await this.database.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Adds an account with a key that is valid for all workflows. */
  async addAccount(name: string): Promise<TestAccount> {
    const id = randomUUID();
    await insertAccount(this.database.main, { id, name, createdAt: this.clock.now() });
    return { id, apiKey: await this.addApiKey(id, null) };
  }

  async addApiKey(
    accountId: string,
    workflowIds: string[] | null,
    mode: KeyMode = 'live',
    purpose: KeyPurpose = 'executions',
  ): Promise<string> {
    const { key, id, hash } = createApiKey(mode);
    const now = this.clock.now();
    const entry = { id, accountId, hash, mode, purpose, name: null, workflowIds, now };
    await insertApiKey(this.database.main, this.rows, entry);
    return key;
  }

  async addWorkflow(accountId: string, definition: unknown, active = true): Promise<string> {
    const id = randomUUID();
    const workflow = {
      id,
      accountId,
      name: 'A workflow',
      active,
      definition: workflowDefinitionSchema.parse(definition),
      now: this.clock.now(),
    };
    await inTransaction(this.database.main, noLock, (trx) => insertWorkflow(trx, workflow));
    return id;
  }

  /** Runs due jobs, including those they create, until none is left. @returns how many ran. */
  async runDueJobs(): Promise<number> {
    const store = createJobStore(this.database.main);
    let ran = 0;
    for (const [kind, handler] of Object.entries(this.#handlers)) {
      const claim = { kind: kind as 'evaluate', leaseMs: 1000, limit: 1, laneLimit: () => 1 };
      for (;;) {
        const [job] = await store.claim({ ...claim, now: this.clock.now(), running: new Map() });
        if (!job) break;
        ran += 1;
        try {
          const outcome = (await handler?.run(job, new AbortController().signal)) ?? 'done';
          if (outcome === 'settled') continue;
          await (outcome === 'done' ? store.complete(job) : store.postpone(job, outcome.againAt));
        } catch (error) {
          const reason = summarizeError(error);
          if (job.tries < job.maxTries) await store.retry(job, this.clock.now(), reason);
          else {
            await handler?.giveUp(job, reason);
            await store.abandon(job, this.clock.now(), reason);
          }
        }
      }
    }
    return ran;
  }
}
