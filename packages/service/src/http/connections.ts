import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Connections of a server. */
export interface Connections {
  /** Closes connections without a request in progress: idle ones, and those with an incomplete head. */
  endThoseWithoutRequest(): void;
}

/**
 * Tracks the connections of a server, and closes those that still send a body after their reply.
 *
 * @param restMs - time for the rest of a body after the reply. A client that is cut off at once may lose the reply.
 */
export function watchConnections(server: Server, restMs: number): Connections {
  /** Number of requests in progress by connection: requests may be pipelined. */
  const underWay = new Map<Socket, number>();
  const count = (socket: Socket, by: number) => {
    const requests = underWay.get(socket);
    if (requests !== undefined) underWay.set(socket, requests + by);
  };
  server.on('connection', (socket: Socket) => {
    underWay.set(socket, 0);
    socket.once('close', () => underWay.delete(socket));
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    count(socket, 1);
    response.once('close', () => {
      count(socket, -1);
      if (!request.complete) setTimeout(() => request.complete || socket.destroySoon(), restMs).unref();
    });
  });
  return {
    endThoseWithoutRequest() {
      for (const [socket, requests] of underWay) if (requests === 0) socket.destroy();
    },
  };
}
