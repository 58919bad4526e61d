import { statfs } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sampleHandler } from '../administration/samples/sample-data.ts';
import { createApp } from '../app.ts';
import type { AuditStore } from '../audit/audit-store.ts';
import { createReadRecorder } from '../audit/record-read.ts';
import { RefusedKeys } from '../audit/refused-keys.ts';
import { createTrailWalk } from '../audit/renew-checkpoint.ts';
import { openBundles, type SharedBundles } from '../bundles/open-bundles.ts';
import { createCheckingApp } from '../checking-app.ts';
import { type Clock, systemClock, systemElapsed } from '../clock.ts';
import { builtAt } from '../clocks/built-at.ts';
import { createServiceClock } from '../clocks/service-clock.ts';
import { watchClock } from '../clocks/watch-clock.ts';
import { createApiKeyStore } from '../db/accounts/api-keys.ts';
import { createClockMarkStore } from '../db/clock-marks.ts';
import { createExecutionStore } from '../db/executions/execution-store.ts';
import { createHandOffStore } from '../db/executions/hand-off-store.ts';
import { createPopupStore } from '../db/executions/popup-store.ts';
import { createSampleStore } from '../db/executions/sample-store.ts';
import { watchMedia } from '../db/executions/watched-media.ts';
import { createJobStore } from '../db/jobs/job-store.ts';
import { createQueueCounts } from '../db/jobs/queue-counts.ts';
import { installationOf, openData, refuseUnsupportedData } from '../db/opening/open-data.ts';
import { databaseFile, type OpenDatabase } from '../db/opening/open-database.ts';
import { removeSnapshots } from '../db/opening/snapshot-database.ts';
import { watchCommits } from '../db/opening/watch-commits.ts';
import { createOrphanHolds } from '../db/retention/orphan-holds.ts';
import { deliveriesHeldAt } from '../db/webhooks/delivery-holds.ts';
import { createWebhookStore } from '../db/webhooks/webhook-store.ts';
import { probeWrite } from '../db/write-probe.ts';
import { openEvaluator } from '../evaluations/open-evaluator.ts';
import { evaluateHandler } from '../executions/evaluation/evaluate-check.ts';
import { renderExecution } from '../executions/outcome/render-execution.ts';
import { sealAnswer } from '../executions/outcome/seal-answer.ts';
import { expireHandler } from '../executions/session/expire-execution.ts';
import { StateWatch } from '../executions/session/state-watch.ts';
import { createProbes } from '../health/probes.ts';
import { createReadiness, readyUntil } from '../health/readiness.ts';
import { createClientAddress } from '../http/client-address.ts';
import { type ListeningServer, listen, listenLimits } from '../http/listen.ts';
import { maxConnections } from '../http/max-connections.ts';
import { createProxyWatch } from '../http/untrusted-proxy.ts';
import { sharedLeaseMs } from '../instances/instance-store.ts';
import { joinInstances } from '../instances/join-instances.ts';
import { createHousekeeping } from '../jobs/housekeeping.ts';
import { createJobRunner, handlersOf, type JobRunner } from '../jobs/job-runner.ts';
import { cutOffDelayMs } from '../jobs/retry-delay.ts';
import type { Logger } from '../logging/logger.ts';
import { createMediaLinks } from '../media/media-links.ts';
import { openMedia } from '../media/open-media.ts';
import { areCredentialsReadable } from '../media/s3/media-bucket.ts';
import { openNetworkLists } from '../networks/open-network-lists.ts';
import { createPace } from '../pace.ts';
import { keyProofOf } from '../rotation/key-proof-of.ts';
import { createRotationSettling } from '../rotation/rotate-master-key.ts';
import { keepRelease, releasesFolderIn } from '../sdk-releases/keep-release.ts';
import { fetchReleasesOnDemand, keepSharedRelease } from '../sdk-releases/share-releases.ts';
import type { OtherMasterKeyError } from '../secrets/master-key.ts';
import { openVault, peekVault, takeOverProof } from '../secrets/open-vault.ts';
import { serviceVersion } from '../service-version.ts';
import { type Environment, masterKeySourceOf } from '../settings/environment.ts';
import { notedBackup } from '../settings/noted-backup.ts';
import { noteSettings } from '../settings/noted-settings.ts';
import { SettingsError } from '../settings/setting-fault.ts';
import { faultOfListening } from '../settings/usable-settings.ts';
import { followSharedLists } from '../watchlists/follow-shared-lists.ts';
import { listWatchlists, watchlistFolder } from '../watchlists/list-folder.ts';
import { createDeliveryHandler } from '../webhooks/delivery/delivery-handler.ts';
import { createQueueUpdateHandler } from '../webhooks/delivery/update-queue.ts';
import { createChores } from './chores.ts';
import {
  logDevelopmentSettings,
  logHeldDeliveries,
  logIsolation,
  logMigrations,
  logMissingRelease,
  logNotedProxies,
  logUnreachableRegister,
  logUntrustedProxy,
} from './log-start.ts';
import { openClients } from './open-clients.ts';
import { openIntegrity } from './open-integrity.ts';
import { openMetrics } from './open-metrics.ts';
import { openPeople } from './open-people.ts';
import { openPurging } from './open-purging.ts';
import { openRuns } from './open-runs.ts';
import { openSettings } from './open-settings.ts';
import { openWebhooks } from './open-webhooks.ts';
import { seedDevelopment } from './seed-development.ts';

