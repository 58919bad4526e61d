import type { Clock } from '../../session/ports.ts';
import { clientAddress } from '../client-address.ts';
import { callOnce } from '../request.ts';
import { retry, startRetryLimits } from '../retry.ts';

/** Options of a request for the state of a link. */
export interface LinkQuestion {
  readonly baseAddress: string;
  /** Part of the link after `#`. */
  readonly secret: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Requests the state of a link's flow, and where to redirect its user.
 *
 * @returns `data` of the answer, not yet checked.
 * @throws ServiceFailure, or an AbortError.
 */
export function askLink({ baseAddress, secret, clock, signal }: LinkQuestion): Promise<unknown> {
  const url = clientAddress(baseAddress, 'link');
  return retry(() => callOnce({ url, method: 'POST', bearer: secret, signal }), {
    limits: startRetryLimits,
    clock,
    signal,
  });
}
