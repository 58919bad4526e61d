/** Time in ms within which a delivery counts as prompt. */
const promptMs = 1000;
const most = 16;

/** How an attempt ended. */
export interface AttemptEnd {
  readonly isDelivered: boolean;
  /** From the request to the last byte of the answer. */
  readonly durationMs: number;
}

/** How one endpoint answers; times in milliseconds that have gone by, whatever the clock is set to. */
export interface EndpointPace {
  /** How many deliveries it may have under way at a time, as far as it alone is concerned. */
  readonly limit: number;
  /** How its last attempt ended. */
  readonly known: 'nothing' | 'prompt' | 'slow' | 'failing';
  /**
   * Whether its last attempt was prompt, and it does not hang: nothing under way has waited longer than that, or something else
   * has come back promptly since, a moment ago. One request that stalls says little of the others.
   */
  isPrompt(now: number): boolean;
  /** How many places it has: those of what is under way and, while it is prompt, those that came back a moment ago. */
  places(now: number): number;
  /** An attempt begins. @returns what to call when it has ended; null: no request was made. */
  begin(now: number): (end: AttemptEnd | null, now: number) => void;
}

export function createEndpointPace(): EndpointPace {
  let limit = 1;
  let known: EndpointPace['known'] = 'nothing';
  /** When each attempt under way began, the longest under way first. */
  const underWay = new Set<{ readonly since: number }>();
  let kept = { places: 0, until: 0 };
  /** When the last one that was prompt ended. */
  let promptAt = Number.NEGATIVE_INFINITY;

  const isPrompt = (now: number) => {
    const [oldest] = underWay;
    return (
      known === 'prompt' &&
      (oldest === undefined || now - oldest.since <= promptMs || now - promptAt <= promptMs)
    );
  };
  function learn({ isDelivered, durationMs }: AttemptEnd, now: number): void {
    limit = isDelivered ? Math.min(limit + 1, most) : 1;
    if (!isDelivered) known = 'failing';
    else known = durationMs <= promptMs ? 'prompt' : 'slow';
    if (known === 'prompt') promptAt = now;
    if (known !== 'prompt') kept = { places: 0, until: 0 };
    else if (underWay.size >= kept.places || now >= kept.until)
      kept = { places: underWay.size, until: now + promptMs };
  }
  return {
    get limit() {
      return limit;
    },
    get known() {
      return known;
    },
    isPrompt,
    places: (now) => Math.max(underWay.size, isPrompt(now) && now < kept.until ? kept.places : 0),
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
