import type { Clock } from '../../session/ports.ts';
import { clientAddress } from '../client-address.ts';
import { callOnce } from '../request.ts';
import { retrying, startPatience } from '../retry.ts';

/** Options of a question about a link. */
export interface LinkQuestion {
  readonly baseAddress: string;
  /** Part of the link after `#`. */
  readonly secret: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Asks where the journey of a link stands and where it sends its user.
 *
 * @returns `data` of the answer, not yet checked.
 * @throws ServiceFailure, or an AbortError.
 */
export function askLink({ baseAddress, secret, clock, signal }: LinkQuestion): Promise<unknown> {
  const url = clientAddress(baseAddress, 'link');
  return retrying(() => callOnce({ url, method: 'POST', bearer: secret, signal }), {
    patience: startPatience,
    clock,
    signal,
  });
}
