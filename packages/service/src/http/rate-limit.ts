import type { MiddlewareHandler } from 'hono';
import { type AccountKey, type ApiKeyStore, findApiKey } from '../accounts/api-key.ts';
import { hashOfSecret } from '../executions/session-key.ts';
import { Refusal, refuseHeader } from '../refusal.ts';
import type { AppEnvironment, RequestContext } from './app-environment.ts';
import { bearerOf } from './bearer.ts';
import type { ClientAddress } from './client-address.ts';
import { limitedNetwork } from './limited-network.ts';
import type { TokenBuckets } from './token-buckets.ts';

/** Lets a request in: who calls is known and within the limit. */
export type KeyAdmission = (context: RequestContext) => Promise<AccountKey>;

/** Admits requests with an API key: first the key (401), then its limit (429), before anything of the body is read. */
export function admitByKey(
  keys: ApiKeyStore,
  buckets: TokenBuckets,
  noteUse: (keyId: string) => void,
): KeyAdmission {
  return async (context) => {
    const key = await findApiKey(keys, context.req.header('x-api-key') ?? '');
    if (!key) throw refuseHeader('UNAUTHORIZED', 'x-api-key', 'is missing or holds no valid key');
    countRequest(context, buckets, `key ${key.id}`);
    noteUse(key.id);
    return key;
  };
}

/**
 * Limits the client API by address, which slows down whoever guesses tokens, and by session, so that one page cannot use
 * up what an office or a mobile network shares.
 */
export function limitClients(
  addressOf: ClientAddress,
  buckets: TokenBuckets,
): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const address = addressOf(context);
    if (address !== null) countRequest(context, buckets, `address ${limitedNetwork(address)}`);
    const bearer = bearerOf(context.req.raw);
    if (bearer !== null) limitSession(context, buckets, bearer);
    return next();
  };
}

/** Counts a request against the limit of the session that a secret stands for. @throws {Refusal} RATE_LIMITED. */
export function limitSession(context: RequestContext, buckets: TokenBuckets, secret: string): void {
  countRequest(context, buckets, `session ${hashOfSecret(secret)}`);
}

/** Counts a request, and notes what is left for the reply (draft-ietf-httpapi-ratelimit-headers). */
function countRequest(context: RequestContext, buckets: TokenBuckets, caller: string): void {
  const { isAllowed, remaining } = buckets.take(caller);
  const { burst, perSecond } = buckets.limit;
  context.set('rateLimit', {
    'ratelimit-policy': `"default";q=${burst};w=${Math.ceil(burst / perSecond)}`,
    ratelimit: `"default";r=${remaining};t=${isAllowed ? 0 : 1}`,
  });
  if (!isAllowed) throw new Refusal('RATE_LIMITED', 'Too many requests. Back off exponentially.');
}
