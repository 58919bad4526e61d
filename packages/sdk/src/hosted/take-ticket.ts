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
  const ticket = readTicket(address.hash);
  const claim = ticket ? { ticket, nonce: randomNonce() } : readKeptClaim(entry.state);
  entry.replaceState(claim, '', address.pathname);
  return claim;
}

/**
 * Reloads the page if a ticket has been put into its address: a link that is opened again in the same tab changes only the
 * fragment. The same ticket keeps its nonce, as in any other reload.
 */
export function reloadForTicket(
  claim: TicketClaim | null,
  address: Pick<Location, 'hash' | 'pathname' | 'reload'>,
  entry: Pick<History, 'replaceState'>,
): void {
  const ticket = readTicket(address.hash);
  if (!ticket) return;
  if (ticket === claim?.ticket) entry.replaceState(claim, '', address.pathname);
  address.reload();
}

const readTicket = (hash: string) => /^#([A-Za-z0-9_-]{43})$/.exec(hash)?.[1];

function readKeptClaim(state: unknown): TicketClaim | null {
  const { ticket, nonce } = (typeof state === 'object' && state !== null ? state : {}) as Partial<
    Record<string, unknown>
  >;
  return typeof ticket === 'string' && typeof nonce === 'string' ? { ticket, nonce } : null;
}
