import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Relay between a browser and the service. */
export interface FaultyRelay {
  readonly url: string;
  /** Number of later requests for each path that was refused once. */
  readonly asked: ReadonlyMap<string, number>;
  close(): void;
}

/**
 * Passes all requests on to a server, except the first one for each matching path, which gets a 503.
 *
 * @param target - address of the server.
 * @param fault - `cut`: ends the connection instead of replying.
 */
export async function startFaultyRelay(
  target: string,
  refusedOnce: RegExp,
  fault: 'answered 503' | 'cut' = 'answered 503',
): Promise<FaultyRelay> {
  const asked = new Map<string, number>();
  const relay = createServer((incoming, outgoing) => {
    // Browsers silently retry on a new connection if a kept-alive one ends.
    outgoing.shouldKeepAlive = fault !== 'cut';
    const path = incoming.url ?? '/';
    if (!refusedOnce.test(path)) return passOn(target, incoming, outgoing);
    const before = asked.get(path);
    asked.set(path, (before ?? -1) + 1);
    if (before !== undefined) return passOn(target, incoming, outgoing);
    if (fault === 'cut') return void incoming.socket.destroy();
    outgoing.writeHead(503, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end('Come again.');
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(relay.address() as AddressInfo).port}`,
    asked,
    close() {
      relay.close();
      relay.closeAllConnections();
    },
  };
}

function passOn(target: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers } = incoming;
  const passed = request(new URL(incoming.url ?? '/', target), { method, headers }, (answer) => {
    const { connection, ...replyHeaders } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, replyHeaders);
    answer.pipe(outgoing);
  });
  passed.on('error', () => outgoing.destroy());
  outgoing.on('close', () => passed.destroy());
  incoming.pipe(passed);
}
