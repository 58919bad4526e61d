import { exceptions, StartRefused } from '../config/exceptions.ts';
import type { Clock } from '../session/ports.ts';
import { ServiceFailure } from '../session/service-failure.ts';
import { callOnce } from './request.ts';
import { retrying, startPatience } from './retry.ts';
import { statusTextOf } from './status-text.ts';

/** The kinds of step this version can show. */
const capabilities = ['document'] as const;

/** Longest wait for one answer to `client/init`, in ms. */
const timeoutMs = 20_000;

/** What a start exchanges for a session. */
export interface ClientInit {
  readonly baseAddress: string;
  readonly token: string;
  readonly nonce: string;
  readonly sdkVersion: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Exchanges the session token for a session.
 *
 * @returns `data` of the answer, not yet checked.
 * @throws StartRefused, or an AbortError.
 */
export async function initClient(init: ClientInit): Promise<unknown> {
  // What cannot stand in a header is no token of the service: it would be refused there too.
  if (!/^[\x21-\x7e]+$/.test(init.token)) throw refusal(401);
  return requestSession(init).catch((failure: unknown) => {
    throw failure instanceof ServiceFailure ? refusal(failure.status) : failure;
  });
}

/**
 * Asks for a session by a token, or by the ticket of a window.
 *
 * @returns `data` of the answer, not yet checked.
 * @throws ServiceFailure, or an AbortError.
 */
export function requestSession(init: ClientInit): Promise<unknown> {
  const { baseAddress, token, nonce, sdkVersion, clock, signal } = init;
  return retrying(
    () =>
      callOnce({
        url: `${baseAddress}/orchestration-api/v1/client/init`,
        method: 'POST',
        bearer: token,
        body: { sdkVersion, capabilities, nonce },
        signal,
        timeoutMs,
      }),
    { patience: startPatience, clock, signal },
  );
}

/** What `start` is refused with when the service answers so before the flow is open; 0 stands for no answer. */
export function refusal(status: number): StartRefused {
  return new StartRefused(
    exceptions.initFailed(status, statusTextOf(status)),
    status === 401 || status === 403,
  );
}
