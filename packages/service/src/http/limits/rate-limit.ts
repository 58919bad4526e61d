import type { MiddlewareHandler } from 'hono';
import { actorOfKey, type KeyActor } from '../../access/actor.ts';
import { type ApiKeyStore, findApiKey, idInKey } from '../../accounts/api-key.ts';
import type { Clock } from '../../clock.ts';
import { hashOfSecret, type SessionKeyClaim } from '../../executions/session/session-key.ts';
import { Refusal, refuseHeader } from '../../refusal.ts';
import type { AppEnvironment, RequestContext } from '../app-environment.ts';
import { bearerOf } from '../bearer.ts';
import { type ClientAddress, peerAddress } from '../client-address.ts';
import { refusalReply } from '../problem-reply.ts';
import { limitedNetwork } from './limited-network.ts';
import { type RateLimit, TokenBuckets } from './token-buckets.ts';

/** Authenticates the caller of a request, and counts the request against the caller's limit. */
export type KeyAdmission = (context: RequestContext) => Promise<Caller>;
/** API key of a request, and the address that it came from. */
export type Caller = KeyActor;

/** Number of sessions at full rate that one address may have, because offices and mobile networks share addresses. */
const sessionsPerAddress = 8;

/** Rate of guesses from one address, as a share of the rate of a session; a few guesses in a row are allowed. */
const guessShare = 0.1;
const guessBurst = 10;

/** Buckets of one kind, and the name of their policy in reply headers. */
interface LimitPolicy {
  readonly name: string;
  readonly buckets: TokenBuckets;
}

/**
 * Rate limits by API key, session and address.
 *
 * The limits of sessions and keys are checked before those of addresses: a session over its own limit takes nothing from other
 * sessions at its address. Requests without a valid secret never count against the address limit of valid ones: guesses have
 * their own bucket per address, and so do requests without a secret.
 */
export class RateLimits {
  readonly #callers: LimitPolicy;
  readonly #addresses: LimitPolicy;
  readonly #visitors: LimitPolicy;
  readonly #guesses: LimitPolicy;
  readonly #addressOf: ClientAddress;

