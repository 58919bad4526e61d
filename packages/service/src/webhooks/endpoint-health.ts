import type { DeliveryVerdict } from './judge-reply.ts';

/** Why an endpoint gets no deliveries: it answered 410, attempts failed throughout days, or somebody wanted it so. */
export type DisabledReason = 'GONE' | 'FAILING' | 'BY_HAND';

export interface EndpointHealth {
  /**
   * Since when every attempt has failed, with none of them later after the one before than a retry can be; null: the last
   * one succeeded, or there was none.
   */
  readonly failingSince: number | null;
  readonly disabledAt: number | null;
  readonly disabledReason: DisabledReason | null;
}

/** An endpoint at which attempts fail throughout so long is disabled. */
const failingLimitMs = 5 * 24 * 60 * 60 * 1000;

/**
 * The health of an endpoint after one more attempt. A disabled one stays so until it is resumed.
 *
 * @param isAfterGap whether nothing was attempted for longer than a retry waits: what failed before then says nothing of the
 *   time between, and the count of days begins anew.
 */
export function healthAfter(
  health: EndpointHealth,
  verdict: DeliveryVerdict,
  { now, isAfterGap }: { now: number; isAfterGap: boolean },
): EndpointHealth {
  if (health.disabledAt !== null) return health;
  if (verdict.kind === 'delivered') return { ...health, failingSince: null };
  const failingSince = isAfterGap ? now : (health.failingSince ?? now);
  if (verdict.kind === 'gone') return { failingSince, disabledAt: now, disabledReason: 'GONE' };
  if (now - failingSince < failingLimitMs) return { ...health, failingSince };
  return { failingSince, disabledAt: now, disabledReason: 'FAILING' };
}

/** Whether nothing changed, which is so after most attempts. */
export function isSameHealth(a: EndpointHealth, b: EndpointHealth): boolean {
  return (
    a.failingSince === b.failingSince &&
    a.disabledAt === b.disabledAt &&
    a.disabledReason === b.disabledReason
  );
}