/** Build of the Admin Panel in this repository. */
const builtAdmin = fileURLToPath(new URL('../../../admin/dist', import.meta.url));

/** How long running jobs may take to finish when the service stops. The next start resumes the others. */
const stopGraceMs = 10_000;

/** A running service. */
export interface RunningService {
  readonly url: string;
  /** Resolves once a rotation has retired the master key of the settings: the process must end. */
  readonly keyRetired: Promise<OtherMasterKeyError>;
  /** Drains traffic: `/readyz` answers 503, and connections close after their next answer. Everything else continues. */
  leave(): void;
  /** Stops accepting requests, finishes accepted ones, and releases all resources. */
  stop(): Promise<void>;
}

/**
 * Starts the service: opens its stores, resumes unfinished jobs, and begins to answer requests.
 *
 * @throws {UnsupportedDataError} if this version cannot use the data.
 * @throws {SettingsError} if the configured address cannot be listened on.
 * @throws if the data folder is in use, or its master key is not the right one.
 */
export async function startService(environment: Environment, logger: Logger): Promise<RunningService> {
  const publicUrl = environment.publicUrl ?? `http://localhost:${environment.port}`;
  // Before the vault opens, which may create files in the folder.
  const keySource = masterKeySourceOf(environment);
  const keyProof = await refuseUnsupportedData(environment, (proof) => peekVault(keySource, proof));
  if (keyProof !== null) takeOverProof(keySource, keyProof);
  let retire: (error: OtherMasterKeyError) => void = () => {};
  const keyRetired = new Promise<OtherMasterKeyError>((resolve) => {
    retire = resolve;
  });
  const vault = openVault(keySource, retire);
  const database = await openData(environment, vault);
  logMigrations(logger, database);
  const { clock, clockWatch } = await openClock(database, logger);
  // Before any other read of the bucket, which may belong to another installation.
  const media = await openMedia(environment, vault, installationOf(environment));
  const { audit, alarm, anchor, seal, rows, renewCheckpoint } = await openIntegrity(environment, {
    database,
    vault,
    clock,
    logger,
  });
  const refusedKeys = new RefusedKeys({ audit, clock, logger });
  const people = openPeople({
    database,
    audit,
    rows,
    vault,
    clock,
    logger,
    isDevelopment: environment.isDevelopment,
  });
  const { sharing } = database;
  const jobStore = createJobStore(database.main, database.reader, sharing?.instances.id);
  const waitMs = (times: number) => cutOffDelayMs(times, Math.random());
  const endLeases = () => jobStore.endLeases(clock.now(), waitMs);
  const watch = new StateWatch();
  const metrics = openMetrics(environment.metrics, logger);
  // Loaded only on request: most services record no traces.
  const tracing =
    environment.tracing &&
    (await import('../tracing/start-tracing.ts')).startTracing(environment.tracing, {
      version: serviceVersion(),
      logger,
      elapsed: systemElapsed,
    });
  const evaluations = openEvaluator({
    sizes: environment.decoders,
    dataFolder: environment.dataFolder,
    observer: metrics?.observers.decoders,
  });
  const clients = openClients(environment);
  // Breaks a cycle: handlers need services that wake the runner, and the runner needs the handlers.
  const jobs: { runner?: JobRunner } = {};
  const networks = await openNetworkLists(environment.networkLists, (setting, error) =>
    logger.error(
      'A list of networks was replaced by a file that cannot be read: the old one stays.',
      { setting },
      error,
    ),
  );
  const listFolder = watchlistFolder(environment.dataFolder);
  const services = {
    store: createExecutionStore(database, clock, seal),
    vault,
    media: watchMedia(media, database.reader, (executionId, fault) => alarm.raise(executionId, fault)),
    mediaLinks: createMediaLinks(vault, publicUrl),
    networks,
    registers: clients.registers,
    watchlists: { current: () => listWatchlists(listFolder) },
    clock,
    elapsed: systemElapsed,
    jobs: { wake: () => jobs.runner?.wake() },
    watch,
    recordRead: createReadRecorder(audit, logger),
    evaluator: evaluations.evaluator,
    pictures: evaluations.pictures,
    cards: evaluations.cards,
    references: clients.references,
    ...(metrics && { observeCheck: metrics.observers.check }),
  };
  // Only after `openMedia` has checked that the bucket belongs to this installation.
  const bundles = openBundles(environment.mediaBucket, vault);
  const sharedLists = bundles && (await followSharedLists(listFolder, bundles.lists, logger));
  const { wake: wakeJobs } = services.jobs;
  const instance =
    sharing &&
    (await joinInstances(sharing, {
      checks: environment.checks,
      watch,
      now: clock.now,
      elapsed: systemElapsed,
      logger,
      endLeases,
      endOwnLeases: async () => (await jobStore.endOwnLeases?.(clock.now(), waitMs)) ?? 0,
      wakeJobs,
    }));
  const { purging, replayPurges, heldPurges } = await openPurging(environment, {
    ...services,
    database,
    seal,
    logger,
  });
  const runs = openRuns(services, database, { seal, rows }, logger);
  const commits = watchCommits(database.reader, {
    isWanted: () => runs.feed.waiting > 0,
    look: () => runs.feed.readAudit(),
    onFailure: (error) => logger.error('Commits could not be watched for the panel.', {}, error),
  });
  // Before the first answer, because an older copy of the data may contain purged data again.
  await replayPurges();
  const sdkFolders = await openReleases(environment, bundles, logger);
  const webhooks = createWebhookStore(database.main, database.reader);
  const flushRefused = async () => {
    await refusedKeys.flush();
    await people.refused.flush();
  };
  const housekeeping = createHousekeeping({
    store: jobStore,
    clock,
    logger,
    isAlone: instance?.isAlone,
    chores: createChores({
      ...services,
      purging,
      replayPurges,
      webhooks,
      orphans: {
        holds: createOrphanHolds(database),
        onHeld: ({ orphans, objects }) =>
          logger.warn(
            'An unusually large share of the media has no capture. It waits until an operator confirms it: orchestration media orphans',
            { orphans, objects },
          ),
      },
      flushRefused,
      people: people.store,
      renewCheckpoint,
      removeUnfinishedBundles: (before) => removeUnfinished(bundles, before),
      removeSnapshots: (before) => removeSnapshots(databaseFile(environment.dataFolder), before),
      settleRotation: createRotationChore({ environment, database, audit, clock, logger }),
      walkTrail: createTrailWalk({ audit, vault, clock, anchor, alarm, rest: createPace() }, logger),
    }),
  });
  const settings = openSettings(database, rows, { ...services, networkLists: networks.facts });
  const samples = {
    executions: services,
    samples: createSampleStore(database),
    workflows: settings.workflows,
    purging,
  };
  const runner = createJobRunner({
    observeGivenUp: metrics?.observers.jobGivenUp,
    store: jobStore,
    clock,
    logger,
    ...(instance && { leaseMs: sharedLeaseMs, pollMs: instance.pollMs }),
    handlers: handlersOf(environment.checks, {
      evaluate: evaluateHandler(services, evaluations.concurrency),
      expire: expireHandler(services),
      deliver: createDeliveryHandler({
        store: webhooks,
        outgoing: clients.webhooks,
        vault,
        clock,
        signedAt: clock.shown,
        logger,
        renderExecution: async (executionId) => {
          const execution = await services.store.find(executionId);
          return execution && renderExecution(services, execution);
        },
        sealAnswer: (answer) => sealAnswer(services, answer),
        elapsed: systemElapsed,
        random: Math.random,
        isHeld: async () => (await deliveriesHeldAt(database.reader)) !== null,
      }),
      arrange: createQueueUpdateHandler({ ...services, store: webhooks }),
      sample: sampleHandler(samples),
      housekeep: housekeeping.handler,
    }),
  });
  jobs.runner = runner;
  let isLeaving = false;
  const checkReadiness = createReadiness(
    createProbes({
      dataFolder: environment.dataFolder,
      writeRow: () => probeWrite(database.main, clock.now()),
      media: services.media,
      oldestDue: jobStore.oldestDue,
      isRunning: runner.isRunning,
      ownKinds: runner.kinds,
      isChecking: environment.checks === 'none' ? instance?.isChecking : undefined,
      clock,
      areCredentialsReadable: () => areCredentialsReadable(environment.mediaBucket),
      heldPurges,
      deliveriesHeldAt: () => deliveriesHeldAt(database.reader),
    }),
    systemElapsed,
  );
  const readiness = readyUntil(() => isLeaving, checkReadiness);
  const webhookServices = openWebhooks({
    ...services,
    database,
    logger,
    outgoing: clients.webhooks,
    endpointPolicy: { allowLoopback: environment.allowsLoopback, networks: environment.webhooks.networks },
  });
  const createRoot = environment.checks === 'only' ? createCheckingApp : createApp;
  const app = createRoot({
    services,
    ...(metrics && { observer: metrics.observers.requests }),
    isTraced: tracing !== null,
    popups: createPopupStore(database, clock, seal),
    handOffs: createHandOffStore(database, clock, seal),
    webhooks: webhookServices,
    admin: {
      people,
      runs,
      settings,
      webhooks: { ...services, webhookServices },
      samples,
    },
    keys: createApiKeyStore(database, rows),
    refusedKeys,
    addressOf: createClientAddress(environment.trustedProxies),
    watchProxies: createProxyWatch(environment.trustedProxies, systemElapsed, (proxy) =>
      logUntrustedProxy(logger, environment.dataFolder, proxy, clock.now()),
    ),
    rateLimit: environment.rateLimit,
    logger,
    publicUrl,
    regionUrls: environment.regionUrls,
    sdkFolders,
    adminFolder: builtAdmin,
    readiness,
  });
  logDevelopmentSettings(logger, environment);
  await logHeldDeliveries(logger, database);
  logNotedProxies(logger, environment, clock.now());
  logIsolation(logger, environment);
  noteSettings(environment, null);
  // Not awaited: name servers must not delay the start.
  void logUnreachableRegister(logger, environment);
  if (environment.isDevelopment)
    await seedDevelopment(environment, publicUrl, { database, vault, people, logger });
  const interrupted = await endLeases();
  if (interrupted > 0)
    logger.warn('The previous process ended with jobs in progress.', { jobs: interrupted });
  await housekeeping.begin();
  const server = await listenAt(environment, app, logger);
  const counts = createQueueCounts(database.reader);
  const metricsServer = await metrics?.serve({
    now: clock.now,
    version: serviceVersion(),
    ...counts,
    due: (kind) => counts.due(kind, clock.now()),
    oldestDue: (kind) => jobStore.oldestDue(kind, clock.now()),
    watchlists: services.watchlists.current,
    networkLists: networks.facts,
    backup: () => notedBackup(environment.dataFolder, clock.now()),
    isReady: async () => (await readiness()).reasons.length === 0,
    isClockInDoubt: () => clock.state().doubt !== null,
    areWebhooksHeld: async () => (await deliveriesHeldAt(database.reader)) !== null,
    heldPurges,
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(environment.dataFolder);
      return bavail * bsize;
    },
  });
  runner.start();
  evaluations.warmUp();
  const leave = () => {
    isLeaving = true;
    server.leave();
  };
  return {
    url: publicUrl,
    keyRetired,
    leave,
    async stop() {
      leave();
      const closed = Promise.all([server.close(), metricsServer?.close()]);
      watch.close();
      runs.feed.close();
      networks.close();
      await sharedLists?.stop();
      await Promise.all([closed, runner.stop(stopGraceMs)]);
      await instance?.leave();
      await flushRefused();
      await clients.close();
      await evaluations.close();
      await clockWatch.stop();
      await commits.stop();
      await database.close();
      await tracing?.stop();
    },
  };
}

