import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey, type KeyMode } from '../src/accounts/api-key.ts';
import { createApp } from '../src/app.ts';
import { createApiKeyStore } from '../src/db/api-keys.ts';
import { createExecutionStore } from '../src/db/execution-store.ts';
import { createJobStore } from '../src/db/jobs.ts';
import { type OpenDatabase, openDatabase } from '../src/db/open-database.ts';
import { createPopupStore } from '../src/db/popup-store.ts';
import { evaluateHandler } from '../src/executions/evaluate-check.ts';
import type { ExecutionServices } from '../src/executions/execution-services.ts';
import { expireHandler } from '../src/executions/expire-execution.ts';
import { StateWatch } from '../src/executions/state-watch.ts';
import { createClientAddress } from '../src/http/client-address.ts';
import type { RateLimit } from '../src/http/token-buckets.ts';
import type { JobHandler } from '../src/jobs/job-runner.ts';
import { createLogger } from '../src/logging/logger.ts';
import { openFileMediaStore } from '../src/media/file-media-store.ts';
import { createMediaLinks } from '../src/media/media-links.ts';
import { createVault } from '../src/secrets/vault.ts';
import { type WorkflowDefinition, workflowDefinitionSchema } from '../src/workflows/definition.ts';
import { ScriptedEvaluator } from './scripted-evaluator.ts';

/** Where the tests' service believes to be reached. */
export const publicUrl = 'https://verify.example';

/** One account with a key. */
export interface TestAccount {
  readonly id: string;
  readonly apiKey: string;
}

/**
 * The whole service in this process: real database, encryption, media store and app; the clock and the evaluator are in
 * the test's hands, and jobs run when the test says so.
 */
export class InProcessService {
  readonly clock = { time: Date.UTC(2030, 0, 15, 12), now: () => this.clock.time };
  readonly evaluator = new ScriptedEvaluator();
  readonly logLines: string[] = [];
  readonly services: ExecutionServices & { evaluator: ScriptedEvaluator };
  readonly database: OpenDatabase;
  readonly folder: string;
  readonly app: ReturnType<typeof createApp>;
  readonly #handlers: Partial<Record<string, JobHandler>>;

  private constructor(
    folder: string,
    database: OpenDatabase,
    media: ExecutionServices['media'],
    rateLimit: RateLimit,
  ) {
    this.folder = folder;
    this.database = database;
    const vault = createVault(randomBytes(32));
    this.services = {
      store: createExecutionStore(database, this.clock),
      vault,
      media,
      mediaLinks: createMediaLinks(vault, publicUrl),
      clock: this.clock,
      jobs: { wake: () => {} },
      watch: new StateWatch(),
      evaluator: this.evaluator,
      pictures: this.evaluator,
    };
    this.#handlers = { evaluate: evaluateHandler(this.services, 1), expire: expireHandler(this.services) };
    this.app = createApp({
      services: this.services,
      popups: createPopupStore(database, this.clock),
      keys: createApiKeyStore(database),
      addressOf: createClientAddress(['127.0.0.1']),
      rateLimit,
      logger: createLogger({ level: 'debug', clock: this.clock, write: (line) => this.logLines.push(line) }),
      publicUrl,
      sdkFolders: {
        builtFolder: join(folder, 'sdk'),
        releasesFolder: join(folder, 'sdk-releases'),
        areReleasesFinal: true,
      },
    });
  }

  /** @param rateLimit none to speak of, unless the test is about it. */
  static async open(rateLimit = { perSecond: 1_000_000, burst: 1_000_000 }): Promise<InProcessService> {
    const folder = mkdtempSync(join(tmpdir(), 'vo-service-'));
    const database = await openDatabase(folder);
    const media = await openFileMediaStore(join(folder, 'media'));
    return new InProcessService(folder, database, media, rateLimit);
  }

  async close(): Promise<void> {
    this.services.watch.close();
    await this.database.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** An account with a key that may do everything, or only what concerns some workflows. */
  async addAccount(name: string): Promise<TestAccount> {
    const id = randomUUID();
    await this.database.main
      .insertInto('accounts')
      .values({ id, name, created_at: this.clock.now() })
      .execute();
    return { id, apiKey: await this.addApiKey(id, null) };
  }

  async addApiKey(accountId: string, workflowIds: string[] | null, mode: KeyMode = 'live'): Promise<string> {
    const { key, id, hash } = createApiKey(mode);
    const scope = workflowIds && JSON.stringify(workflowIds);
    const row = { id, account_id: accountId, hash, scope, created_at: this.clock.now(), revoked_at: null };
    await this.database.main.insertInto('api_keys').values(row).execute();
    return key;
  }

  async addWorkflow(accountId: string, definition: unknown, active = true): Promise<string> {
    const id = randomUUID();
    const parsed: WorkflowDefinition = workflowDefinitionSchema.parse(definition);
    await this.database.main
      .insertInto('workflows')
      .values({
        id,
        account_id: accountId,
        name: 'A workflow',
        active: active ? 1 : 0,
        version: 1,
        created_at: this.clock.now(),
      })
      .execute();
    await this.database.main
      .insertInto('workflow_versions')
      .values({ workflow_id: id, version: 1, definition: JSON.stringify(parsed) })
      .execute();
    return id;
  }

  /** Runs the jobs that are due, and those that they bring about, until none is. @returns how many ran. */
  async runDueJobs(): Promise<number> {
    const store = createJobStore(this.database.main);
    let ran = 0;
    for (const [kind, handler] of Object.entries(this.#handlers)) {
      const claim = {
        kind: kind as 'evaluate',
        now: this.clock.now(),
        leaseMs: 1000,
        limit: 1,
        laneLimit: () => 1,
      };
      for (;;) {
        const [job] = await store.claim({ ...claim, running: new Map() });
        if (!job) break;
        ran += 1;
        try {
          await handler?.run(job, new AbortController().signal);
          await store.complete(job);
        } catch (error) {
          if (job.tries < job.maxTries) await store.retry(job, this.clock.now(), 'failed');
          else {
            await handler?.giveUp(job, String(error));
            await store.abandon(job, this.clock.now(), 'failed');
          }
        }
      }
    }
    return ran;
  }
}
