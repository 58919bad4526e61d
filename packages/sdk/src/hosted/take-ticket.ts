import { randomNonce } from '../start-nonces.ts';

/** Claim with which a window gets its session. */
export interface TicketClaim {
  /** One-time, from the address. */
  readonly ticket: string;
  /** Secret of this window: without it, the claimed ticket is worthless. */
  readonly nonce: string;
}

/**
 * Removes the ticket from the window's address at once. A reload needs it, so it is kept in the history entry, which ends with
 * the tab and which no other page can read.
 *
 * @returns null without a ticket: the window was opened by hand.
 */
export function takeTicket(
  address: Pick<Location, 'hash' | 'pathname'>,
  entry: Pick<History, 'state' | 'replaceState'>,
): TicketClaim | null {
  const ticket = /^#([A-Za-z0-9_-]{43})$/.exec(address.hash)?.[1];
  const claim = ticket ? { ticket, nonce: randomNonce() } : keptClaim(entry.state);
  entry.replaceState(claim, '', address.pathname);
  return claim;
}

function keptClaim(state: unknown): TicketClaim | null {
  const { ticket, nonce } = (typeof state === 'object' && state !== null ? state : {}) as Partial<
    Record<string, unknown>
  >;
  return typeof ticket === 'string' && typeof nonce === 'string' ? { ticket, nonce } : null;
}