/** Continues the time of the last service on this data, and watches the clock of the machine. */
async function openClock(database: OpenDatabase, logger: Logger) {
  const marks = createClockMarkStore(database.main);
  const clock = createServiceClock({
    wall: systemClock.now,
    elapsed: systemElapsed,
    lastKnown: (await marks.find())?.trustedAt ?? (await marks.findLastWork()),
    builtAt: builtAt(),
  });
  const clockWatch = watchClock({ clock, marks, logger });
  await clockWatch.look();
  return { clock, clockWatch };
}

/**
 * Keeps this build of the browser SDK, and shares it with the other instances.
 *
 * @returns the folders from which pages load it.
 */
async function openReleases(
  { dataFolder, sdkFolder, isDevelopment }: Environment,
  bundles: SharedBundles | null,
  logger: Logger,
) {
  const releasesFolder = releasesFolderIn(dataFolder);
  // In development a version is rebuilt, and other instances would keep its first build.
  const shared = isDevelopment ? null : (bundles?.sdkReleases ?? null);
  const folders = {
    builtFolder: sdkFolder,
    releasesFolder,
    areReleasesFinal: !isDevelopment,
    fetchMissing:
      shared === null
        ? undefined
        : fetchReleasesOnDemand(releasesFolder, shared, { elapsed: systemElapsed, logger }),
  };
  const release = { ...folders, mayReplace: isDevelopment };
  const kept = shared ? keepSharedRelease(release, shared, logger) : keepRelease(release);
  logMissingRelease(logger, await kept);
  return folders;
}

