import ipaddr from 'ipaddr.js';

/** Which addresses may be connected to. */
export interface AddressPolicy {
  /** Also this machine's own loopback addresses: for development, where the receiver runs beside the service. */
  allowLoopback: boolean;
}

/** The addresses of IPv6 that are routed on the internet: everything else, now or later, is something special. */
const globalUnicastV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/**
 * Whether an address may be connected to: public unicast only, after the IANA registries of special-purpose addresses
 * (RFC 6890). An IPv4 address inside an IPv6 one (`::ffff:127.0.0.1`) counts as that IPv4 address; other ways to embed
 * one (6to4, Teredo, NAT64) are refused because a gateway might take them to a private network.
 *
 * @param address an IP address in text; anything else is refused.
 */
export function mayConnectTo(address: string, { allowLoopback }: AddressPolicy): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range === 'loopback') return allowLoopback;
  if (range !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicastV6);
}
