import { callPath } from './call-path.ts';
import { type Reply, send, takeEarlyReply } from './early-replies.ts';
import { Failure, type Problem } from './failure.ts';
import type { DataOf, InputOf, Method, PathOf } from './operation.ts';

/** Sent with every request other than GET; null if there is no session, or it was not read yet. */
let requestToken: string | null = null;

/** Called when the service replies that the session has ended. */
let onSignedOut = () => {};

/** Called when the account requires a second step that the person has not set up. */
let onSecondStepRequired = () => {};

/** Called when another tab has switched the account, or signed in again, so that the request token is no longer valid. */
let onSessionChanged = () => {};

/** Sets the request token of the session for later calls; null if there is no session. */
export function setRequestToken(token: string | null): void {
  requestToken = token;
}

/** Sets the handler for calls that are refused because there is no session. */
export function whenSignedOut(handler: () => void): void {
  onSignedOut = handler;
}

/** Sets the handler for calls that are refused because a second step must be set up first. */
export function whenSecondStepRequired(handler: () => void): void {
  onSecondStepRequired = handler;
}

/** Sets the handler for calls that are refused because the session is another one, or in another account. */
export function whenSessionChanged(handler: () => void): void {
  onSessionChanged = handler;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The caller handles a missing session itself. */
  readonly mayBeSignedOut?: boolean;
}

type Arguments<M extends Method, P extends PathOf<M>> =
  object extends InputOf<M, P>
    ? [options?: InputOf<M, P> & CallOptions]
    : [options: InputOf<M, P> & CallOptions];

/**
 * Calls the service and returns `data` of its reply. Path, parameters, body and data have the types of the OpenAPI document.
 *
 * @param path - such as `/keys/{id}`.
 * @throws {Failure} The error that the service returned, OFFLINE, UNREADABLE or SIGNED_OUT.
 * @throws {DOMException} AbortError.
 */
export async function call<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[options]: Arguments<M, P>
): Promise<DataOf<M, P>> {
  const { status, body } = await request(method, callPath(path, options?.path, options?.query), options);
  const isOk = status >= 200 && status < 300;
  if (isOk && body) return (body as { data: DataOf<M, P> }).data;
  const problem = body as Problem | null;
  if (!problem?.code) throw new Failure('UNREADABLE');
  if (problem.code === 'SECOND_STEP_REQUIRED') onSecondStepRequired();
  if (problem.errors?.some(({ header }) => header === 'x-request-token')) onSessionChanged();
  if (status !== 401 || options?.mayBeSignedOut) throw new Failure(problem.code, problem);
  onSignedOut();
  throw new Failure('SIGNED_OUT', problem);
}

async function request(
  method: Method,
  path: string,
  { body, signal }: CallOptions & { readonly body?: unknown } = {},
): Promise<Reply> {
  const headers = new Headers({ accept: 'application/json' });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (method !== 'GET' && requestToken !== null) headers.set('x-request-token', requestToken);
  try {
    const early = method === 'GET' ? takeEarlyReply(path) : null;
    const reply = await (early ??
      send(path, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      }));
    // An early request is not aborted by the caller's signal.
    signal?.throwIfAborted();
    return reply;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Failure('OFFLINE');
  }
}
