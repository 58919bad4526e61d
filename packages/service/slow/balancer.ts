import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Sends each request to the next instance, like a load balancer without affinity; skips instances that refuse connections. */
export class Balancer {
  readonly #server: Server;
  #turn = 0;
  readonly #out = new Set<number>();

  constructor(ports: readonly number[]) {
    this.#server = createServer(async (incoming, outgoing) => {
      const parts: Buffer[] = [];
      for await (const part of incoming) parts.push(part as Buffer);
      this.#turn += 1;
      const first = this.#turn;
      const serving = ports.filter((port) => !this.#out.has(port));
      for (let tries = 0; tries < serving.length; tries += 1) {
        const options = {
          port: serving[(first + tries) % serving.length],
          path: incoming.url,
          method: incoming.method,
        };
        const forwarded = request({ ...options, host: '127.0.0.1', headers: incoming.headers, agent: false });
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

  /** Stops sending requests to an instance that is about to stop. */
  takeOut(port: number): void {
    this.#out.add(port);
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
