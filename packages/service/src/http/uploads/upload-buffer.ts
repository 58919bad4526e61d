import { type Refusal, refuseBody } from '../../refusal.ts';
import type { Upload } from './upload-budget.ts';

/**
 * Size of a buffer block, in bytes: the size of one read from a connection. An upload holds less than one block beyond the
 * received bytes.
 */
export const blockBytes = 65_536;

/** Buffer of the received bytes of an upload. */
export interface UploadBuffer {
  /** Number of received bytes. */
  readonly length: number;
  /** Appends a copy of the next bytes. @throws {Refusal} PAYLOAD_TOO_LARGE; RATE_LIMITED if there is no memory for them. */
  append(part: Uint8Array): void;
  /** Returns all bytes in one piece, reserving exactly their length, and empties the buffer. */
  whole(): Uint8Array;
}

/**
 * Collects the bytes of an upload in blocks, whatever size their parts have. Keeping a part as received would cost about two
 * hundred bytes of overhead, and keep the memory that it was sliced from; a budget that counts bytes would miss that for parts
 * of one byte.
 *
 * @param room - where memory is reserved, one block at a time.
 */
export function createUploadBuffer(limitBytes: number, room: Pick<Upload, 'add'>): UploadBuffer {
  let blocks: Uint8Array[] = [];
  let held = 0;
  let length = 0;
  return {
    get length() {
      return length;
    },
    append(part) {
      if (length + part.byteLength > limitBytes) throw payloadTooLarge(limitBytes);
      for (let from = 0; from < part.byteLength; ) {
        if (length === held) addBlock();
        const piece = part.subarray(from, from + held - length);
        const block = blocks.at(-1)!;
        block.set(piece, block.byteLength - (held - length));
        from += piece.byteLength;
        length += piece.byteLength;
      }
    },
    whole() {
      const bytes = Buffer.concat(blocks, length);
      room.add(length - held);
      blocks = [];
      held = length = 0;
      return bytes;
    },
  };

  function addBlock(): void {
    const bytes = Math.min(blockBytes, limitBytes - held);
    room.add(bytes);
    blocks.push(new Uint8Array(bytes));
    held += bytes;
  }
}

export function payloadTooLarge(limitBytes: number): Refusal {
  return refuseBody('PAYLOAD_TOO_LARGE', `must have at most ${limitBytes} bytes`);
}
