import { failureOf } from './failure-of.ts';
import { timeLimit } from './time-limit.ts';
import { toJson } from './to-json.ts';

/** One call of the client API. */
export interface ApiRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  /** Session key; absent where the body carries a token. Without it the request is a simple one, of type text/plain. */
  readonly bearer?: string;
  /** Sent as JSON when given. */
  readonly body?: unknown;
  /** Whether it outlives the page (Fetch standard, `keepalive`). */
  readonly keepalive?: boolean;
  readonly signal: AbortSignal;
  /** Longest wait for the whole answer, in ms; the usual one where it is not given. */
  readonly timeoutMs?: number;
}

/**
 * Calls the service once.
 *
 * @returns `data` of the answer, not yet checked; undefined when a happy answer is not the JSON it should be.
 * @throws ServiceFailure for anything but a 2xx; status 0 when no answer came in time.
 */
export async function callOnce(request: ApiRequest): Promise<unknown> {
  const limit = timeLimit(request.timeoutMs);
  const end = () => limit.abort();
  request.signal.addEventListener('abort', end);
  try {
    let response: Response | undefined;
    let body: unknown;
    try {
      response = await fetch(request.url, {
        ...requestInit(request),
        cache: 'no-store',
        signal: limit.signal,
      });
      body = await response.json();
    } catch (failure) {
      // The body may break off too. A whole one that is no JSON comes from something that is not the service.
      if (!response || (failure as Error).name !== 'SyntaxError') throw failureOf(0);
    }
    if (response.ok) return readMember(body, 'data');
    const failure = unhappy(response.status, body, response.headers.get('retry-after'));
    failure.statusText = response.statusText;
    throw failure;
  } finally {
    end();
    request.signal.removeEventListener('abort', end);
  }
}

/** The failure for an unhappy answer; one that says when to come back carries that along. */
export function unhappy(status: number, body: unknown, retryAfter: string | null) {
  const code = readMember(body, 'code');
  // Only the form in seconds (RFC 9110, 10.2.3): the clock of the device may be wrong. A time that is past asks for nothing, and
  // takes nothing off the pause that there is anyway.
  const seconds = Number(retryAfter);
  return failureOf(status, typeof code === 'string' ? code : undefined, seconds > 0 ? seconds * 1000 : 0);
}

/** A member of what should be an object; undefined of what is none. */
export function readMember(value: unknown, name: string): unknown {
  return Object(value)[name];
}

/** Options of a request to the service. */
export function requestInit({
  method,
  bearer,
  body,
  keepalive = false,
}: Pick<ApiRequest, 'method' | 'bearer' | 'body' | 'keepalive'>): RequestInit {
  return {
    method,
    // Firefox before 133 ignores it and ends the request with its page. The service then learns from the poll that the page is
    // gone.
    keepalive,
    // No cookies, no referrer: bearer or token is all that the service needs to know.
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    // The type says nothing where there is no body.
    ...(bearer && { headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' } }),
    body: toJson(body),
  };
}
