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
  /** As in {@link openChannel}. */
  readonly marksOf: (executionIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

export interface JoinOptions {
  readonly checks: ChecksRole;
  readonly watch: Pick<StateWatch, 'waitingIds' | 'notify'>;
  readonly now: Clock['now'];
  readonly elapsed: ElapsedMs;
  readonly logger: Logger;
  /** Both as in {@link createHeartbeat}. */
  endLeases(): Promise<number>;
  endOwnLeases(): Promise<number>;
  wakeJobs(): void;
}

export interface JoinedInstance {
  /** Whether no other instance is there. */
  isAlone(): Promise<boolean>;
  /** Whether an instance is there that carries out checks. */
  isChecking(): Promise<boolean>;
  /** Whether this instance hears what others commit. */
  isHeard(): boolean;
  /** How often to look for jobs that fell due without being told: at most one query a second, with the heartbeats. */
  pollMs(): number;
  /** Says goodbye; to be called once nothing runs any more. */
  leave(): Promise<void>;
}

const lookEveryMs = 1000;
const pollHeardMs = 2500;

/** Joins the instances that share a database: shows that this one is there, and hears what the others commit. */
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
  const looks = repeat(channel.look, lookEveryMs, (error) =>
    logger.warn('Polling for changes of other instances failed.', {}, error),
  );
  return {
    isAlone: instances.isAlone,
    isChecking: instances.isChecking,
    isHeard: channel.isHeard,
    pollMs: () => (channel.isHeard() ? pollHeardMs : lookEveryMs),
    async leave() {
      await Promise.all([beats(), looks(), channel.stop()]);
      await instances.leave();
    },
  };
}

/** Does work at once and again and again, never twice at a time. @returns what ends it, and resolves when it has ended. */
function repeat(work: () => Promise<void>, everyMs: number, onFailure: (error: unknown) => void) {
  let underWay: Promise<void> | null = null;
  const begin = () => {
    underWay ??= work()
      .catch(onFailure)
      .finally(() => {
        underWay = null;
      });
  };
  const timer = setInterval(begin, everyMs);
  begin();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}
