import { once } from 'node:events';
import { type ClientRequest, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Sends each request to the next instance, like a load balancer without affinity; skips instances that refuse connections. */
export class Balancer {
  readonly #server: Server;
  #turn = 0;
  readonly #out = new Set<number>();
  /** Connections that are being opened, by the port of their instance. */
  readonly #opening = new Map<number, Set<Promise<unknown>>>();

  constructor(ports: readonly number[]) {
    this.#server = createServer(async (incoming, outgoing) => {
      const parts: Buffer[] = [];
      for await (const part of incoming) parts.push(part as Buffer);
      this.#turn += 1;
      const first = this.#turn;
      const serving = ports.filter((port) => !this.#out.has(port));
      for (let tries = 0; tries < serving.length; tries += 1) {
        const port = serving[(first + tries) % serving.length] ?? 0;
        const { url: path, method, headers } = incoming;
        const forwarded = request({ port, path, method, host: '127.0.0.1', headers, agent: false });
        this.#follow(port, forwarded);
        forwarded.end(Buffer.concat(parts));
        try {
          const [reply] = (await once(forwarded, 'response')) as [NodeJS.ReadableStream & typeof incoming];
          const body: Buffer[] = [];
          for await (const part of reply) body.push(part as Buffer);
          outgoing.writeHead(reply.statusCode ?? 502, reply.headers).end(Buffer.concat(body));
          return;
        } catch (error) {
          // Only a request that no instance has accepted may be sent again.
          if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') continue;
          outgoing.destroy();
          return;
        }
      }
      outgoing.writeHead(502).end();
    });
  }

  /**
   * Stops sending requests to an instance that is about to stop, and waits until the instance has accepted the connections of
   * those that were sent. Closing a server resets the others.
   */
  async takeOut(port: number): Promise<void> {
    this.#out.add(port);
    await Promise.all(this.#opening.get(port) ?? []);
    // A server accepts connections in the order in which they arrived.
    await (await fetch(`http://127.0.0.1:${port}/healthz`)).arrayBuffer();
  }

  #follow(port: number, forwarded: ClientRequest): void {
    const opening = this.#opening.get(port) ?? new Set();
    this.#opening.set(port, opening);
    const opened = once(forwarded, 'socket')
      .then(([socket]) => socket.connecting && once(socket, 'connect'))
      .catch(() => undefined)
      .finally(() => opening.delete(opened));
    opening.add(opened);
  }

  putBack(port: number): void {
    this.#out.delete(port);
  }

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
