import type { DeliveryVerdict } from './judge-reply.ts';

/** Why an endpoint gets no deliveries: it answered 410, or nothing reached it for days. */
export type DisabledReason = 'GONE' | 'FAILING';

export interface EndpointHealth {
  /** Since when every attempt has failed; null: the last one succeeded, or there was none. */
  readonly failingSince: number | null;
  readonly disabledAt: number | null;
  readonly disabledReason: DisabledReason | null;
}

/** An endpoint at which nothing arrives for this long is disabled. */
const failingLimitMs = 5 * 24 * 60 * 60 * 1000;

/** The health of an endpoint after one more attempt. A disabled one stays so until it is resumed. */
export function healthAfter(health: EndpointHealth, verdict: DeliveryVerdict, now: number): EndpointHealth {
  if (health.disabledAt !== null) return health;
  if (verdict.kind === 'delivered') return { ...health, failingSince: null };
  const failingSince = health.failingSince ?? now;
  if (verdict.kind === 'gone') return { failingSince, disabledAt: now, disabledReason: 'GONE' };
  if (now - failingSince < failingLimitMs) return { ...health, failingSince };
  return { failingSince, disabledAt: now, disabledReason: 'FAILING' };
}
