import { randomNonce } from '../start-nonces.ts';

/** Claim by which a hosted page gets its session. */
export interface TicketClaim {
  /** One-time ticket from the address. */
  readonly ticket: string;
  /** Secret of this window; without it, the claimed ticket is worthless. */
  readonly nonce: string;
}

/**
 * Removes the ticket from the window's address immediately. Keeps it in the history entry for reloads, because that ends with
 * the tab and no other page can read it.
 *
 * @returns null without a ticket, when the page was opened by hand.
 */
export function takeTicket(
  address: Pick<Location, 'hash' | 'pathname'>,
  entry: Pick<History, 'state' | 'replaceState'>,
): TicketClaim | null {
  const ticket = /^#([A-Za-z0-9_-]{43})$/.exec(address.hash)?.[1];
  const claim = ticket ? { ticket, nonce: randomNonce() } : readKeptClaim(entry.state);
  entry.replaceState(claim, '', address.pathname);
  return claim;
}

function readKeptClaim(state: unknown): TicketClaim | null {
  const { ticket, nonce } = (typeof state === 'object' && state !== null ? state : {}) as Partial<
    Record<string, unknown>
  >;
  return typeof ticket === 'string' && typeof nonce === 'string' ? { ticket, nonce } : null;
}
