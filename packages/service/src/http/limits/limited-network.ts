import ipaddr from 'ipaddr.js';

/**
 * Prefix length of an IPv6 subscriber, who has at least a /64 (RFC 6177) and may use any of its addresses. An IPv4 subscriber
 * has one address.
 */
const subscriberBits = 64;

/**
 * Returns the key by which requests are counted: the address itself, or the /64 network of an IPv6 address.
 *
 * @param address - in plain form, without zone or port.
 */
export function limitedNetwork(address: string): string {
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv4') return address;
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address}/${subscriberBits}`);
  return `${network.toString()}/${subscriberBits}`;
}
