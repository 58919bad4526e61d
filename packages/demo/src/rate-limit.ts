/** Creates a function that returns whether a call is within `limit` calls per window of `windowMs`. */
export function createRateLimit(limit: number, windowMs: number, now: () => number): () => boolean {
  let windowEndsAt = 0;
  let calls = 0;
  return () => {
    if (now() >= windowEndsAt) {
      windowEndsAt = now() + windowMs;
      calls = 0;
    }
    calls += 1;
    return calls <= limit;
  };
}
