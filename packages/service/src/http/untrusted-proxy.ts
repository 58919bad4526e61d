import type { RequestContext } from './app-environment.ts';
import { createTrust, isOfOwnNetwork, networkOf, peerAddress } from './client-address.ts';

/** A peer that forwards requests of others, and is not trusted to name them. */
export interface UntrustedProxy {
  /** Its address; of a peer on the internet its network alone, for it may be an end user. */
  readonly peer: string;
  /** The header in which it names the others. */
  readonly header: string;
  /** Whether it is on this machine or in a private network, where only the operator's own proxies are. */
  readonly isOwn: boolean;
}

const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

/** Own networks that are reported; no operator has more proxies. */
const mostNetworks = 16;

/** Interval of reports about peers on the internet, in ms: anybody may send such a header. */
const publicPauseMs = 60 * 60 * 1000;

/**
 * Detects proxies that the settings do not name: behind one, all users share the rate limit of its address, and checks judge that
 * address. Reports each own network once, and those on the internet once an hour in all.
 *
 * @param elapsed - monotonic time in ms.
 */
export function createProxyWatch(
  trustedProxies: readonly string[],
  elapsed: () => number,
  tell: (proxy: UntrustedProxy) => void,
): (context: RequestContext) => void {
  const isTrusted = createTrust(trustedProxies);
  const told = new Set<string>();
  let publicAt = Number.NEGATIVE_INFINITY;
  return (context) => {
    const header = forwardingHeaders.find((name) => context.req.header(name) !== undefined);
    if (header === undefined) return;
    const peer = peerAddress(context);
    if (!peer || isTrusted(peer)) return;
    const network = networkOf(peer);
    if (isOfOwnNetwork(peer)) {
      if (told.has(network) || told.size >= mostNetworks) return;
      told.add(network);
      tell({ peer: peer.toString(), header, isOwn: true });
    } else if (elapsed() - publicAt >= publicPauseMs) {
      publicAt = elapsed();
      tell({ peer: network, header, isOwn: false });
    }
  };
}
