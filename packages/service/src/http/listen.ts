import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { captureLimits } from '@vendor/contract';
import { watchConnections } from './connections.ts';
import { maxUploadMs } from './uploads/read-upload.ts';

/** A listening server. */
export interface ListeningServer {
  /** Port of the server; needed if any free port was requested. */
  readonly port: number;
  /** Closes each connection after its next reply, so that clients and proxies reconnect to another instance. */
  leave(): void;
  /**
   * Accepts no more connections, and resolves when all accepted requests are answered. Requests that take longer than {@link
   * ListenLimits.drainMs} are cut off.
   */
  close(): Promise<void>;
}

/** Time limits for clients, in ms. */
export interface ListenLimits {
  /** Time for the head of a request, so that slow senders cannot hold connections. */
  readonly headMs: number;
  /**
   * Time for a request with its body. Bodies have stricter limits of their own, whose refusals a page can read. This one
   * catches what they miss, so it must not be shorter.
   */
  readonly requestMs: number;
  /**
   * Interval at which these two limits are checked; adds to them. Checks are cheap, because Node keeps requests ordered by age.
   */
  readonly checkEveryMs: number;
  /**
   * Time for the next request on an idle connection. Must be longer than that of the proxy in front, which could otherwise
   * send a request on a closing connection and lose a POST. Node announces it in `Keep-Alive`, and waits one second longer. Once
   * a head has begun, {@link headMs} applies.
   */
  readonly keepAliveMs: number;
  /** Time for the rest of a body after the reply. */
  readonly restMs: number;
  /** Time for the head of a request while the server drains, for connections that have sent nothing or an incomplete head. */
  readonly drainHeadMs: number;
  /** Time for all requests while the server drains. systemd kills the process after 90 seconds. */
  readonly drainMs: number;
}

export const listenLimits: ListenLimits = {
  headMs: 15_000,
  requestMs: maxUploadMs(Math.max(captureLimits.imageBytes, captureLimits.videoBytes)),
  checkEveryMs: 1_000,
  // nginx and the load balancers of AWS keep connections for 60 seconds.
  keepAliveMs: 75_000,
  restMs: 1_000,
  drainHeadMs: 1_000,
  drainMs: 60_000,
};

/** Interval at which idle connections are closed while the server drains. */
const idleSweepMs = 50;

type Fetch = Parameters<typeof getRequestListener>[0];

/** Listens at an address for a moment, to check that it is available. @throws as {@link listen} would. */
export async function tryListening({ port, host }: { port: number; host: string }): Promise<void> {
  const server = createServer();
  server.listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Serves HTTP on one address. @throws if the port is in use. */
export async function listen(
  fetch: Fetch,
  {
    port,
    host,
    limits = listenLimits,
    connectionLimit,
  }: { port: number; host: string; limits?: ListenLimits; connectionLimit?: number | undefined },
): Promise<ListeningServer> {
  // Replaces the global Response by its own, which is written to the socket directly instead of through a stream.
  const answer = getRequestListener(fetch);
  let isLeaving = false;
  const server = createServer(
    {
      requestTimeout: limits.requestMs,
      headersTimeout: limits.headMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      keepAliveTimeout: limits.keepAliveMs,
    },
    (request, response) => {
      if (isLeaving) response.shouldKeepAlive = false;
      return answer(request, response);
    },
  );
  // Node closes connections over this limit at once.
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
        // A kept-alive connection becomes idle only after its current request.
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
