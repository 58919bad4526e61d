import type { MiddlewareHandler } from 'hono';
import type { AppEnvironment } from './app-environment.ts';

/** How long a browser may cache the reply to a preflight: Chromium's maximum. */
const preflightSeconds = 7200;

/**
 * Allows pages of any origin, because the SDK runs in unknown pages, and calls are authorized by a key in a header. Cookies are
 * not used, so `*` allows nothing that another server could not send as well.
 */
export const anyOrigin: MiddlewareHandler<AppEnvironment> = async (context, next) => {
  if (context.req.method === 'OPTIONS') {
    return new Response(null, {
      status: 204,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, POST, PUT',
        'access-control-allow-headers': 'authorization, content-digest, content-type',
        'access-control-max-age': String(preflightSeconds),
        // Chromium 81 also applies this to the reply to a preflight.
        'cross-origin-resource-policy': 'cross-origin',
      },
    });
  }
  await next();
  context.res.headers.set('access-control-allow-origin', '*');
  context.res.headers.set(
    'access-control-expose-headers',
    'ratelimit, ratelimit-policy, retry-after, x-request-id',
  );
  context.res.headers.set('cross-origin-resource-policy', 'cross-origin');
};
