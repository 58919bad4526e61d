import type { DeliveryVerdict } from './judge-reply.ts';
import { longestWaitMs } from './retry-schedule.ts';

/** Why an endpoint gets no deliveries: it answered 410, attempts failed throughout days, or somebody wanted it so. */
export type DisabledReason = 'GONE' | 'FAILING' | 'BY_HAND';

export interface EndpointHealth {
  /**
   * Since when every attempt has failed, with none of them later after the one before than a retry can be; null: the last
   * one succeeded, or there was none.
   */
  readonly failingSince: number | null;
  /** When the last one failed, while it is failing; null of one that was failing before this was noted. */
  readonly failedAt: number | null;
  readonly disabledAt: number | null;
  readonly disabledReason: DisabledReason | null;
}

/** An endpoint at which attempts fail throughout so long is disabled. */
const failingLimitMs = 5 * 24 * 60 * 60 * 1000;

/** When an attempt began and when it ended. */
interface AttemptTime {
  readonly startedAt: number;
  readonly now: number;
}

/** The health of an endpoint after one more attempt. A disabled one stays so until it is resumed. */
export function healthAfter(
  health: EndpointHealth,
  verdict: DeliveryVerdict,
  time: AttemptTime,
): EndpointHealth {
  if (health.disabledAt !== null) return health;
  if (verdict.kind === 'delivered') return { ...health, failingSince: null, failedAt: null };
  const { now } = time;
  const failing = { failingSince: sinceWhen(health, time), failedAt: now };
  if (verdict.kind === 'gone') return { ...failing, disabledAt: now, disabledReason: 'GONE' };
  if (now - failing.failingSince < failingLimitMs) return { ...health, ...failing };
  return { ...failing, disabledAt: now, disabledReason: 'FAILING' };
}

/**
 * Since when an endpoint is failing that has failed once more. Where nothing was attempted for longer than a retry waits, what
 * failed before says nothing of the time between, and the count of days begins anew.
 */
function sinceWhen({ failingSince, failedAt }: EndpointHealth, { startedAt, now }: AttemptTime): number {
  if (failingSince === null) return now;
  if (startedAt - (failedAt ?? failingSince) > longestWaitMs) return now;
  // A clock that was ahead must not put the end of the days off by as much.
  return Math.min(failingSince, now);
}

/** Whether nothing changed, which is so after each attempt of an endpoint that does well. */
export function isSameHealth(a: EndpointHealth, b: EndpointHealth): boolean {
  return (
    a.failingSince === b.failingSince &&
    a.failedAt === b.failedAt &&
    a.disabledAt === b.disabledAt &&
    a.disabledReason === b.disabledReason
  );
}
