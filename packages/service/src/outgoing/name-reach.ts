import { isIP } from 'node:net';
import { type AddressPolicy, mayConnectTo } from './public-address.ts';
import type { ResolveName } from './resolve-name.ts';

/** Whether a host may be connected to now: one of its addresses may, none may, or its name servers told none. */
export type Reach = 'open' | 'refused' | 'unknown';

/**
 * Asks where a host leads to at this moment. A guess at what a connection will meet, for whoever set it up: each connection looks
 * for itself.
 *
 * @param hostname as a parsed URL has it: IPv6 in brackets.
 */
export async function reachOf(hostname: string, policy: AddressPolicy, resolve: ResolveName): Promise<Reach> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
  if (addresses.length === 0) return 'unknown';
  return addresses.some((address) => mayConnectTo(address, policy)) ? 'open' : 'refused';
}
