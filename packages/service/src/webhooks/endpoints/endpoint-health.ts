import type { DeliveryVerdict } from '../delivery/judge-reply.ts';
import { maxWaitMs } from '../delivery/retry-schedule.ts';

/** Reason why an endpoint is disabled: it responded with 410, all attempts failed for days, or a person disabled it. */
export type DisabledReason = 'GONE' | 'FAILING' | 'BY_HAND';

export interface EndpointHealth {
  /** Start of the period in which every attempt has failed; null if the last one succeeded, or there was none. */
  readonly failingSince: number | null;
  /**
   * Start of the latest series of failures in which no two are further apart than the longest wait between retries; null if
   * there is none.
   */
  readonly relapsedAt: number | null;
  /** Time of the last failure. Null together with the two members above. */
  readonly failedAt: number | null;
  readonly disabledAt: number | null;
  readonly disabledReason: DisabledReason | null;
}

/** Health of an endpoint whose last attempt succeeded, or that has had none since it was enabled. */
export const noFailures = { failingSince: null, relapsedAt: null, failedAt: null } as const;

/** Time in ms after which an endpoint to which nothing can be delivered is disabled. */
const failingLimitMs = 5 * 24 * 60 * 60 * 1000;
/**
 * Minimum duration of the latest series of failures before an endpoint is disabled, so that old failures alone do not disable
 * it. Longer than maintenance during a night.
 */
const relapseLimitMs = 12 * 60 * 60 * 1000;

/** Start and end of an attempt. */
interface AttemptTime {
  readonly startedAt: number;
  readonly now: number;
}

/**
 * Returns the health of an endpoint after an attempt. A disabled endpoint stays disabled until it is resumed.
 *
 * @param isClockTrusted - if false, the measured days of failure may be wrong, so the endpoint is not disabled for failing.
 */
export function healthAfter(
  health: EndpointHealth,
  verdict: DeliveryVerdict,
  time: AttemptTime,
  isClockTrusted = true,
): EndpointHealth {
  if (health.disabledAt !== null) return health;
  if (verdict.kind === 'delivered') return { ...health, ...noFailures };
  const { now } = time;
  const failing = { ...failureStart(health, time), failedAt: now };
  if (verdict.kind === 'gone') return { ...failing, disabledAt: now, disabledReason: 'GONE' };
  const hasFailedTooLong =
    now - failing.failingSince >= failingLimitMs && now - failing.relapsedAt >= relapseLimitMs;
  if (!hasFailedTooLong || !isClockTrusted) return { ...health, ...failing };
  return { ...failing, disabledAt: now, disabledReason: 'FAILING' };
}

/** Percentages of the time until a failing endpoint is disabled at which a warning is shown. */
const warningPercents = [90, 70, 50] as const;

/** Warning of a failing endpoint that will be disabled. */
export interface FailureWarning {
  readonly percent: (typeof warningPercents)[number];
  /** Time at which it is disabled unless a delivery succeeds, in ms since 1970. */
  readonly disablesAt: number;
}

/**
 * Determines how much of the time until a failing endpoint is disabled has passed.
 *
 * @returns null if it is healthy or disabled, if less than half of the time has passed, or if its last attempt is so long ago
 *   that the next failure starts a new series.
 */
export function findFailureWarning(health: EndpointHealth, now: number): FailureWarning | null {
  const { failingSince, relapsedAt, failedAt, disabledAt } = health;
  if (disabledAt !== null || failingSince === null || relapsedAt === null || failedAt === null) return null;
  if (now - failedAt > maxWaitMs) return null;
  const disablesAt = Math.max(failingSince + failingLimitMs, relapsedAt + relapseLimitMs);
  const used = (100 * (now - failingSince)) / (disablesAt - failingSince);
  const percent = warningPercents.find((one) => used >= one);
  return percent === undefined ? null : { percent, disablesAt };
}

/** Returns `failingSince` and `relapsedAt` after another failure. */
function failureStart(
  { failingSince, relapsedAt, failedAt }: EndpointHealth,
  { startedAt, now }: AttemptTime,
) {
  if (failingSince === null || relapsedAt === null || failedAt === null)
    return { failingSince: now, relapsedAt: now };
  const isRelapse = startedAt - failedAt > maxWaitMs;
  // Prevents times of a clock that was ahead from delaying the disabling.
  return {
    failingSince: Math.min(failingSince, now),
    relapsedAt: isRelapse ? now : Math.min(relapsedAt, now),
  };
}

/** Compares two states of health. They are equal after each attempt of a healthy endpoint. */
export function isSameHealth(a: EndpointHealth, b: EndpointHealth): boolean {
  return (
    a.failingSince === b.failingSince &&
    a.relapsedAt === b.relapsedAt &&
    a.failedAt === b.failedAt &&
    a.disabledAt === b.disabledAt &&
    a.disabledReason === b.disabledReason
  );
}
