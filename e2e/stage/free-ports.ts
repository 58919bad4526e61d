import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * Range of ports to search, below those that operating systems use for outgoing connections (Linux from 32768, others from
 * 49152). One of those could be taken between its discovery and the start of the server.
 */
const range = { first: 20_000, end: 32_000 } as const;

/** Maximum tries for each port. If so many ports are taken, something is wrong with the machine. */
const maxTries = 100;

/** Returns free ports of the loopback interface. All are held until the last is found, so that no port is returned twice. */
export async function findFreePorts(count: number): Promise<number[]> {
  const held: { readonly server: Server; readonly port: number }[] = [];
  for (let tries = 0; held.length < count; tries += 1) {
    if (tries >= maxTries * count) throw new Error(`No free port from ${range.first} to ${range.end}`);
    const port = randomInt(range.first, range.end);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (isFree) held.push({ server, port });
  }
  await Promise.all(held.map(({ server }) => new Promise((done) => server.close(done))));
  return held.map(({ port }) => port);
}
