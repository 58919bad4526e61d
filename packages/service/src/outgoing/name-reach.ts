import { isIP } from 'node:net';
import { type AddressPolicy, mayConnectTo } from './public-address.ts';
import type { ResolveName } from './resolve-name.ts';

/**
 * Result for a host. `open`: at least one of its addresses is allowed; `refused`: none is; `unknown`: name servers returned
 * none.
 */
export type Reach = 'open' | 'refused' | 'unknown';

/**
 * Resolves a host to predict whether connections to it will be allowed. Each connection checks again.
 *
 * @param hostname - as in a parsed URL: IPv6 in brackets.
 */
export async function reachOf(hostname: string, policy: AddressPolicy, resolve: ResolveName): Promise<Reach> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
  if (addresses.length === 0) return 'unknown';
  return addresses.some((address) => mayConnectTo(address, policy)) ? 'open' : 'refused';
}
