import type { Socket } from 'node:net';

/** Thrown if a server has sent more than a reply may contain. */
export class ReplyTooLongError extends Error {
  override readonly name = 'ReplyTooLongError';
}

/**
 * Closes a connection that has received more than a reply may contain. The limit of the body covers neither chunk framing,
 * informational replies, nor empty lines before the status line, so a server could send these endlessly. Must be called after
 * the client has added its listeners, because a stream emits buffered data to its first listener.
 *
 * @param maxBytes - maximum of all received bytes.
 */
export function limitReading(socket: Socket, maxBytes: number): void {
  socket.on('readable', () => {
    if (socket.bytesRead > maxBytes) socket.destroy(new ReplyTooLongError());
  });
}
