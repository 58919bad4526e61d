import type { Clock } from '../../../clock.ts';
import { TokenBuckets } from '../../../http/limits/token-buckets.ts';
import { Refusal } from '../../../refusal.ts';

/** Origin and target of an attempt at a password or code. */
export interface Try {
  /** Id of the person, or an unknown e-mail address. */
  readonly person: string;
  /** Network that it came from. */
  readonly network: string;
  /** A device or network that the person has signed in from; null: neither is known. */
  readonly known: { readonly kind: 'device' | 'network'; readonly name: string } | null;
}

/** Tries at once, and seconds until another one is allowed. */
const limits = {
  /** Attempts of one address, at any person. */
  network: { burst: 30, seconds: 10 },
  /** At a person, from devices and networks that are not known: 288 a day. */
  strangers: { burst: 10, seconds: 300 },
  /** At a person, from each device and network of theirs. */
  known: { burst: 10, seconds: 30 },
} as const;

/**
 * Limits guesses by person and by address. Guesses from unknown devices use their own limit, so the person can still sign in from
 * a known device or network. In memory of this process.
 */
export class GuessLimits {
  readonly #buckets: Readonly<Record<keyof typeof limits, TokenBuckets>>;

  constructor(clock: Clock) {
    const buckets = (name: keyof typeof limits) =>
      new TokenBuckets({ burst: limits[name].burst, perSecond: 1 / limits[name].seconds }, clock);
    this.#buckets = {
      network: buckets('network'),
      strangers: buckets('strangers'),
      known: buckets('known'),
    };
  }

  /** Counts a try before it is made, so that many at once are not all made. @throws {Refusal} RATE_LIMITED. */
  count({ person, network, known }: Try): void {
    // A known device is identified by its cookie, so others in its network do not use up its attempts.
    if (known?.kind !== 'device') this.#take('network', network);
    if (known === null) this.#take('strangers', person);
    else this.#take('known', JSON.stringify([person, known.kind, known.name]));
  }

  #take(name: keyof typeof limits, caller: string): void {
    if (this.#buckets[name].take(caller).isAllowed) return;
    throw new Refusal('RATE_LIMITED', 'Too many tries to sign in. Wait a moment before the next one.', [], {
      retryAfterSeconds: limits[name].seconds,
      limit: 'sign-in',
    });
  }
}
