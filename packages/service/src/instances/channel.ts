import type { ElapsedMs } from '../clock.ts';
import type { StateWatch } from '../executions/session/state-watch.ts';
import type { Logger } from '../logging/logger.ts';
import { heartbeatEveryMs } from './instance-store.ts';

/** A connection over which instances notify each other of commits. It may break, or drop messages, at any time. */
export interface Line {
  stop(): Promise<void>;
}

/** Opens a line, and reopens it after each break until it is stopped. */
export type OpenLine = (listener: {
  /** Called with each message of an instance, including this one. */
  onMessage(message: string): void;
  /** Called when the line breaks. Messages are lost until it is open again. */
  onLost(): void;
}) => Line;

export interface ChannelOptions {
  readonly instanceId: string;
  /** Name of this instance's connections. Their messages are ignored, because this instance knows its own commits. */
  readonly connectionName: string;
  readonly open: OpenLine;
  readonly watch: Pick<StateWatch, 'waitingIds' | 'notify'>;
  /** Reads, in one query, a mark for each of some executions. A mark differs after each change that a session shows. */
  marksOf(executionIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Called when another instance has a due job. */
  wakeJobs(): void;
  readonly elapsed: ElapsedMs;
  readonly logger: Logger;
}

/** Wakes waiting polls and the job runner of this process after commits of other instances. */
export interface Channel {
  /** Polls for changes while no notifications arrive, and once more after they arrive again. Must be called each second. */
  look(): Promise<void>;
  /** Returns whether this instance receives notifications. Its own heartbeat is one. */
  isHeard(): boolean;
  stop(): Promise<void>;
}

/**
 * Maximum time between two of our own heartbeats. If none arrives, the line drops messages, as a connection pooler in
 * transaction mode does.
 */
const ownBeatWithinMs = heartbeatEveryMs + 500;

/**
 * Number of consecutive checks without a waiting poll after which the mark of an execution is removed. There are gaps between
 * long polls.
 */
const maxAbsences = 10;

export function openChannel(options: ChannelOptions): Channel {
  const { instanceId, connectionName, watch, elapsed, logger } = options;
  let heardAt = Number.NEGATIVE_INFINITY;
  let wasHeard = true;
  /** Whether messages may have been lost since the last check, because the line was not open. */
  let mayHaveMissed = true;
  const marks = new Map<string, { mark: string; absences: number }>();
  const isHeard = () => elapsed() - heardAt < ownBeatWithinMs;

  const line = options.open({
    onMessage(message) {
      const [kind, subject = '', ...name] = message.split(' ');
      if (kind === 'beat') {
        if (subject === instanceId) heardAt = elapsed();
      } else if (name.join(' ') === connectionName) return;
      else if (kind === 'execution') watch.notify(subject);
      else if (kind === 'job') options.wakeJobs();
    },
    onLost() {
      heardAt = Number.NEGATIVE_INFINITY;
      mayHaveMissed = true;
    },
  });

  function logChange(): void {
    if (isHeard() === wasHeard) return;
    wasHeard = !wasHeard;
    if (wasHeard) logger.info('Notifications from other instances are arriving again.', {});
    else
      logger.warn('No notifications arrive from other instances: the database is polled every second.', {});
  }

  /**
   * Wakes the polls of all executions whose mark has changed. Also wakes those without a mark yet, because they may have
   * changed before.
   */
  async function wakeChanged(): Promise<void> {
    const waiting = watch.waitingIds();
    const isWaiting = new Set(waiting);
    for (const [id, known] of marks) {
      known.absences = isWaiting.has(id) ? 0 : known.absences + 1;
      if (known.absences > maxAbsences) marks.delete(id);
    }
    if (waiting.length === 0) return;
    for (const [id, mark] of await options.marksOf(waiting)) {
      if (marks.get(id)?.mark === mark) continue;
      marks.set(id, { mark, absences: 0 });
      watch.notify(id);
    }
  }

  return {
    isHeard,
    async look() {
      logChange();
      const isOpen = isHeard();
      if (isOpen && !mayHaveMissed) return;
      // Checks once more after the line is open again, because nobody is notified of what was committed meanwhile.
      mayHaveMissed = !isOpen;
      try {
        if (isOpen) options.wakeJobs();
        await wakeChanged();
      } catch (error) {
        mayHaveMissed = true;
        throw error;
      }
    },
    stop: () => line.stop(),
  };
}
