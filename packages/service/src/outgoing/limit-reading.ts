import type { Socket } from 'node:net';

/** A receiver has sent more than a reply may have. */
export class ReplyTooLongError extends Error {
  override readonly name = 'ReplyTooLongError';
}

/**
 * Ends a connection that has received more than a reply may have. The limit of a body covers neither chunk framing, informational
 * replies, nor empty lines before the first line, so a server could send these without end. Must be called after the client
 * listens, because a stream emits buffered data to its first listener.
 *
 * @param maxBytes - of everything received.
 */
export function limitReading(socket: Socket, maxBytes: number): void {
  socket.on('readable', () => {
    if (socket.bytesRead > maxBytes) socket.destroy(new ReplyTooLongError());
  });
}