  /** @param limit - of each key and session, at least one request per second; the other limits are derived from it. */
  constructor(limit: RateLimit, clock: Clock, addressOf: ClientAddress) {
    const policy = (name: string, limit: RateLimit) => ({ name, buckets: new TokenBuckets(limit, clock) });
    const { perSecond, burst } = limit;
    this.#callers = policy('default', limit);
    this.#addresses = policy('address', {
      perSecond: sessionsPerAddress * perSecond,
      burst: sessionsPerAddress * burst,
    });
    this.#visitors = policy('visitor', limit);
    this.#guesses = policy('guess', {
      perSecond: Math.max(1, Math.floor(guessShare * perSecond)),
      burst: Math.max(Math.min(guessBurst, burst), Math.floor(guessShare * burst)),
    });
    this.#addressOf = addressOf;
  }

  /** Counts a request with a valid API key. @throws {Refusal} RATE_LIMITED. */
  countKey(context: RequestContext, keyId: string): void {
    take(context, this.#callers, `key ${keyId}`);
  }

  /**
   * Counts a request with a valid secret, first for its session, then for its address.
   *
   * @param caller - identifies the session or the secret.
   * @throws {Refusal} RATE_LIMITED.
   */
  countSession(context: RequestContext, caller: string): void {
    this.refuseExhausted(context, caller);
    take(context, this.#addresses, this.#networkOf(context));
    take(context, this.#callers, caller);
  }

  /** Refuses a caller who is over the limit, before the secret is looked up. @throws {Refusal} RATE_LIMITED. */
  refuseExhausted(context: RequestContext, caller: string): void {
    if (this.#callers.buckets.isExhausted(caller)) take(context, this.#callers, caller);
  }

  /** Counts a request that needs no secret against its address. @throws {Refusal} RATE_LIMITED. */
  countVisitor(context: RequestContext): void {
    take(context, this.#visitors, this.#networkOf(context));
  }

  /**
   * Counts a request with a missing or unknown secret against its address. Called only after the lookup, so that valid secrets
   * pass, whatever else their address sends.
   *
   * @param kind - of secret: guesses at one kind do not count for another.
   * @throws {Refusal} RATE_LIMITED.
   */
  countGuess(context: RequestContext, kind: 'api-key' | 'secret' | 'session'): void {
    take(context, this.#guesses, `${kind} ${this.#networkOf(context)}`);
  }

  /** Returns the client's address, or the peer's if proxies send nothing readable; null: unknown. */
  addressOf(context: RequestContext): string | null {
    return this.#addressOf(context) ?? peerAddress(context)?.toString() ?? null;
  }

  /** Returns the address or network whose requests are counted together. */
  #networkOf(context: RequestContext): string {
    const address = this.addressOf(context);
    return address === null ? 'unknown' : limitedNetwork(address);
  }
}

/** Returns the bucket name for a secret that is not a session key. */
export function callerOfSecret(secret: string): string {
  return `secret ${hashOfSecret(secret)}`;
}

/**
 * Admits requests with an API key: checks first the key (401), then its limit (429), before reading the body. After too many
 * wrong keys from one address, further wrong keys get 429; valid keys from that address still pass.
 *
 * @param noteRefused - called for each wrong key, without waiting for the result.
 */
export function admitByKey(
  keys: ApiKeyStore,
  clock: Clock,
  limits: RateLimits,
  noteUse: (keyId: string) => void,
  noteRefused: (address: string | null, keyId: string | null) => void,
): KeyAdmission {
  return async (context) => {
    const presented = context.req.header('x-api-key') ?? '';
    const key = await findApiKey(keys, presented, clock.now());
    if (!key) {
      noteRefused(limits.addressOf(context), idInKey(presented));
      limits.countGuess(context, 'api-key');
      throw refuseHeader('UNAUTHORIZED', 'x-api-key', 'is missing or does not contain a valid key');
    }
    limits.countKey(context, key.id);
    noteUse(key.id);
    return actorOfKey(key, limits.addressOf(context));
  };
}

/**
 * Limits the client API. Session keys are authenticated without a lookup, and counted first. Other secrets are counted by the
 * routes that look them up. A request that no route has counted is counted here afterwards: as a guess if its secret was
 * unknown.
 *
 * @param readKey - returns the session of a session key without a lookup; null: not a session key.
 */
export function limitClients(
  limits: RateLimits,
  readKey: (bearer: string) => SessionKeyClaim | null,
): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const bearer = bearerOf(context.req.raw);
    const session = bearer === null ? null : readKey(bearer);
    // Counts by execution, not by key, because each start of the page gets a new key.
    if (session) limits.countSession(context, `session ${session.executionId}`);
    else if (bearer !== null) limits.refuseExhausted(context, callerOfSecret(bearer));
    await next();
    if (context.get('rateLimit') !== undefined) return;
    try {
      if (isUnauthorized(context.error)) limits.countGuess(context, 'secret');
      else limits.countVisitor(context);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // Cleared first, because setting a reply over another merges their headers.
      context.res = undefined;
      context.res = refusalReply(error, context.get('requestId'));
    }
  };
}

function isUnauthorized(error: Error | undefined): boolean {
  return error instanceof Refusal && error.code === 'UNAUTHORIZED';
}

/** Counts a request, and notes the rest of the limit for the reply (draft-ietf-httpapi-ratelimit-headers). */
function take(context: RequestContext, { name, buckets }: LimitPolicy, caller: string): void {
  const { isAllowed, remaining } = buckets.take(caller);
  const { burst, perSecond } = buckets.limit;
  context.set('rateLimit', {
    'ratelimit-policy': `"${name}";q=${burst};w=${Math.ceil(burst / perSecond)}`,
    ratelimit: `"${name}";r=${remaining};t=${isAllowed ? 0 : 1}`,
  });
  if (isAllowed) return;
  context.set('limitedBy', name);
  throw new Refusal('RATE_LIMITED', 'Too many requests. Back off exponentially.');
}
