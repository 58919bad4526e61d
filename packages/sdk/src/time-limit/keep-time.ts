import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Call, Clock } from '../session/ports.ts';
import type { TimeLimit } from '../session/time-limit.ts';
import { isNearlyOver, minutesToShow, timeToNextUpdate } from './time-warning.ts';

/** Warning shown to the user before the time limit. */
export interface TimeWarning {
  /** Whole minutes; 0 means less than one. */
  readonly minutesLeft: number;
  /** Whether the user can request more time. */
  readonly extendable: boolean;
  /** State of the request for more time. */
  readonly request: 'none' | 'sent' | 'offline' | 'unanswered' | 'failed';
}

/** Returns whether the request is still unanswered. */
export const isUnderWay = (request: TimeWarning['request']): boolean =>
  request !== 'none' && request !== 'failed';

/** Options of a time keeper. */
export interface TimeKeeperOptions {
  /** Null while the flow does not await the user. */
  readonly limit: ReadonlySignal<TimeLimit | null>;
  /** Requests more time from the service, with retries while it cannot be reached; then changes the limit. */
  readonly extend: (call: Call) => Promise<void>;
  readonly clock: Clock;
  /** Stops the time keeper. */
  readonly signal: AbortSignal;
}

/** Warns once before each deadline. */
export interface TimeKeeper {
  /** Null while no warning is shown. */
  readonly warning: ReadonlySignal<TimeWarning | null>;
  /** Dismisses the warning. */
  dismiss(): void;
  askForMore(): void;
}

/**
 * Warns before the time limit. A warning stays until the user answers it, the limit changes, or the flow no longer awaits the
 * user. An answered warning returns only before the next limit.
 */
export function createTimeKeeper({ limit, extend, clock, signal: life }: TimeKeeperOptions): TimeKeeper {
  const warning = signal<TimeWarning | null>(null);
  /** Aborted and replaced whenever the limit changes. */
  let round = new AbortController();
  /** Deadline that the user was last warned of. */
  let warnedDeadline: string | null = null;

  const change = (members: Partial<TimeWarning>) => {
    const shown = warning.peek();
    if (shown) warning.value = { ...shown, ...members };
  };

  async function watch({ deadline, endsAtMs, extendable }: TimeLimit, ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      const leftMs = endsAtMs - clock.now();
      const minutesLeft = minutesToShow(leftMs);
      if (warnedDeadline !== deadline && isNearlyOver(leftMs)) {
        warnedDeadline = deadline;
        warning.value = { minutesLeft, extendable, request: 'none' };
      } else if (warnedDeadline === deadline && minutesLeft !== warning.peek()?.minutesLeft) {
        change({ minutesLeft });
      }
      const waitMs = timeToNextUpdate(leftMs);
      if (waitMs === null) return;
      await clock.sleep(waitMs, ended);
    }
  }

  const stop = effect(() => {
    round.abort();
    round = new AbortController();
    const next = limit.value;
    if (next?.deadline === warnedDeadline) change({ extendable: next.extendable });
    else if (warning.peek()) {
      // The user has not answered the warning: shows it again when the flow next awaits the user with the same deadline.
      warnedDeadline = null;
      warning.value = null;
    }
    if (next) void watch(next, round.signal);
  });
  const end = () => {
    stop();
    round.abort();
    warning.value = null;
  };
  life.addEventListener('abort', end);

  async function askForMore(): Promise<void> {
    const current = warning.peek();
    if (!current?.extendable || isUnderWay(current.request)) return;
    change({ request: 'sent' });
    try {
      await extend({
        signal: life,
        onConnection: (offline) =>
          change({ request: offline === true ? 'offline' : offline ? 'unanswered' : 'sent' }),
      });
      change({ request: 'none' });
    } catch {
      // The poll reports it if the session is over; otherwise the user may ask again.
      if (!life.aborted) change({ request: 'failed' });
    }
  }

  return {
    warning,
    dismiss() {
      warning.value = null;
    },
    askForMore: () => void askForMore(),
  };
}
