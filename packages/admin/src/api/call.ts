import { type Reply, send, takeEarlyReply } from './early-replies.ts';
import { Failure, type Problem } from './failure.ts';

/** Sent with what changes something; null before the session was read. */
let requestToken: string | null = null;

/** Called when the service says that there is no session any more. */
let onSignedOut = () => {};

/** Called when the account has come to require a second step that the person does not have. */
let onSecondStepRequired = () => {};

/** Sets the token of the session that later calls act in; null: there is none. */
export function useRequestToken(token: string | null): void {
  requestToken = token;
}

/** Sets what happens once a call is refused for want of a session. */
export function whenSignedOut(handler: () => void): void {
  onSignedOut = handler;
}

/** Sets what happens once a call is refused because a second step must be set up first. */
export function whenSecondStepRequired(handler: () => void): void {
  onSecondStepRequired = handler;
}

export interface CallOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** The caller handles a missing session by itself. */
  readonly mayBeSignedOut?: boolean;
}

/**
 * Calls the service; answers `data` of its reply.
 *
 * @param path below `/admin-api/v1/`; nothing personal may stand in it.
 * @throws {Failure} the refusal, OFFLINE or UNREADABLE. @throws {DOMException} AbortError.
 */
export async function call<Data>(method: string, path: string, options: CallOptions = {}): Promise<Data> {
  const { status, body } = await ask(method, path, options);
  const isOk = status >= 200 && status < 300;
  if (isOk && body) return (body as { data: Data }).data;
  const problem = body as Problem | null;
  if (!problem?.code) throw new Failure('UNREADABLE');
  if (problem.code === 'SECOND_STEP_REQUIRED') onSecondStepRequired();
  if (status !== 401 || options.mayBeSignedOut) throw new Failure(problem.code, problem);
  onSignedOut();
  throw new Failure('SIGNED_OUT', problem);
}

async function ask(method: string, path: string, { body, signal }: CallOptions): Promise<Reply> {
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
    // An early request does not end with its caller.
    signal?.throwIfAborted();
    return reply;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Failure('OFFLINE');
  }
}