/** Removes unpublished parts of shared files that were stored before a time. @returns their number. */
async function removeUnfinished(bundles: SharedBundles | null, before: number): Promise<number> {
  let removed = 0;
  for (const kind of bundles ? [bundles.lists, bundles.sdkReleases] : [])
    removed += await kind.removeUnfinished(before);
  return removed;
}

/** Creates the chore that completes a rotation of the master key. */
function createRotationChore({
  environment,
  database,
  audit,
  clock,
  logger,
}: {
  readonly environment: Environment;
  readonly database: OpenDatabase;
  readonly audit: Pick<AuditStore, 'append'>;
  readonly clock: Clock;
  readonly logger: Logger;
}): () => Promise<number> {
  const parts = { database, proof: keyProofOf(environment, database.main) };
  return createRotationSettling(parts, masterKeySourceOf(environment), {
    onDamaged: (damaged) =>
      logger.error(
        'Stored data keys cannot be decrypted; the rotation of the master key left them unchanged.',
        {
          count: damaged.length,
          ids: damaged
            .slice(0, 20)
            .map(({ id }) => id)
            .join(', '),
        },
      ),
    record: ({ act, keyId }) =>
      audit.append({
        actor: { kind: 'system', task: 'rotation' },
        act,
        at: clock.now(),
        accountId: null,
        subject: { kind: 'master-key', id: keyId },
        mode: null,
      }),
  });
}

/**
 * Begins to answer requests, and stores the address for `doctor`.
 *
 * @throws {SettingsError} if the address cannot be listened on.
 */
async function listenAt(
  environment: Environment,
  app: ReturnType<typeof createApp>,
  logger: Logger,
): Promise<ListeningServer> {
  const { port, host, keepAliveMs } = environment;
  const options = {
    port,
    host,
    limits: { ...listenLimits, keepAliveMs },
    connectionLimit: maxConnections(),
  };
  const server = await listen(app.fetch, options).catch((error: NodeJS.ErrnoException) => {
    const fault = faultOfListening(error, { port, host });
    throw fault ? new SettingsError([fault]) : error;
  });
  try {
    noteSettings(environment, { host, port });
  } catch (error) {
    logger.warn('The address could not be stored for doctor.', {}, error);
  }
  return server;
}
