const first = 2;
const most = 16;

/** How many deliveries each endpoint may have under way at a time. */
export interface EndpointPlaces {
  limitOf(endpointId: string): number;
  /** An attempt ended; `isPrompt`: the receiver took it. */
  learn(endpointId: string, isPrompt: boolean): void;
}

/**
 * An endpoint begins with two places, earns one more with every delivery up to sixteen, and falls back to one when an
 * attempt fails. So hundreds of hung receivers together take no more places than there are, while a busy one that keeps
 * up is served quickly. Kept in memory: after a restart every endpoint begins anew.
 */
export function createEndpointPlaces(): EndpointPlaces {
  const limits = new Map<string, number>();
  const limitOf = (endpointId: string) => limits.get(endpointId) ?? first;
  return {
    limitOf,
    learn(endpointId, isPrompt) {
      limits.set(endpointId, isPrompt ? Math.min(limitOf(endpointId) + 1, most) : 1);
    },
  };
}
