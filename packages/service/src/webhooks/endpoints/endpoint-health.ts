import type { DeliveryVerdict } from '../delivery/judge-reply.ts';
import { longestWaitMs } from '../delivery/retry-schedule.ts';

/** Why an endpoint gets no deliveries: it answered 410, attempts failed throughout days, or somebody wanted it so. */
export type DisabledReason = 'GONE' | 'FAILING' | 'BY_HAND';

export interface EndpointHealth {
  /** Since when every attempt has failed; null: the last one succeeded, or there was none. */
  readonly failingSince: number | null;
  /** Since when they fail one after another: with no longer between two than a retry waits; null: none does. */
  readonly relapsedAt: number | null;
  /** When the last one failed. This and the two above are null together. */
  readonly failedAt: number | null;
  readonly disabledAt: number | null;
  readonly disabledReason: DisabledReason | null;
}

/** Health of an endpoint whose last attempt succeeded, or that has had none since it was enabled. */
export const doingWell = { failingSince: null, relapsedAt: null, failedAt: null } as const;

/** An endpoint at which nothing arrives for so long is disabled. */
const failingLimitMs = 5 * 24 * 60 * 60 * 1000;
/** But not by what failed long ago: it must have failed for so long anew, which is longer than a night's maintenance. */
const relapseLimitMs = 12 * 60 * 60 * 1000;

/** When an attempt began and when it ended. */
interface AttemptTime {
  readonly startedAt: number;
  readonly now: number;
}

/**
 * The health of an endpoint after one more attempt. A disabled one stays so until it is resumed.
 *
 * @param isClockTrusted - false: the days it has failed for may be no days, so they disable nothing.
 */
export function healthAfter(
  health: EndpointHealth,
  verdict: DeliveryVerdict,
  time: AttemptTime,
  isClockTrusted = true,
): EndpointHealth {
  if (health.disabledAt !== null) return health;
  if (verdict.kind === 'delivered') return { ...health, ...doingWell };
  const { now } = time;
  const failing = { ...sinceWhen(health, time), failedAt: now };
  if (verdict.kind === 'gone') return { ...failing, disabledAt: now, disabledReason: 'GONE' };
  const lasts = now - failing.failingSince >= failingLimitMs && now - failing.relapsedAt >= relapseLimitMs;
  if (!lasts || !isClockTrusted) return { ...health, ...failing };
  return { ...failing, disabledAt: now, disabledReason: 'FAILING' };
}

/** Shares of the time after which a failing endpoint is disabled, in percent, at which those who look after it are told. */
const alarmPercents = [90, 70, 50] as const;

/** A failing endpoint on its way to being disabled. */
export interface FailureAlarm {
  readonly percent: (typeof alarmPercents)[number];
  /** When it is disabled if nothing arrives until then, in ms since 1970. */
  readonly disablesAt: number;
}

/**
 * How far the time of a failing endpoint is used up.
 *
 * @returns null: it does well or is disabled, less than half is used, or its last attempt is so long ago that it begins anew.
 */
export function findFailureAlarm(health: EndpointHealth, now: number): FailureAlarm | null {
  const { failingSince, relapsedAt, failedAt, disabledAt } = health;
  if (disabledAt !== null || failingSince === null || relapsedAt === null || failedAt === null) return null;
  if (now - failedAt > longestWaitMs) return null;
  const disablesAt = Math.max(failingSince + failingLimitMs, relapsedAt + relapseLimitMs);
  const used = (100 * (now - failingSince)) / (disablesAt - failingSince);
  const percent = alarmPercents.find((one) => used >= one);
  return percent === undefined ? null : { percent, disablesAt };
}

/** Since when an endpoint fails, and fails again, that has failed once more. */
function sinceWhen({ failingSince, relapsedAt, failedAt }: EndpointHealth, { startedAt, now }: AttemptTime) {
  if (failingSince === null || relapsedAt === null || failedAt === null)
    return { failingSince: now, relapsedAt: now };
  const isRelapse = startedAt - failedAt > longestWaitMs;
  // A clock that was ahead must not put the end of the days off by as much.
  return {
    failingSince: Math.min(failingSince, now),
    relapsedAt: isRelapse ? now : Math.min(relapsedAt, now),
  };
}

/** Whether nothing changed, which is so after each attempt of an endpoint that does well. */
export function isSameHealth(a: EndpointHealth, b: EndpointHealth): boolean {
  return (
    a.failingSince === b.failingSince &&
    a.relapsedAt === b.relapsedAt &&
    a.failedAt === b.failedAt &&
    a.disabledAt === b.disabledAt &&
    a.disabledReason === b.disabledReason
  );
}
