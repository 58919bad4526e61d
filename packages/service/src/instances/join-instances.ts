import type { Clock, ElapsedMs } from '../clock.ts';
import type { StateWatch } from '../executions/session/state-watch.ts';
import type { Logger } from '../logging/logger.ts';
import { type OpenLine, openChannel } from './channel.ts';
import { createHeartbeat } from './heartbeat.ts';
import { type ChecksRole, heartbeatEveryMs, type InstanceStore } from './instance-store.ts';

/** A database that several processes of the service share. */
export interface Sharing {
  readonly instances: InstanceStore;
  /** Name of the connections of this process. */
  readonly connectionName: string;
  readonly openLine: OpenLine;
  /** As in the options of {@link openChannel}. */
  readonly marksOf: (executionIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

export interface JoinOptions {
  readonly checks: ChecksRole;
  readonly watch: Pick<StateWatch, 'waitingIds' | 'notify'>;
  readonly now: Clock['now'];
  readonly elapsed: ElapsedMs;
  readonly logger: Logger;
  /** As in the options of {@link createHeartbeat}, like `endOwnLeases`. */
  endLeases(): Promise<number>;
  endOwnLeases(): Promise<number>;
  wakeJobs(): void;
}

export interface JoinedInstance {
  /** Returns whether no other instance is running. */
  isAlone(): Promise<boolean>;
  /** Returns whether a running instance carries out checks. */
  isChecking(): Promise<boolean>;
  /** Returns whether this instance receives notifications of commits. */
  isHeard(): boolean;
  /**
   * Returns the interval at which to poll for due jobs, in ms. Together with the heartbeats, this makes at most one query a
   * second.
   */
  pollMs(): number;
  /** Removes this instance. Call it once no job is running. */
  leave(): Promise<void>;
}

const checkEveryMs = 1000;
const pollHeardMs = 2500;

/** Joins the instances that share a database: sends heartbeats, and receives notifications of their commits. */
export async function joinInstances(
  { instances, connectionName, openLine, marksOf }: Sharing,
  options: JoinOptions,
): Promise<JoinedInstance> {
  const { logger } = options;
  await instances.join(options.checks);
  const channel = openChannel({
    ...options,
    instanceId: instances.id,
    connectionName,
    open: openLine,
    marksOf,
  });
  const beats = repeat(
    createHeartbeat({ ...options, instances, wake: options.wakeJobs }),
    heartbeatEveryMs,
    (error) => logger.warn('This instance could not send its heartbeat.', {}, error),
  );
  const polls = repeat(channel.look, checkEveryMs, (error) =>
    logger.warn('Polling for changes of other instances failed.', {}, error),
  );
  return {
    isAlone: instances.isAlone,
    isChecking: instances.isChecking,
    isHeard: channel.isHeard,
    pollMs: () => (channel.isHeard() ? pollHeardMs : checkEveryMs),
    async leave() {
      await Promise.all([beats(), polls(), channel.stop()]);
      await instances.leave();
    },
  };
}

/**
 * Runs work at once and then at an interval, but never twice at the same time.
 *
 * @returns a function that stops it, and resolves when running work has ended.
 */
function repeat(work: () => Promise<void>, everyMs: number, onFailure: (error: unknown) => void) {
  let running: Promise<void> | null = null;
  const begin = () => {
    running ??= work()
      .catch(onFailure)
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(begin, everyMs);
  begin();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
