import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type JobKind, jobKinds } from '../jobs/job.ts';
import type { Registry, Sample } from './registry.ts';

/** Sources of the gauges, read on each request of the metrics. */
export interface MetricSources {
  readonly now: () => number;
  /** Version of the service. */
  readonly version: string;
  due(kind: JobKind): Promise<number>;
  /** Returns since when the oldest due job of a kind is due; null: none is due. */
  oldestDue(kind: JobKind): Promise<number | null>;
  givenUp(kind: JobKind): Promise<number>;
  deliveries(state: 'pending' | 'held' | 'undelivered'): Promise<number>;
  endpoints(): Promise<Readonly<Record<string, number>>>;
  /** Returns when each list of people was imported, in ms since 1970. */
  watchlists(): Promise<readonly { readonly id: string; readonly importedAt: number }[]>;
  /** Returns when the publisher created each list of networks. */
  networkLists(): readonly { readonly list: string; readonly builtAt: Date }[];
  /** Returns the times of the newest backup that was verified as complete, in ms since 1970; null: none. */
  backup(): { readonly createdAt: number; readonly verifiedAt: number } | null;
  isReady(): Promise<boolean>;
  isClockInDoubt(): boolean;
  /** Returns whether all webhooks are held, as after `restore --held`. */
  areWebhooksHeld(): Promise<boolean>;
  /** Returns the number of accounts whose purges wait for an operator. */
  heldPurges(): number;
  /** Returns the free bytes on the disk of the data folder. */
  freeBytes(): Promise<number>;
}

/** Functions by which the service reports events to the metrics. */
export interface MetricObservers {
  readonly requests: {
    begun(isUpload: boolean): void;
    ended(isUpload: boolean, status: number, limit: string | null): void;
  };
  /** Called when a check was judged or failed. */
  readonly check: (kind: string, durationMs: number) => void;
  /** Called when a job was given up. */
  readonly jobGivenUp: (kind: JobKind) => void;
  readonly decoders: { started(pool: string): void; ended(pool: string, cause: string): void };
}

/**
 * Upper bounds of the duration of checks, in seconds: checks of inputs take hundredths of a second, checks of letters on a busy
 * machine a minute.
 */
const checkBounds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/**
 * Defines the metrics that are read on request. Label values are fixed or chosen by the operator, and never name a person or
 * account.
 */
export function defineGauges(registry: Registry, sources: MetricSources): void {
  defineQueue(registry, sources);
  defineLists(registry, sources);
  defineState(registry, sources);
  defineProcess(registry, sources);
}

function defineQueue(registry: Registry, sources: MetricSources): void {
  const { now } = sources;
  const byKind = (read: (kind: JobKind) => Promise<number>) => () =>
    Promise.all(jobKinds.map(async (kind) => ({ labels: { kind }, value: await read(kind) })));
  registry.gauge(
    'orchestration_jobs_due',
    'Jobs that are due or running, by kind; each lane counts up to 1000.',
    byKind(sources.due),
  );
  registry.gauge(
    'orchestration_jobs_oldest_due_seconds',
    'How long the oldest due job has been due, by kind; 0 if none is due.',
    byKind(async (kind) => {
      const dueAt = await sources.oldestDue(kind);
      return dueAt === null ? 0 : Math.max(0, now() - dueAt) / 1000;
    }),
  );
  registry.gauge(
    'orchestration_jobs_given_up',
    'Jobs that were given up and are kept for inspection, by kind; up to 1000.',
    byKind(sources.givenUp),
  );
  registry.gauge(
    'orchestration_webhook_deliveries',
    'Deliveries by state; each endpoint counts up to 1000 in each mode.',
    () =>
      Promise.all(
        (['pending', 'held', 'undelivered'] as const).map(async (state) => ({
          labels: { state },
          value: await sources.deliveries(state),
        })),
      ),
  );
  registry.gauge('orchestration_webhook_endpoints', 'Webhook endpoints by state.', async () =>
    Object.entries(await sources.endpoints()).map(([state, value]) => ({ labels: { state }, value })),
  );
}

function defineLists(registry: Registry, sources: MetricSources): void {
  registry.gauge(
    'orchestration_watchlist_imported_timestamp_seconds',
    'When each list of people was imported.',
    async () =>
      (await sources.watchlists()).map(({ id, importedAt }) => ({
        labels: { list: id },
        value: importedAt / 1000,
      })),
  );
  registry.gauge(
    'orchestration_network_list_built_timestamp_seconds',
    'When each list of networks was published.',
    () =>
      sources
        .networkLists()
        .map(({ list, builtAt }): Sample => ({ labels: { list }, value: builtAt.getTime() / 1000 })),
  );
}

