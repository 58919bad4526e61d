import { failureOf } from './failure-of.ts';
import { timeLimit } from './time-limit.ts';
import { toJson } from './to-json.ts';

/** One call of the client API. */
export interface ApiRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  /** Session key; absent if the body carries a token. Without it, the request is a simple one of type text/plain. */
  readonly bearer?: string;
  /** Sent as JSON when given. */
  readonly body?: unknown;
  /** Whether the request outlives the page (Fetch standard, `keepalive`). */
  readonly keepalive?: boolean;
  readonly signal: AbortSignal;
  /** Time-out for the whole answer, in ms; by default that of `timeLimit`. */
  readonly timeoutMs?: number;
}

/**
 * Calls the service once.
 *
 * @returns `data` of the answer, not yet checked; undefined if a 2xx answer is not valid JSON.
 * @throws ServiceFailure for any other status; with status 0 if no answer arrived in time.
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
      // The body may have been cut off, too. A complete body that is not JSON does not come from the service.
      if (!response || (failure as Error).name !== 'SyntaxError') throw failureOf(0);
    }
    if (response.ok) return readMember(body, 'data');
    const failure = toFailure(response.status, body, response.headers.get('retry-after'));
    failure.statusText = response.statusText;
    throw failure;
  } finally {
    end();
    request.signal.removeEventListener('abort', end);
  }
}

/** Creates the failure for an error response, with the wait that its `Retry-After` asks for. */
export function toFailure(status: number, body: unknown, retryAfter: string | null) {
  const code = readMember(body, 'code');
  // Reads only the form in seconds (RFC 9110, 10.2.3), because the device's clock may be wrong. Ignores negative values, which
  // must not shorten the usual pause.
  const seconds = Number(retryAfter);
  return failureOf(status, typeof code === 'string' ? code : undefined, seconds > 0 ? seconds * 1000 : 0);
}

/** Reads a member of a value that should be an object; undefined if it is not. */
export function readMember(value: unknown, name: string): unknown {
  return Object(value)[name];
}

/** Creates the options of a request to the service. */
export function requestInit({
  method,
  bearer,
  body,
  keepalive = false,
}: Pick<ApiRequest, 'method' | 'bearer' | 'body' | 'keepalive'>): RequestInit {
  return {
    method,
    // Firefox before 133 ignores this and aborts the request with its page. The service then notices by the missing polls that
    // the page is gone.
    keepalive,
    // Sends no cookies and no referrer: the service needs only the bearer or token.
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    // The content type has no effect without a body.
    ...(bearer && { headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' } }),
    body: toJson(body),
  };
}
