import { join } from 'node:path';
import { type DevelopmentOutcome, ensureDevelopmentAccount } from './accounts/development-account.ts';
import { createApp } from './app.ts';
import { systemClock } from './clock.ts';
import { createApiKeyStore } from './db/api-keys.ts';
import { createDevelopmentStore } from './db/development-account.ts';
import { createExecutionStore } from './db/execution-store.ts';
import { createJobStore } from './db/jobs.ts';
import { type OpenDatabase, openDatabase } from './db/open-database.ts';
import { createPopupStore } from './db/popup-store.ts';
import { createWebhookStore } from './db/webhook-store.ts';
import type { Environment } from './environment.ts';
import { openEvaluator } from './evaluations/open-evaluator.ts';
import { evaluateHandler } from './executions/evaluate-check.ts';
import { expireHandler } from './executions/expire-execution.ts';
import { removeKeptReplies } from './executions/remove-kept-replies.ts';
import { removeOrphans } from './executions/remove-orphans.ts';
import { renderExecution } from './executions/render-execution.ts';
import { StateWatch } from './executions/state-watch.ts';
import { createClientAddress } from './http/client-address.ts';
import { listen } from './http/listen.ts';
import { createHousekeeping } from './jobs/housekeeping.ts';
import { createJobRunner, type JobRunner } from './jobs/job-runner.ts';
import { cutOffDelayMs } from './jobs/retry-delay.ts';
import type { Logger } from './logging/logger.ts';
import { openFileMediaStore } from './media/file-media-store.ts';
import { createMediaLinks } from './media/media-links.ts';
import { openOutgoing } from './outgoing/open-outgoing.ts';
import { type KeptRelease, keepRelease } from './sdk-releases/keep-release.ts';
import { openVault } from './secrets/master-key.ts';
import type { Vault } from './secrets/vault.ts';
import { createDeliveryHandler } from './webhooks/delivery-handler.ts';
import { removeUndelivered } from './webhooks/remove-undelivered.ts';

/** How long running jobs may finish when the service stops; what does not is taken up after the next start. */
const stopGraceMs = 10_000;

/** The service, running. */
export interface RunningService {
  readonly url: string;
  /** Stops accepting, finishes what was accepted, and lets go of everything. */
  stop(): Promise<void>;
}

/**
 * Starts the service: opens its stores, takes up the jobs that were left, and answers.
 *
 * @throws when the data folder is in use, its master key is not the right one, or the port is taken.
 */
export async function startService(environment: Environment, logger: Logger): Promise<RunningService> {
  const clock = systemClock;
  const publicUrl = environment.publicUrl ?? `http://localhost:${environment.port}`;
  const vault = openVault({ text: environment.masterKey, directory: environment.dataFolder });
  const database = await openDatabase(environment.dataFolder);
  const jobStore = createJobStore(database.main);
  const watch = new StateWatch();
  const evaluations = openEvaluator();
  const outgoing = openOutgoing({ allowLoopback: environment.isDevelopment });
  // The handlers need services that can wake the runner which runs the handlers.
  const jobs: { runner?: JobRunner } = {};
  const services = {
    store: createExecutionStore(database, clock),
    vault,
    media: await openFileMediaStore(join(environment.dataFolder, 'media')),
    mediaLinks: createMediaLinks(vault, publicUrl),
    clock,
    jobs: { wake: () => jobs.runner?.wake() },
    watch,
    evaluator: evaluations.evaluator,
    pictures: evaluations.pictures,
  };
  const sdkFolders = {
    builtFolder: environment.sdkFolder,
    releasesFolder: join(environment.dataFolder, 'sdk-releases'),
    areReleasesFinal: !environment.isDevelopment,
  };
  tellRelease(logger, await keepRelease({ ...sdkFolders, mayReplace: environment.isDevelopment }));
  const webhooks = createWebhookStore(database.main);
  const housekeeping = createHousekeeping({
    store: jobStore,
    clock,
    logger,
    chores: {
      'orphaned-media': (signal) => removeOrphans(services, signal),
      'kept-replies': (signal) => removeKeptReplies(services, signal),
      'undelivered-events': (signal) => removeUndelivered({ store: webhooks, clock }, signal),
    },
  });
  const runner = createJobRunner({
    store: jobStore,
    clock,
    logger,
    handlers: {
      evaluate: evaluateHandler(services, evaluations.concurrency),
      expire: expireHandler(services),
      deliver: createDeliveryHandler({
        store: webhooks,
        outgoing,
        vault,
        clock,
        logger,
        renderExecution: async (executionId) => {
          const execution = await services.store.find(executionId);
          return execution && renderExecution(services, execution);
        },
        random: Math.random,
      }),
      housekeep: housekeeping.handler,
    },
  });
  jobs.runner = runner;
  const app = createApp({
    services,
    popups: createPopupStore(database, clock),
    keys: createApiKeyStore(database),
    addressOf: createClientAddress(environment.trustedProxies),
    rateLimit: environment.rateLimit,
    logger,
    publicUrl,
    sdkFolders,
  });
  if (environment.isDevelopment) await seedDevelopment(environment, publicUrl, database, vault, logger);
  const cutOff = await jobStore.endLeases(clock.now(), (times) => cutOffDelayMs(times, Math.random()));
  if (cutOff > 0) logger.warn('The process before ended with jobs under way.', { jobs: cutOff });
  await housekeeping.begin();
  const server = await listen(app.fetch, { port: environment.port, host: environment.host });
  runner.start();
  evaluations.warmUp();
  return {
    url: publicUrl,
    async stop() {
      const closed = server.close();
      watch.close();
      await Promise.all([closed, runner.stop(stopGraceMs)]);
      await Promise.all([outgoing.close(), evaluations.close()]);
      await database.close();
    },
  };
}

const seedMessages: Record<DevelopmentOutcome, string> = {
  created: 'A development account was created; its key is in dev.json.',
  kept: 'The development account is as dev.json says.',
  'new-key': 'dev.json was lost: the development account has a new API key in a new one.',
};

async function seedDevelopment(
  { dataFolder, demoUrl }: Environment,
  baseUrl: string,
  database: OpenDatabase,
  vault: Vault,
  logger: Logger,
): Promise<void> {
  const store = createDevelopmentStore(database, vault);
  const file = join(dataFolder, 'dev.json');
  const outcome = await ensureDevelopmentAccount({ store, clock: systemClock, file }, { baseUrl, demoUrl });
  logger.info(seedMessages[outcome], { file });
}

function tellRelease(logger: Logger, release: KeptRelease): void {
  if (release.kind === 'absent') {
    logger.warn('There is no build of the browser SDK: pages cannot load it from here.');
  } else if (release.kind === 'conflict') {
    // Whoever trusts a hash of the earlier build shall not get another one under the same number.
    logger.warn('Another build of this version of the SDK was released before. Raise its version.', {
      version: release.version,
    });
  }
}