function defineState(registry: Registry, sources: MetricSources): void {
  const one = (value: number): Sample[] => [{ labels: {}, value }];
  const ofBackup = (read: 'createdAt' | 'verifiedAt') => () => {
    const backup = sources.backup();
    return backup === null ? [] : one(backup[read] / 1000);
  };
  registry.gauge(
    'orchestration_backup_created_timestamp_seconds',
    'When the newest backup that was found intact was written.',
    ofBackup('createdAt'),
  );
  registry.gauge(
    'orchestration_backup_verified_timestamp_seconds',
    'When that backup was found intact.',
    ofBackup('verifiedAt'),
  );
  registry.gauge(
    'orchestration_ready',
    'Whether requests can be served, as /readyz answers: 1 or 0.',
    async () => one((await sources.isReady()) ? 1 : 0),
  );
  registry.gauge(
    'orchestration_clock_in_doubt',
    'Whether the clock is in doubt, so that purges wait: 1 or 0.',
    () => one(sources.isClockInDoubt() ? 1 : 0),
  );
  registry.gauge(
    'orchestration_webhooks_held',
    'Whether all webhooks are held until they are released, as in a restored copy: 1 or 0.',
    async () => one((await sources.areWebhooksHeld()) ? 1 : 0),
  );
  registry.gauge(
    'orchestration_purges_held_accounts',
    'Accounts whose overdue purges wait for an operator.',
    () => one(sources.heldPurges()),
  );
  registry.gauge(
    'orchestration_data_disk_free_bytes',
    'Free bytes on the disk of the data folder.',
    async () => one(await sources.freeBytes()),
  );
  registry.gauge('orchestration_build_info', 'Versions of the service and of Node.js; always 1.', () => [
    { labels: { version: sources.version, node: process.version }, value: 1 },
  ]);
}

function defineProcess(registry: Registry, { now }: MetricSources): void {
  const startedAt = now() / 1000 - process.uptime();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  registry.gauge(
    'orchestration_event_loop_delay_seconds',
    'How late timers ran since the previous reading of the metrics: median, 99th percentile and maximum.',
    () => {
      const samples = [
        { quantile: '0.5', value: delay.percentile(50) },
        { quantile: '0.99', value: delay.percentile(99) },
        { quantile: '1', value: delay.max },
      ].map(({ quantile, value }) => ({ labels: { quantile }, value: Math.max(0, value) / 1e9 }));
      delay.reset();
      return samples;
    },
  );
  registry.gauge('process_start_time_seconds', 'When the process started, in seconds since 1970.', () => [
    { labels: {}, value: startedAt },
  ]);
  registry.gauge(
    'process_resident_memory_bytes',
    'Memory of the service, without its decoder processes.',
    () => [{ labels: {}, value: process.memoryUsage.rss() }],
  );
}

/** Defines the metrics that count events. Labels as in {@link defineGauges}. */
export function defineObserved(registry: Registry): MetricObservers {
  const replies = registry.counter('orchestration_http_replies_total', 'Replies by HTTP status.');
  const limited = registry.counter(
    'orchestration_http_limited_total',
    'Requests refused with 429, by the limit that refused them.',
  );
  const checks = registry.histogram(
    'orchestration_check_seconds',
    'How long checks took from their claim to their verdict, including the wait for a process, by kind.',
    checkBounds,
  );
  const givenUp = registry.counter(
    'orchestration_jobs_given_up_total',
    'Jobs that were given up since the start of the process, by kind.',
  );
  // Initialised with 0, because Prometheus sees no increase in a counter that first appears with the value 1.
  for (const kind of jobKinds) givenUp.add({ kind }, 0);
  const ended = registry.counter(
    'orchestration_decoder_processes_ended_total',
    'Decoder processes that ended, by pool and cause.',
  );
  let uploads = 0;
  registry.gauge('orchestration_uploads_in_progress', 'Uploads that are being received or decoded.', () => [
    { labels: {}, value: uploads },
  ]);
  const alive = new Map<string, number>();
  registry.gauge('orchestration_decoder_processes', 'Running decoder processes, by pool.', () =>
    [...alive].map(([pool, value]) => ({ labels: { pool }, value })),
  );
  const change = (pool: string, by: number) => alive.set(pool, (alive.get(pool) ?? 0) + by);
  return {
    requests: {
      begun(isUpload) {
        if (isUpload) uploads += 1;
      },
      ended(isUpload, status, limit) {
        if (isUpload) uploads -= 1;
        replies.add({ status: String(status) });
        if (limit !== null) limited.add({ limit });
      },
    },
    check: (kind, durationMs) => checks.observe({ kind }, durationMs / 1000),
    jobGivenUp: (kind) => givenUp.add({ kind }),
    decoders: {
      started: (pool) => void change(pool, 1),
      ended(pool, cause) {
        change(pool, -1);
        ended.add({ pool, cause });
      },
    },
  };
}
