import { type Refusal, refuseBody } from '../../refusal.ts';
import type { Upload } from './upload-budget.ts';

/** An upload holds less than this beyond what has come of it, in bytes. As much as is read from a connection at a time. */
export const blockBytes = 65_536;

/** Buffer of the bytes of an upload that have come. */
export interface UploadBuffer {
  /** How many bytes have come. */
  readonly length: number;
  /** Copies the next bytes. @throws {Refusal} PAYLOAD_TOO_LARGE; RATE_LIMITED when there is no room for them. */
  append(part: Uint8Array): void;
  /** All of it in one piece, for which as much room is taken as it has bytes. The buffer is empty then. */
  whole(): Uint8Array;
}

/**
 * Holds the bytes of an upload in blocks, whatever parts they come in. A part that is kept as it came costs some two hundred
 * bytes besides its own and keeps the memory that it was cut from: of parts of one byte no budget that counts bytes knows.
 *
 * @param room - where room is taken, a block at a time.
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
