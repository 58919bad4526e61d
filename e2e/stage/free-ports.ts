import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * Range of ports to look in: below those that operating systems give to outgoing connections (Linux from 32768, others
 * from 49152). One of those may be taken by anybody between the moment it is found free and that in which the server
 * listens.
 */
const range = { first: 20_000, end: 32_000 } as const;

/** Tries for each port; on a machine on which so many are taken something is wrong. */
const mostTries = 100;

/** Ports of the loopback interface that nobody listens on. All are held until the last is found, so none comes twice. */
export async function findFreePorts(count: number): Promise<number[]> {
  const held: { readonly server: Server; readonly port: number }[] = [];
  for (let tries = 0; held.length < count; tries += 1) {
    if (tries >= mostTries * count) throw new Error(`No free port from ${range.first} to ${range.end}`);
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
