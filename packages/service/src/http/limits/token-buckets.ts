import type { Clock } from '../../clock.ts';

/** Rate limit of a caller: a burst, and the long-term number of requests per second. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** Whether a request is allowed, and the remaining requests of its caller. */
export interface Allowance {
  readonly isAllowed: boolean;
  /** Whole requests left in the burst. */
  readonly remaining: number;
}

/** Maximum number of buckets, including those of the previous period. */
const maxBuckets = 200_000;

interface Bucket {
  tokens: number;
  filledAt: number;
}

/**
 * A token bucket for each caller, in this process.
 *
 * A bucket that was idle for as long as an empty one takes to fill is full, and a full bucket need not be kept. So buckets
 * touched in the current period of that length and in the previous one are kept, and older ones are dropped all at once,
 * without any request paying for a walk over them. A period ends early when it has half of the maximum number of buckets: a
 * crowd that large is forgotten early instead of filling the memory.
 */
export class TokenBuckets {
  readonly limit: RateLimit;
  readonly #clock: Clock;
  readonly #capacity: number;
  readonly #periodMs: number;
  #periodBegan: number;
  #touched = new Map<string, Bucket>();
  #touchedBefore = new Map<string, Bucket>();

  /** @param capacity - maximum number of buckets, at least 2. */
  constructor(limit: RateLimit, clock: Clock, capacity = maxBuckets) {
    this.limit = limit;
    this.#capacity = capacity;
    this.#clock = clock;
    this.#periodMs = (limit.burst / limit.perSecond) * 1000;
    this.#periodBegan = clock.now();
  }

  /** Number of buckets. */
  get size(): number {
    return this.#touched.size + this.#touchedBefore.size;
  }

  /** Takes one of the caller's tokens if there is one. */
  take(caller: string): Allowance {
    const now = this.#clock.now();
    this.#turnPeriod(now);
    const tokens = this.#tokensAt(caller, now);
    const isAllowed = tokens >= 1;
    const left = isAllowed ? tokens - 1 : tokens;
    this.#touchedBefore.delete(caller);
    this.#touched.set(caller, { tokens: left, filledAt: now });
    return { isAllowed, remaining: Math.floor(left) };
  }

  /** Returns whether the caller has no token left, without taking one or storing a bucket. */
  isExhausted(caller: string): boolean {
    return this.#tokensAt(caller, this.#clock.now()) < 1;
  }

  #turnPeriod(now: number): void {
    // If the clock is set back, starts a new period without dropping buckets.
    if (now < this.#periodBegan) this.#periodBegan = now;
    const isOver = now - this.#periodBegan >= this.#periodMs || this.#touched.size >= this.#capacity / 2;
    if (!isOver) return;
    this.#touchedBefore = this.#touched;
    this.#touched = new Map();
    this.#periodBegan = now;
  }

  #tokensAt(caller: string, now: number): number {
    const bucket = this.#touched.get(caller) ?? this.#touchedBefore.get(caller);
    if (!bucket) return this.limit.burst;
    // A clock that is set back must not take tokens away.
    const seconds = Math.max(0, now - bucket.filledAt) / 1000;
    return Math.min(this.limit.burst, bucket.tokens + seconds * this.limit.perSecond);
  }
}
