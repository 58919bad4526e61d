import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Ranges that an operator's own machines have addresses of. Link-local is none of them: there the metadata of clouds is
 * served, with their credentials.
 */
const ownRanges: readonly string[] = ['private', 'uniqueLocal', 'carrierGradeNat', 'loopback'];

/** Whether an address is of a range that is not routed on the internet, and that an operator's machines may have. */
export function isPrivate(address: Address): boolean {
  return ownRanges.includes(address.range());
}

/** Whether a text is an address, or a network (CIDR), of such a range alone. */
export function isPrivateNetwork(text: string): boolean {
  const network = parseNetwork(text);
  return network !== null && isPrivate(network.first) && isPrivate(network.last);
}

/** Tells whether an address is in a network. An invalid network contains none. */
export function isIn(address: Address, text: string): boolean {
  const network = parseNetwork(text);
  if (network?.first.kind() !== address.kind()) return false;
  return address.match(network.first as never, network.bits);
}

/** Parses an address or network (CIDR) to its first and last address; null if the text is neither. */
export function parseNetwork(text: string): { first: Address; last: Address; bits: number } | null {
  // Refuses short and octal notations, which programs read differently: `10.2/16` as 10.0.0.2 or 10.2.0.0, `010.2.0.0` as 8.2.0.0
  // or 10.2.0.0.
  if (!isWhole(text.split('/')[0] ?? '')) return null;
  try {
    const [address, bits] = text.includes('/') ? ipaddr.parseCIDR(text) : wholeOf(ipaddr.parse(text));
    const cidr = `${address.toString()}/${bits}`;
    return address.kind() === 'ipv4'
      ? {
          first: ipaddr.IPv4.networkAddressFromCIDR(cidr),
          last: ipaddr.IPv4.broadcastAddressFromCIDR(cidr),
          bits,
        }
      : {
          first: ipaddr.IPv6.networkAddressFromCIDR(cidr),
          last: ipaddr.IPv6.broadcastAddressFromCIDR(cidr),
          bits,
        };
  } catch {
    return null;
  }
}

function isWhole(address: string): boolean {
  // A zone, as in `fe80::1%eth0`, is this machine's own name of an interface.
  return (
    ipaddr.IPv4.isValidFourPartDecimal(address) || (ipaddr.IPv6.isValid(address) && !address.includes('%'))
  );
}

function wholeOf(address: Address): [Address, number] {
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
