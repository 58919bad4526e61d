import ipaddr from 'ipaddr.js';

/**
 * Returns the network that stands for an address in counts: /24 of IPv4, /48 of IPv6, the largest that one customer has.
 */
export function networkOfAddress(ip: string): string {
  const address = ipaddr.process(ip);
  const bits = address instanceof ipaddr.IPv4 ? 24 : 48;
  const bytes = address.toByteArray().map((byte, index) => (index * 8 < bits ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}

/** Normalizes an address for counting: one spelling of all that IPv6 allows, and IPv4 within IPv6 as IPv4. */
export function normalizeAddress(ip: string): string {
  return ipaddr.process(ip).toString();
}
