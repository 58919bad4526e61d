import ipaddr from 'ipaddr.js';
import type { RequestContext } from './app-environment.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Reads the end user's address from a request. */
export type ClientAddress = (context: RequestContext) => string | null;

/**
 * Finds the address of a client: the peer of the connection or, if the peer is a trusted proxy, the last address in
 * `X-Forwarded-For` that is not a trusted proxy. Entries before it could be forged.
 *
 * @param trustedProxies - addresses and networks (CIDR).
 * @throws if an entry is neither.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = createTrust(trustedProxies);
  return (context) => {
    const peer = peerAddress(context);
    if (!peer) return null;
    if (!isTrusted(peer)) return peer.toString();
    const forwarded = (context.req.header('x-forwarded-for') ?? '').split(',');
    for (const entry of forwarded.reverse()) {
      const address = parse(withoutPort(entry.trim()));
      // An unreadable entry ends the chain of trusted proxies.
      if (!address) return null;
      if (!isTrusted(address)) return address.toString();
    }
    return peer.toString();
  };
}

/**
 * Makes a function that returns whether an address is a trusted proxy.
 *
 * @param trustedProxies - addresses and networks (CIDR).
 * @throws if an entry is neither.
 */
export function createTrust(trustedProxies: readonly string[]): (address: Address) => boolean {
  const networks = trustedProxies.map((proxy) =>
    proxy.includes('/')
      ? ipaddr.parseCIDR(proxy)
      : ([ipaddr.process(proxy), ipaddr.process(proxy).kind() === 'ipv4' ? 32 : 128] as const),
  );
  return (address) =>
    networks.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network as never, bits),
    );
}

/** Returns the address of the connection's peer; null if there is no connection. */
export function peerAddress(context: RequestContext): Address | null {
  const text = context.env?.incoming?.socket.remoteAddress ?? '';
  const known = knownPeers.get(text);
  if (known !== undefined) return known;
  // A link-local address is followed by the name of this machine's network interface.
  const peer = parse(text.replace(/%.*$/, ''));
  if (knownPeers.size >= maxKnownPeers) knownPeers.clear();
  knownPeers.set(text, peer);
  return peer;
}

/** Cache of parsed peer addresses, because a proxy or backend sends many requests. */
const knownPeers = new Map<string, Address | null>();
const maxKnownPeers = 1000;

/** Address ranges that are not routed on the internet. */
const privateRanges = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'];

/** Returns whether an address belongs to this machine or to a private network. */
export function isOfOwnNetwork(address: Address): boolean {
  return privateRanges.includes(address.range());
}

/** Returns the network of an address, about the size of one household or server room: /24 for IPv4, /48 for IPv6. */
export function networkOf(address: Address): string {
  return address.kind() === 'ipv4'
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/24`)}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/48`)}/48`;
}

/**
 * Removes the port that some proxies add: `203.0.113.7:4711`, `[2001:db8::1]:443`. IPv6 without a port may also be in brackets.
 */
function withoutPort(entry: string): string {
  const [, inBrackets, dotted] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(entry) ?? [];
  return inBrackets?.includes(':') ? inBrackets : (dotted ?? entry);
}

/** Parses an address; IPv4 within IPv6 becomes IPv4. */
function parse(text: string): Address | null {
  // Accepts only the usual notation, because other programs parse the others differently, and no interface name.
  const isAddress =
    ipaddr.IPv4.isValidFourPartDecimal(text) || (ipaddr.IPv6.isValid(text) && !text.includes('%'));
  return isAddress ? ipaddr.process(text) : null;
}
