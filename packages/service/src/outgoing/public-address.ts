import ipaddr from 'ipaddr.js';
import { isIn, isPrivate } from './private-network.ts';

/** Addresses that may be connected to in addition to public ones. */
export interface AddressPolicy {
  /** Allows loopback addresses, for development with a receiver on the same machine. */
  allowLoopback: boolean;
  /** Private addresses and networks (CIDR) that the operator allows. */
  networks?: readonly string[];
}

/**
 * Addresses outside of link-local at which clouds serve the credentials of a machine: Alibaba, Azure, Oracle, AWS, Google,
 * Scaleway.
 */
export const metadataAddresses: readonly string[] = [
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:c1::a9fe:a9fe',
  'fd20:ce::254',
  'fd00:42::42',
];
const metadata: ReadonlySet<string> = new Set(
  metadataAddresses.map((address) => ipaddr.parse(address).toNormalizedString()),
);

/** IPv6 addresses that are routed on the internet; all others are reserved. */
const globalUnicastV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/**
 * Returns whether connecting to an address is allowed. Without exceptions in the policy, only public unicast is, according to
 * the IANA registries of special-purpose addresses (RFC 6890). An IPv4 address inside an IPv6 one (`::ffff:127.0.0.1`) counts
 * as that IPv4 address. Other ways to embed one (6to4, Teredo, NAT64) are refused, because a gateway might forward them to a
 * private network.
 *
 * @param address - an IP address as text; anything else is refused.
 */
export function mayConnectTo(address: string, { allowLoopback, networks = [] }: AddressPolicy): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (metadata.has(parsed.toNormalizedString())) return false;
  const range = parsed.range();
  if (range === 'loopback' && allowLoopback) return true;
  if (isPrivate(parsed)) return networks.some((network) => isIn(parsed, network));
  if (range !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicastV6);
}

/** Returns whether an address is on the internet, where others can read traffic. */
export function isPublic(address: string): boolean {
  return mayConnectTo(address, { allowLoopback: false });
}

/** Returns whether a text is an IP address in the notation of connections and parsed URLs. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/** Returns whether a name stands for this machine without asking name servers (RFC 6761). */
export function isNameOfThisMachine(hostname: string): boolean {
  return /^(.*\.)?localhost\.?$/i.test(hostname);
}

/** Addresses to which the names of this machine resolve. */
export const loopbackAddresses: readonly string[] = ['127.0.0.1', '::1'];

/**
 * Returns, without resolving it, whether a host of a URL may be allowed.
 *
 * @param hostname - as in a parsed URL: IPv6 in brackets.
 */
export function mayLeadTo(hostname: string, policy: AddressPolicy): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isAddress(host)) return mayConnectTo(host, policy);
  return !isNameOfThisMachine(host) || loopbackAddresses.some((address) => mayConnectTo(address, policy));
}

/** Returns whether a host of a URL can only be this machine. */
export function isThisMachine(hostname: string): boolean {
  return !mayLeadTo(hostname, { allowLoopback: false }) && mayLeadTo(hostname, { allowLoopback: true });
}
