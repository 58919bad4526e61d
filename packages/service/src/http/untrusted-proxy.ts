import type { RequestContext } from './app-environment.ts';
import { createTrust, isOfOwnNetwork, networkOf, peerAddress } from './client-address.ts';

/** A peer that forwards requests of others without being a trusted proxy. */
export interface UntrustedProxy {
  /** Address of the peer; only its network if it is on the internet, because it may be an end user. */
  readonly peer: string;
  /** Header in which the peer names the client. */
  readonly header: string;
  /** Whether the peer is on this machine or in a private network, where only the operator's own proxies are. */
  readonly isOwn: boolean;
}

const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

/** Maximum number of private networks that are reported; no operator has more proxies. */
const maxNetworks = 16;

/** Minimum time between reports about peers on the internet, in ms, because anybody may send such a header. */
const publicPauseMs = 60 * 60 * 1000;

/**
 * Detects proxies that the settings do not name. Behind such a proxy, all users share the rate limit of its address, and checks
 * judge its address instead of theirs. Reports each private network once, and peers on the internet once an hour in total.
 *
 * @param elapsed - monotonic time in ms.
 */
export function createProxyWatch(
  trustedProxies: readonly string[],
  elapsed: () => number,
  report: (proxy: UntrustedProxy) => void,
): (context: RequestContext) => void {
  const isTrusted = createTrust(trustedProxies);
  const reported = new Set<string>();
  let publicAt = Number.NEGATIVE_INFINITY;
  return (context) => {
    const header = forwardingHeaders.find((name) => context.req.header(name) !== undefined);
    if (header === undefined) return;
    const peer = peerAddress(context);
    if (!peer || isTrusted(peer)) return;
    const network = networkOf(peer);
    if (isOfOwnNetwork(peer)) {
      if (reported.has(network) || reported.size >= maxNetworks) return;
      reported.add(network);
      report({ peer: peer.toString(), header, isOwn: true });
    } else if (elapsed() - publicAt >= publicPauseMs) {
      publicAt = elapsed();
      report({ peer: network, header, isOwn: false });
    }
  };
}
