/** Time in ms within which a delivery counts as prompt. */
const promptMs = 1000;
const maxConcurrency = 16;

/** How an attempt ended. */
export interface AttemptEnd {
  readonly isDelivered: boolean;
  /** Time in ms from the request to the last byte of the response. */
  readonly durationMs: number;
}

/** How promptly one endpoint responds. Times are in ms of a monotonic clock. */
export interface EndpointPace {
  /** Maximum number of concurrent deliveries, regardless of other endpoints. */
  readonly limit: number;
  /** Result of its last attempt. */
  readonly known: 'nothing' | 'prompt' | 'slow' | 'failing';
  /**
   * Returns whether its last attempt was prompt and it still responds: no request in progress has waited for more than a
   * second, or another one was delivered promptly within the last second. A single stalled request says little about the
   * others.
   */
  isPrompt(now: number): boolean;
  /**
   * Returns how many of the slots of all deliveries it holds: as many as it has requests in progress or, if it is prompt and
   * had more of them within the last second, that number. Unlike `limit`, which says how many it may hold.
   */
  heldSlots(now: number): number;
  /** Records the start of an attempt. @returns a function to call when it has ended, with null if no request was made. */
  begin(now: number): (end: AttemptEnd | null, now: number) => void;
}

export function createEndpointPace(): EndpointPace {
  let limit = 1;
  let known: EndpointPace['known'] = 'nothing';
  /** Start of each attempt in progress, oldest first. */
  const underWay = new Set<{ readonly since: number }>();
  let kept = { slots: 0, until: 0 };
  /** End of the last prompt attempt. */
  let promptAt = Number.NEGATIVE_INFINITY;

  const isPrompt = (now: number) => {
    const [oldest] = underWay;
    return (
      known === 'prompt' &&
      (oldest === undefined || now - oldest.since <= promptMs || now - promptAt <= promptMs)
    );
  };
  function learn({ isDelivered, durationMs }: AttemptEnd, now: number): void {
    limit = isDelivered ? Math.min(limit + 1, maxConcurrency) : 1;
    if (!isDelivered) known = 'failing';
    else known = durationMs <= promptMs ? 'prompt' : 'slow';
    if (known === 'prompt') promptAt = now;
    if (known !== 'prompt') kept = { slots: 0, until: 0 };
    else if (underWay.size >= kept.slots || now >= kept.until)
      kept = { slots: underWay.size, until: now + promptMs };
  }
  return {
    get limit() {
      return limit;
    },
    get known() {
      return known;
    },
    isPrompt,
    heldSlots: (now) => Math.max(underWay.size, isPrompt(now) && now < kept.until ? kept.slots : 0),
    begin(now) {
      const attempt = { since: now };
      underWay.add(attempt);
      return (end, endedAt) => {
        if (end !== null) learn(end, endedAt);
        underWay.delete(attempt);
      };
    },
  };
}
