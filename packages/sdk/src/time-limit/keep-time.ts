import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Call, Clock } from '../session/ports.ts';
import type { TimeLimit } from '../session/time-limit.ts';
import { isNearlyOver, minutesToTell, nextNewsAfter } from './time-warning.ts';

/** Warning that the user gets before the time is over. */
export interface TimeWarning {
  /** Whole minutes; 0 is less than one. */
  readonly minutesLeft: number;
  /** Whether there can be more time. */
  readonly extendable: boolean;
  /** How the wish for more time fares. */
  readonly wish: 'none' | 'sent' | 'offline' | 'unanswered' | 'failed';
}

/** Whether the wish is still to be answered. */
export const isUnderWay = (wish: TimeWarning['wish']): boolean => wish !== 'none' && wish !== 'failed';

/** Options that the time is kept with. */
export interface TimeKeeperOptions {
  /** Null while the flow does not wait for the user. */
  readonly limit: ReadonlySignal<TimeLimit | null>;
  /** Asks the service for more time, again and again while it cannot be reached. Afterwards the limit is another. */
  readonly extend: (call: Call) => Promise<void>;
  readonly clock: Clock;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Warns once before each end. */
export interface TimeKeeper {
  /** Null while there is nothing to say. */
  readonly warning: ReadonlySignal<TimeWarning | null>;
  /** The user has read it, and goes on. */
  goOn(): void;
  askForMore(): void;
}

/**
 * Warns before the time limit is reached. A warning stays until the user answers it, the limit changes, or the flow no longer
 * waits for the user. An answered warning only returns before the next limit.
 */
export function createTimeKeeper({ limit, extend, clock, signal: life }: TimeKeeperOptions): TimeKeeper {
  const warning = signal<TimeWarning | null>(null);
  let turn = new AbortController();
  /** The end that the user was warned of, or is. */
  let warnedOf: string | null = null;

  const change = (members: Partial<TimeWarning>) => {
    const shown = warning.peek();
    if (shown) warning.value = { ...shown, ...members };
  };

  async function watch({ deadline, endsAtMs, extendable }: TimeLimit, ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      const leftMs = endsAtMs - clock.now();
      const minutesLeft = minutesToTell(leftMs);
      if (warnedOf !== deadline && isNearlyOver(leftMs)) {
        warnedOf = deadline;
        warning.value = { minutesLeft, extendable, wish: 'none' };
      } else if (warnedOf === deadline && minutesLeft !== warning.peek()?.minutesLeft) {
        change({ minutesLeft });
      }
      const waitMs = nextNewsAfter(leftMs);
      if (waitMs === null) return;
      await clock.sleep(waitMs, ended);
    }
  }

  const stop = effect(() => {
    turn.abort();
    turn = new AbortController();
    const next = limit.value;
    if (next?.deadline === warnedOf) change({ extendable: next.extendable });
    else if (warning.peek()) {
      // The user has not answered the warning: shows it again the next time the flow waits until the same deadline.
      warnedOf = null;
      warning.value = null;
    }
    if (next) void watch(next, turn.signal);
  });
  const end = () => {
    stop();
    turn.abort();
    warning.value = null;
  };
  life.addEventListener('abort', end);

  async function askForMore(): Promise<void> {
    const asked = warning.peek();
    if (!asked?.extendable || isUnderWay(asked.wish)) return;
    change({ wish: 'sent' });
    try {
      await extend({
        signal: life,
        onConnection: (offline) =>
          change({ wish: offline === true ? 'offline' : offline ? 'unanswered' : 'sent' }),
      });
      change({ wish: 'none' });
    } catch {
      // The poll reports it if the session is over; otherwise the user may ask again.
      if (!life.aborted) change({ wish: 'failed' });
    }
  }

  return {
    warning,
    goOn() {
      warning.value = null;
    },
    askForMore: () => void askForMore(),
  };
}
