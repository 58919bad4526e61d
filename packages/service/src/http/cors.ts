import type { MiddlewareHandler } from 'hono';
import type { AppEnvironment } from './app-environment.ts';

/** How long a browser may keep the answer to a preflight: the most that Chromium honours. */
const preflightSeconds = 7200;

/**
 * Allows pages of any origin, because the SDK runs in pages we do not know, and a key in a header authorizes it. There are no
 * cookies, so `*` allows nothing that a server could not send, too.
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
        // Chromium 81 holds the answer to a preflight against this, too.
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
