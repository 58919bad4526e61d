import type { Json } from './components.ts';

/** Reply headers, by their component names in the document. */
export const replyHeaders = {
  RequestId: {
    description: 'Id of the request. Quote it when you ask for help.',
    schema: { type: 'string', format: 'uuid' },
  },
  RateLimit: {
    description: 'Remaining requests: `r` now, more in `t` seconds.',
    schema: { type: 'string', examples: ['"default";r=99;t=0'] },
  },
  RateLimitPolicy: {
    description: 'Limit: `q` requests at once, fully restored after `w` seconds.',
    schema: { type: 'string', examples: ['"default";q=100;w=2'] },
  },
  RetryAfter: {
    description: 'Seconds to wait before repeating the request.',
    schema: { type: 'integer', minimum: 1 },
  },
  Authenticate: { description: 'Accepted ways to authenticate (RFC 9110).', schema: { type: 'string' } },
} satisfies Record<string, Json>;

const wireNames: Record<keyof typeof replyHeaders, string> = {
  RequestId: 'X-Request-Id',
  RateLimit: 'RateLimit',
  RateLimitPolicy: 'RateLimit-Policy',
  RetryAfter: 'Retry-After',
  Authenticate: 'WWW-Authenticate',
};

/** Returns references to the headers of a reply. */
export function headersOf(...names: readonly (keyof typeof replyHeaders)[]): Json {
  return Object.fromEntries(names.map((name) => [wireNames[name], { $ref: `#/components/headers/${name}` }]));
}
