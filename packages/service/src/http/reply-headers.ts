import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { AppEnvironment } from './app-environment.ts';

/** Default headers of every reply: no framing, sniffing, scripts or caching. */
const defaults: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/**
 * Gives each request an id, and adds the common headers to every reply.
 *
 * @param overHttps - whether users reach the service by https: browsers are then told never to use http again.
 */
export function replyHeaders(overHttps: boolean): MiddlewareHandler<AppEnvironment> {
  const fixed = {
    ...defaults,
    ...(overHttps ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
  return async (context, next) => {
    const requestId = randomUUID();
    const common = { ...fixed, 'x-request-id': requestId };
    context.set('requestId', requestId);
    context.set('commonHeaders', common);
    await next();
    if (context.res === context.get('headed')) return;
    const reply = context.res.headers;
    for (const [name, value] of Object.entries(context.get('rateLimit') ?? {})) reply.set(name, value);
    for (const [name, value] of Object.entries(common)) if (!reply.has(name)) reply.set(name, value);
  };
}
