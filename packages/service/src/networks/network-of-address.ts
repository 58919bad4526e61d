import ipaddr from 'ipaddr.js';

/** The network that an address is counted with: /24 of IPv4, /48 of IPv6, which is what one customer has at most. */
export function networkOfAddress(ip: string): string {
  const address = ipaddr.process(ip);
  const bits = address instanceof ipaddr.IPv4 ? 24 : 48;
  const bytes = address.toByteArray().map((byte, index) => (index * 8 < bits ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}

/** An address as it is counted: one spelling for all those that IPv6 allows, and IPv4 within IPv6 as IPv4. */
export function oneSpellingOf(ip: string): string {
  return ipaddr.process(ip).toString();
}
