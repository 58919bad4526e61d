import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { captureLimits } from '@vendor/contract';
import { watchConnections } from './connections.ts';
import { longestUploadMs } from './uploads/read-upload.ts';

/** A server that answers. */
export interface ListeningServer {
  /** Port on which the service listens; of use where any free port was asked for. */
  readonly port: number;
  /** Ends each connection with its next answer, so that the client or proxy opens another one, to an instance that stays. */
  leave(): void;
  /**
   * Accepts no more connections, and resolves when all accepted requests are answered; those that take longer than {@link
   * ListenLimits.drainMs} are cut off.
   */
  close(): Promise<void>;
}

/** How long is waited for others, in ms. */
export interface ListenLimits {
  /** Time for the head of a request, so that slow senders cannot hold connections. */
  readonly headMs: number;
  /**
   * Time for a request with its body. Bodies have stricter limits of their own, whose refusals a page can read; this one catches
   * what they miss, so it must not be shorter.
   */
  readonly requestMs: number;
  /** Interval at which these two limits are checked, which adds to them. Checks are cheap, because Node keeps requests by age. */
  readonly checkEveryMs: number;
  /**
   * Time for the next request on an idle connection. Must be longer than that of the proxy in front, which could otherwise send a
   * request on a closing connection and lose a POST. Node announces it in `Keep-Alive` and waits a second longer. Once a head has
   * begun, {@link headMs} applies.
   */
  readonly keepAliveMs: number;
  /** Time for the rest of a body after the answer. */
  readonly restMs: number;
  /** While the server drains: for the head of a request on a connection that has said nothing yet, or half of it. */
  readonly drainHeadMs: number;
  /** Time for everything while the server drains. systemd kills after 90 seconds. */
  readonly drainMs: number;
}

export const listenLimits: ListenLimits = {
  headMs: 15_000,
  requestMs: longestUploadMs(Math.max(captureLimits.imageBytes, captureLimits.videoBytes)),
  checkEveryMs: 1_000,
  // nginx and the load balancers of AWS keep connections for 60 seconds.
  keepAliveMs: 75_000,
  restMs: 1_000,
  drainHeadMs: 1_000,
  drainMs: 60_000,
};

/** How often connections that have become idle are closed while the server drains. */
const idleSweepMs = 50;

type Fetch = Parameters<typeof getRequestListener>[0];

/** Tries to listen at an address for a moment. @throws as {@link listen} would. */
export async function tryListening({ port, host }: { port: number; host: string }): Promise<void> {
  const server = createServer();
  server.listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Serves over HTTP on one address. @throws when the port is taken. */
export async function listen(
  fetch: Fetch,
  {
    port,
    host,
    limits = listenLimits,
    connectionLimit,
  }: { port: number; host: string; limits?: ListenLimits; connectionLimit?: number | undefined },
): Promise<ListeningServer> {
  const answer = getRequestListener(fetch);
  let isLeaving = false;
  const server = createServer(
    {
      requestTimeout: limits.requestMs,
      headersTimeout: limits.headMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      keepAliveTimeout: limits.keepAliveMs,
    },
    // Its own Response in place of the global one goes to the socket as it is, not through a stream that is read first.
    (request, response) => {
      if (isLeaving) response.shouldKeepAlive = false;
      return answer(request, response);
    },
  );
  // Further connections are closed at once.
  if (connectionLimit !== undefined) server.maxConnections = connectionLimit;
  const connections = watchConnections(server, limits.restMs);
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    leave() {
      isLeaving = true;
    },
    async close() {
      const closed = once(server, 'close');
      const since = performance.now();
      // From here on, Node no longer enforces the limits of head and body.
      server.close();
      const sweep = setInterval(() => {
        // A connection kept alive becomes idle only after its present request.
        server.closeIdleConnections();
        const drainedMs = performance.now() - since;
        if (drainedMs > limits.drainHeadMs) connections.endThoseWithoutRequest();
        if (drainedMs > limits.drainMs) server.closeAllConnections();
      }, idleSweepMs);
      await closed;
      clearInterval(sweep);
    },
  };
}
