import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Ranges of addresses that an operator's own machines may have. Excludes link-local addresses, at which clouds serve metadata
 * with credentials.
 */
const ownRanges: readonly string[] = ['private', 'uniqueLocal', 'carrierGradeNat', 'loopback'];

/** Returns whether an address is in a range that is not routed on the internet and that an operator's machines may have. */
export function isPrivate(address: Address): boolean {
  return ownRanges.includes(address.range());
}

/** Returns whether a text is an address or network (CIDR) completely within such a range. */
export function isPrivateNetwork(text: string): boolean {
  const network = parseNetwork(text);
  return network !== null && isPrivate(network.first) && isPrivate(network.last);
}

/** Returns whether an address is in a network. An invalid network contains none. */
export function isIn(address: Address, text: string): boolean {
  const network = parseNetwork(text);
  if (network?.first.kind() !== address.kind()) return false;
  return address.match(network.first as never, network.bits);
}

/** Parses an address or network (CIDR) to its first and last address; null if the text is neither. */
export function parseNetwork(text: string): { first: Address; last: Address; bits: number } | null {
  // Refuses short and octal notations, which programs interpret differently: `10.2/16` as 10.0.0.2 or 10.2.0.0, `010.2.0.0` as
  // 8.2.0.0 or 10.2.0.0.
  if (!isFullNotation(text.split('/')[0] ?? '')) return null;
  try {
    const [address, bits] = text.includes('/') ? ipaddr.parseCIDR(text) : asSingleAddress(ipaddr.parse(text));
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

function isFullNotation(address: string): boolean {
  // A zone, as in `fe80::1%eth0`, is a local interface name.
  return (
    ipaddr.IPv4.isValidFourPartDecimal(address) || (ipaddr.IPv6.isValid(address) && !address.includes('%'))
  );
}

function asSingleAddress(address: Address): [Address, number] {
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
