import type { Clock } from '../../../clock.ts';
import { TokenBuckets } from '../../../http/limits/token-buckets.ts';
import { Refusal } from '../../../refusal.ts';

/** Origin and target of a guess at a password. */
export interface Guess {
  /** E-mail address under which the guess is counted. */
  readonly person: string;
  /** Network of the guess. */
  readonly network: string;
  /** Device or network from which the person has signed in before; null: unknown. */
  readonly known: { readonly kind: 'device' | 'network'; readonly name: string } | null;
}

/** Guesses in a row, and seconds until another one is allowed. */
const limits = {
  /** Guesses from one network, at any person. */
  network: { burst: 30, seconds: 10 },
  /** Guesses at one person from unknown devices and networks: 288 a day. */
  unknown: { burst: 10, seconds: 300 },
  /** Guesses at one person from each known device or network. */
  known: { burst: 10, seconds: 30 },
} as const;

/**
 * Limits guesses by person and by network. Guesses from unknown devices have a limit of their own, so the person can still sign
 * in from a known device or network. Kept in the memory of this process.
 */
export class GuessLimits {
  readonly #buckets: Readonly<Record<keyof typeof limits, TokenBuckets>>;

  constructor(clock: Clock) {
    const buckets = (name: keyof typeof limits) =>
      new TokenBuckets({ burst: limits[name].burst, perSecond: 1 / limits[name].seconds }, clock);
    this.#buckets = {
      network: buckets('network'),
      unknown: buckets('unknown'),
      known: buckets('known'),
    };
  }

  /**
   * Counts a guess before it is checked, so that concurrent guesses cannot exceed the limit. @throws {Refusal} RATE_LIMITED.
   */
  count({ person, network, known }: Guess): void {
    // A known device is identified by its cookie, so other devices in its network do not use up its attempts.
    if (known?.kind !== 'device') this.#take('network', network);
    if (known === null) this.#take('unknown', person);
    else this.#take('known', JSON.stringify([person, known.kind, known.name]));
  }

  /**
   * Counts a guess from a known device or network that is wrong for the person known there. It may be right for another person
   * with the same e-mail address, for whom the device or network is unknown.
   *
   * @returns whether the guess may be compared with the passwords of these people.
   */
  countAtOthers(person: string): boolean {
    return this.#buckets.unknown.take(person).isAllowed;
  }

  #take(name: keyof typeof limits, caller: string): void {
    if (this.#buckets[name].take(caller).isAllowed) return;
    throw new Refusal('RATE_LIMITED', 'Too many attempts to sign in. Wait a moment, then try again.', [], {
      retryAfterSeconds: limits[name].seconds,
      limit: 'sign-in',
    });
  }
}
