import ipaddr from 'ipaddr.js';
import type { RequestContext } from './app-environment.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Reads the end user's address from a request. */
export type ClientAddress = (context: RequestContext) => string | null;

/**
 * The address of the one who sent a request: the peer of the connection, unless that is a proxy we were told to trust;
 * then the last address in `X-Forwarded-For` that is not such a proxy. What stands before it could be anybody's word.
 *
 * @param trustedProxies addresses and networks (CIDR).
 * @throws when one of them is neither.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const networks = trustedProxies.map((proxy) =>
    proxy.includes('/')
      ? ipaddr.parseCIDR(proxy)
      : ([ipaddr.process(proxy), ipaddr.process(proxy).kind() === 'ipv4' ? 32 : 128] as const),
  );
  const isTrusted = (address: Address) =>
    networks.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network as never, bits),
    );

  return (context) => {
    const peer = parsePeer(context);
    if (!peer) return null;
    if (!isTrusted(peer)) return peer.toString();
    const forwarded = (context.req.header('x-forwarded-for') ?? '')
      .split(',')
      .map((part) => parse(withoutPort(part.trim())));
    for (const address of forwarded.reverse()) {
      // An unreadable entry ends the chain of those we trust.
      if (!address) return null;
      if (!isTrusted(address)) return address.toString();
    }
    return peer.toString();
  };
}

/** The address of the connection a request came by, whoever sent it first; null without a connection. */
export function peerOf(context: RequestContext): string | null {
  return parsePeer(context)?.toString() ?? null;
}

function parsePeer(context: RequestContext): Address | null {
  return parse(context.env?.incoming?.socket.remoteAddress ?? '');
}

/** Some proxies name the port as well: `203.0.113.7:4711`, `[2001:db8::1]:443`; IPv6 alone may stand in brackets too. */
function withoutPort(entry: string): string {
  const [, inBrackets, dotted] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(entry) ?? [];
  return inBrackets?.includes(':') ? inBrackets : (dotted ?? entry);
}

/** An address in its plain form; IPv4 within IPv6 becomes IPv4. */
function parse(text: string): Address | null {
  // No other way to write a number is an address here: somebody reads it otherwise.
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  return isAddress ? ipaddr.process(text) : null;
}
