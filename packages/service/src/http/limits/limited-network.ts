import ipaddr from 'ipaddr.js';

/** A subscriber holds at least a /64 of IPv6 (RFC 6177) and may use any of its addresses; of IPv4, one address. */
const subscriberBits = 64;

/**
 * Answers what requests are counted for: their address itself, or the /64 network of an IPv6 address.
 *
 * @param address in its plain form, without a zone or port.
 */
export function limitedNetwork(address: string): string {
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv4') return address;
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address}/${subscriberBits}`);
  return `${network.toString()}/${subscriberBits}`;
}
