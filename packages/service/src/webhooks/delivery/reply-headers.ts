import { grantedWaitMs } from './granted-wait.ts';

/** A reply is told apart from what it repeats by the day of its attempt: dates of people and documents are others. */
const dayMs = 24 * 60 * 60 * 1000;

/** Content types of a reply that are kept; all others are left out. */
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

/** Products that often answer in place of the receiver, or host it: the log tells its readers which one answered. */
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

/** A reply, as far as its headers are compared with it. */
interface Heard {
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyBytes: number;
  /** When it was heard, in ms since 1970. */
  readonly now: number;
}

type Telling = (value: string, heard: Heard) => string | null;

const tellings: Readonly<Record<string, Telling>> = {
  'content-type': (value) => oneOf(knownTypes, value.split(';')[0]),
  // Any other number may be one that was sent.
  'content-length': (value, { bodyBytes }) => (value === String(bodyBytes) ? value : null),
  date: (value, { now }) => (isDateOfDay(value, now) ? value : null),
  server: (value) => oneOf(knownProducts, value.split('/')[0]),
  'retry-after': (value, { now }) => grantedSeconds(value, now),
};

/**
 * Of the headers of a reply those that cannot repeat what was sent: each has a grammar of its own, of words and waits that are known
 * beforehand, of a length that was counted here, or of a time near to now. Whatever else a receiver says is left out.
 */
export function tellingHeaders(heard: Heard): Record<string, string> {
  const told = Object.entries(tellings).flatMap(([name, tell]) => {
    const value = heard.headers[name];
    const kept = value === undefined ? null : tell(value, heard);
    return kept === null ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(told);
}

function oneOf(known: ReadonlySet<string>, value = ''): string | null {
  const word = value.trim().toLowerCase();
  return known.has(word) ? word : null;
}

/** Answers the wait granted, up to a day, in seconds: the number that was asked for may be one that was sent. */
function grantedSeconds(value: string, now: number): string | null {
  const isWait = /^(0|[1-9]\d{0,4})$/.test(value);
  if (!isWait && !isDateOfDay(value, now)) return null;
  const askedMs = isWait ? Number(value) * 1000 : Date.parse(value) - now;
  return askedMs > dayMs ? null : String(grantedWaitMs(askedMs) / 1000);
}

/** A date in the one form that is sent (RFC 9110, 5.6.7), no further away than a day. */
function isDateOfDay(value: string, now: number): boolean {
  const date = new Date(value);
  return date.toUTCString() === value && Math.abs(date.getTime() - now) <= dayMs;
}
