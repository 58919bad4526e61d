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
   * Takes no more connections, and resolves when every request that was accepted is answered; those that take longer than
   * {@link ListenLimits.drainMs} are cut off.
   */
  close(): Promise<void>;
}

/** How long is waited for others, in ms. */
export interface ListenLimits {
  /** For the head of a request: whoever sends it byte by byte means to hold connections. */
  readonly headMs: number;
  /**
   * For a request with its body, whatever reads it. Bodies have laws of their own, whose refusals say what is wrong; this is
   * for what they would overlook, and must not be shorter than what they allow: Node's refusal is one that no page may read.
   */
  readonly requestMs: number;
  /** How often these two are looked after: whoever is late has so much longer. It costs little, for Node keeps requests by their age. */
  readonly checkEveryMs: number;
  /**
   * For the next request on a connection that rests. Longer than the proxy before the service keeps one, or the proxy sends a
   * request on a connection that is being closed: such a POST is lost. Node announces it in `Keep-Alive` and waits a second
   * longer. A head that has begun has {@link headMs}.
   */
  readonly keepAliveMs: number;
  /** For the rest of a body whose request has its answer. */
  readonly restMs: number;
  /** While the server drains: for the head of a request on a connection that has said nothing yet, or half of it. */
  readonly drainHeadMs: number;
  /** While the server drains: for everything. Nobody else is answered meanwhile; systemd kills after 90 seconds. */
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
  // Beyond it connections are closed as they come.
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
      // Node looks after neither head nor body from here on.
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
