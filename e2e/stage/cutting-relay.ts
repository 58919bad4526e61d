import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * When a connection is cut: during the request, after the service has replied but before the browser receives anything, or
 * during the reply.
 */
export type Cut = 'request' | 'before answer' | 'answer';

/** Relay between browser and service that receives requests instead of the service. */
export interface CuttingRelay {
  readonly url: string;
  close(): void;
}

/** Cuts the connection of every request. The service receives all requests that are not cut themselves. */
export async function startCuttingRelay(target: string, cut: Cut): Promise<CuttingRelay> {
  const relay = createServer((incoming, outgoing) => {
    // Browsers silently retry on a new connection if a kept-alive one ends.
    outgoing.shouldKeepAlive = false;
    const { socket } = incoming;
    if (cut === 'request') return void incoming.once('readable', () => socket.destroy());
    forward(target, incoming).then(
      ({ status, headers, body }) => {
        if (cut === 'before answer') return void socket.destroy();
        outgoing.writeHead(status, headers);
        outgoing.write(body.subarray(0, body.length / 2), () => socket.destroy());
      },
      () => socket.destroy(),
    );
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(relay.address() as AddressInfo).port}`,
    close() {
      relay.close();
      relay.closeAllConnections();
    },
  };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Forwards a request to the service and reads the whole reply. */
function forward(target: string, incoming: IncomingMessage): Promise<Answer> {
  const { method, headers, url } = incoming;
  return new Promise((resolve, reject) => {
    const asked = request(new URL(url ?? '/', target), { method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const { connection: _, ...replyHeaders } = answer.headers;
        resolve({ status: answer.statusCode ?? 502, headers: replyHeaders, body: Buffer.concat(parts) });
      });
    });
    asked.on('error', reject);
    incoming.pipe(asked);
  });
}
