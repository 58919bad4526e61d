import type { Socket } from 'node:net';

/** A receiver has sent more than a reply may have. */
export class ReplyTooLongError extends Error {
  override readonly name = 'ReplyTooLongError';
}

/**
 * Ends a connection once more has come than a reply may have. The limit of a body counts neither the framing of its chunks, nor
 * informational replies, nor empty lines before the first line: whoever sends those without end would be read, as fast as they
 * come, until the time is over. To be called once the client listens: a stream tells of what lies ready when its first listener
 * comes.
 *
 * @param maxBytes - of all that comes.
 */
export function limitReading(socket: Socket, maxBytes: number): void {
  socket.on('readable', () => {
    if (socket.bytesRead > maxBytes) socket.destroy(new ReplyTooLongError());
  });
}
