const most = 16;

/** How many deliveries each endpoint may have under way at a time. */
export interface EndpointPlaces {
  limitOf(endpointId: string): number;
  /** How many of all places must stay free when an endpoint with so many deliveries under way takes one more. */
  mustLeave(endpointId: string, underWay: number): number;
  /** An attempt ended; `isPrompt`: the receiver took it. */
  learn(endpointId: string, isPrompt: boolean): void;
}

/**
 * An endpoint begins with one place, earns one more with every delivery up to sixteen, and falls back to one when an attempt
 * fails. So a busy one that keeps up is served quickly, and one that has never answered takes no more than it must.
 *
 * One that has kept up may hang all the same, and is known to only when its attempts have run out of time. So what is more
 * than one place is had only while many are free: a third and more while three quarters are, which the ten endpoints of one
 * account can fill but not pass; a second while half are. One whose last attempt failed leaves a quarter free. Thus of 1024
 * places, 256 are taken by thirds and more at most, 512 with all seconds, and 512 are left for endpoints that have nothing
 * under way; those that are known to fail leave 256 to the others, however many they are. And 200 that have never answered, or
 * whose last attempt failed, take fewer than a quarter: one that keeps up has its sixteen beside them.
 *
 * Kept in memory: after a restart every endpoint begins anew.
 *
 * @param total - places of all endpoints together.
 */
export function createEndpointPlaces(total: number): EndpointPlaces {
  const limits = new Map<string, number>();
  const limitOf = (endpointId: string) => limits.get(endpointId) ?? 1;
  return {
    limitOf,
    mustLeave(endpointId, underWay) {
      if (underWay >= 2) return (total * 3) / 4;
      if (underWay === 1) return total / 2;
      // A delivery leaves two at least: one was left by a failure.
      return limits.get(endpointId) === 1 ? total / 4 : 0;
    },
    learn(endpointId, isPrompt) {
      limits.set(endpointId, isPrompt ? Math.min(limitOf(endpointId) + 1, most) : 1);
    },
  };
}
