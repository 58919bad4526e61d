import type { Clock } from '../../session/ports.ts';
import { clientAddress } from '../client-address.ts';
import { callOnce } from '../request.ts';
import { retry, startRetryLimits } from '../retry.ts';

/** Request of a phone before its user agrees to continue there. */
export interface InvitationQuestion {
  readonly baseAddress: string;
  /** Part of the address after `#`. */
  readonly ticket: string;
  /** Nonce of the claim that will follow. */
  readonly nonce: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Requests what to show before the user agrees, without claiming the ticket.
 *
 * @returns `data` of the answer, not yet checked.
 * @throws ServiceFailure, or an AbortError.
 */
export function askInvitation({
  baseAddress,
  ticket,
  nonce,
  clock,
  signal,
}: InvitationQuestion): Promise<unknown> {
  const url = clientAddress(baseAddress, 'handoff/invitation');
  return retry(() => callOnce({ url, method: 'POST', bearer: ticket, body: { nonce }, signal }), {
    limits: startRetryLimits,
    clock,
    signal,
  });
}
