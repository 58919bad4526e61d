import type { ElapsedMs } from '../clock.ts';
import type { StateWatch } from '../executions/session/state-watch.ts';
import type { Logger } from '../logging/logger.ts';
import { heartbeatEveryMs } from './instance-store.ts';

/** A line on which instances tell each other what they have committed. It may be cut, or swallow what is told, at any time. */
export interface Line {
  stop(): Promise<void>;
}

/** Opens a line, again and again until it is stopped. */
export type OpenLine = (listener: {
  /** Hears what an instance tells, this one included. */
  hear(message: string): void;
  /** The line is cut: what is told until it is open again is not heard. */
  lose(): void;
}) => Line;

export interface ChannelOptions {
  readonly instanceId: string;
  /** As the connections of this instance are named: what they tell is known here. */
  readonly connectionName: string;
  readonly open: OpenLine;
  readonly watch: Pick<StateWatch, 'waitingIds' | 'notify'>;
  /** Reads a mark for each of some executions, another after each change that a session shows, in one query. */
  marksOf(executionIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** A job of another instance is due. */
  wakeJobs(): void;
  readonly elapsed: ElapsedMs;
  readonly logger: Logger;
}

/** Wakes those who wait in this process for what other instances commit. */
export interface Channel {
  /** To be called each second: looks for changes itself while nothing is heard, and once more afterwards. */
  look(): Promise<void>;
  /** Whether this instance hears what is told: its own heartbeat, too. */
  isHeard(): boolean;
  stop(): Promise<void>;
}

/** The own heartbeat must be heard that often, or the line swallows what is told, as a pooler in transaction mode does. */
const heardWithinMs = heartbeatEveryMs + 500;

/** Checks in a row without a waiting poll after which the mark of an execution is removed. Long polls have gaps. */
const mostAbsences = 10;

export function openChannel(options: ChannelOptions): Channel {
  const { instanceId, connectionName, watch, elapsed, logger } = options;
  let heardAt = Number.NEGATIVE_INFINITY;
  let wasHeard = true;
  /** Whether something may have been told that nobody has looked for since: before the line was open, or while it was cut. */
  let mayHaveMissed = true;
  const marks = new Map<string, { mark: string; absences: number }>();
  const isHeard = () => elapsed() - heardAt < heardWithinMs;

  const line = options.open({
    hear(message) {
      const [kind, subject = '', ...name] = message.split(' ');
      if (kind === 'beat') {
        if (subject === instanceId) heardAt = elapsed();
      } else if (name.join(' ') === connectionName) return;
      else if (kind === 'execution') watch.notify(subject);
      else if (kind === 'job') options.wakeJobs();
    },
    lose() {
      heardAt = Number.NEGATIVE_INFINITY;
      mayHaveMissed = true;
    },
  });

  function logChange(): void {
    if (isHeard() === wasHeard) return;
    wasHeard = !wasHeard;
    if (wasHeard) logger.info('Notifications from other instances arrive again.', {});
    else logger.warn('No notifications arrive from other instances: the database is polled each second.', {});
  }

  /** The first look at an execution wakes whoever waits for it: what changed before is not known. */
  async function lookAtAll(): Promise<void> {
    const waiting = watch.waitingIds();
    const isWaiting = new Set(waiting);
    for (const [id, known] of marks) {
      known.absences = isWaiting.has(id) ? 0 : known.absences + 1;
      if (known.absences > mostAbsences) marks.delete(id);
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
      const isWhole = isHeard();
      if (isWhole && !mayHaveMissed) return;
      // Once more after the line is back: what was committed while it was cut is told to nobody.
      mayHaveMissed = !isWhole;
      try {
        if (isWhole) options.wakeJobs();
        await lookAtAll();
      } catch (error) {
        mayHaveMissed = true;
        throw error;
      }
    },
    stop: () => line.stop(),
  };
}
