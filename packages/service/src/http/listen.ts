import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';

/** A server that answers. */
export interface ListeningServer {
  /** Takes no more connections, and resolves when every request that was accepted is answered. */
  close(): Promise<void>;
}

/** A request must come within this time; on the slowest mobile networks a picture of 15 MB takes minutes. */
const requestTimeoutMs = 5 * 60 * 1000;
/** The head alone must come sooner: whoever sends it byte by byte means to hold connections. */
const headersTimeoutMs = 15_000;
/** How often connections that have become idle are closed while the server drains. */
const idleSweepMs = 50;

type Fetch = Parameters<typeof getRequestListener>[0];

/** Serves over HTTP on one address. @throws when the port is taken. */
export async function listen(
  fetch: Fetch,
  { port, host }: { port: number; host: string },
): Promise<ListeningServer> {
  const server = createServer(
    { requestTimeout: requestTimeoutMs, headersTimeout: headersTimeoutMs },
    // Its own Response in place of the global one goes to the socket as it is, not through a stream that is read first.
    getRequestListener(fetch),
  );
  server.listen(port, host);
  await once(server, 'listening');
  return {
    async close() {
      const closed = once(server, 'close');
      server.close();
      // A connection kept alive becomes idle only after its present request.
      const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMs);
      await closed;
      clearInterval(sweep);
    },
  };
}
