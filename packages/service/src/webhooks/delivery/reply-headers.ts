import { roundRetryAfterMs } from './round-retry-after.ts';

/**
 * Maximum distance in ms between a logged date and the attempt. Other dates may be those of people or documents that the
 * response repeats.
 */
const dayMs = 24 * 60 * 60 * 1000;

/** Content types that are logged. */
const knownTypes = new Set([
  'application/json',
  'application/octet-stream',
  'application/problem+json',
  'application/x-www-form-urlencoded',
  'application/xml',
  'text/html',
  'text/plain',
  'text/xml',
]);

/** Server products that are logged. These often respond in place of the endpoint, so the log shows which one responded. */
const knownProducts = new Set([
  'akamaighost',
  'amazons3',
  'apache',
  'awselb',
  'cloudflare',
  'cloudfront',
  'gunicorn',
  'istio-envoy',
  'litespeed',
  'microsoft-iis',
  'nginx',
  'openresty',
  'uvicorn',
]);

/** Parts of a response with which its headers are compared. */
interface ReceivedReply {
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyBytes: number;
  /** Time of its arrival, in ms since 1970. */
  readonly now: number;
}

/** Returns the value of a header to log; null if it may repeat data that was sent. */
type HeaderFilter = (value: string, reply: ReceivedReply) => string | null;

const headerFilters: Readonly<Record<string, HeaderFilter>> = {
  'content-type': (value) => oneOf(knownTypes, value.split(';')[0]),
  // Any other number may repeat one that was sent.
  'content-length': (value, { bodyBytes }) => (value === String(bodyBytes) ? value : null),
  date: (value, { now }) => (isDateOfDay(value, now) ? value : null),
  server: (value) => oneOf(knownProducts, value.split('/')[0]),
  'retry-after': (value, { now }) => roundedSeconds(value, now),
};

/**
 * Selects the headers of a response that cannot repeat data that was sent: known words, rounded waits, a length that matches
 * the received bytes, or a time close to now. Drops all other headers.
 */
export function loggableHeaders(reply: ReceivedReply): Record<string, string> {
  const logged = Object.entries(headerFilters).flatMap(([name, filter]) => {
    const value = reply.headers[name];
    const kept = value === undefined ? null : filter(value, reply);
    return kept === null ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(logged);
}

function oneOf(known: ReadonlySet<string>, value = ''): string | null {
  const word = value.trim().toLowerCase();
  return known.has(word) ? word : null;
}

/** Returns the rounded wait in seconds, up to a day, because the requested number may repeat one that was sent. */
function roundedSeconds(value: string, now: number): string | null {
  const isWait = /^(0|[1-9]\d{0,4})$/.test(value);
  if (!isWait && !isDateOfDay(value, now)) return null;
  const askedMs = isWait ? Number(value) * 1000 : Date.parse(value) - now;
  return askedMs > dayMs ? null : String(roundRetryAfterMs(askedMs) / 1000);
}

/** Returns whether a value is a date in the format of RFC 9110, 5.6.7, at most a day away. */
function isDateOfDay(value: string, now: number): boolean {
  const date = new Date(value);
  return date.toUTCString() === value && Math.abs(date.getTime() - now) <= dayMs;
}
