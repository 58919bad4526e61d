import { exceptions, StartRefused } from '../config/exceptions.ts';
import type { Clock } from '../session/ports.ts';
import { ServiceFailure } from '../session/service-failure.ts';
import { capabilities } from '../steps/capabilities.ts';
import { callOnce } from './request.ts';
import { retry, startRetryLimits } from './retry.ts';
import { statusTexts } from './status-text.ts';

/** Options for exchanging a session token for a session. */
export interface ClientInit {
  readonly baseAddress: string;
  readonly token: string;
  readonly startNonce: string;
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
export function initClient(init: ClientInit): Promise<unknown> {
  return requestSession(init).catch((failure: unknown) => {
    throw failure instanceof ServiceFailure ? refusal(failure.status, failure.statusText) : failure;
  });
}

/**
 * Requests a session by a token, or by the ticket of a popup. Sends a simple request (Fetch standard), because a CORS preflight
 * would delay the first screen by a round trip.
 *
 * @returns `data` of the answer, not yet checked.
 * @throws ServiceFailure, or an AbortError.
 */
export function requestSession(init: ClientInit): Promise<unknown> {
  const { baseAddress, token, startNonce, sdkVersion, clock, signal } = init;
  return retry(
    () =>
      callOnce({
        url: `${baseAddress}/orchestration-api/v1/client/init`,
        method: 'POST',
        body: { token, sdkVersion, capabilities: capabilities.split(' '), nonce: startNonce },
        signal,
      }),
    { limits: startRetryLimits, clock, signal },
  );
}

/**
 * Creates the error that `start` rejects with when the service refuses before the flow is open. Status 0 means no answer. Uses
 * the standard reason phrase if the protocol has none.
 */
export function refusal(status: number, statusText?: string): StartRefused {
  return new StartRefused(
    exceptions.initFailed(status, statusText || statusTexts[status] || 'Unknown'),
    status === 401 || status === 403,
  );
}
