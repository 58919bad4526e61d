import { SealBrokenError, sealOverheadBytes } from '../secrets/sealed-box.ts';
import type { DataKey } from '../secrets/vault.ts';

/** Plain bytes in one segment: few enough that a part of a video could be read without decrypting all of it. */
export const segmentBytes = 1 << 20;

/**
 * Encrypts bytes in segments, each bound to the reference, its position and whether it is the last. Any cut, reordering,
 * mixing or move to another reference is thus detected. This is the STREAM construction of Hoang, Reyhanitabar, Rogaway and
 * Vizár (2015), with random nonces.
 */
export function* sealSegments(ref: string, bytes: Uint8Array, key: DataKey): Generator<Uint8Array> {
  const count = Math.max(1, Math.ceil(bytes.byteLength / segmentBytes));
  for (let index = 0; index < count; index += 1) {
    const plain = bytes.subarray(index * segmentBytes, (index + 1) * segmentBytes);
    yield key.seal(plain, segmentContext(ref, index, index === count - 1));
  }
}

/** Decrypts the result of {@link sealSegments}. @throws {SealBrokenError} if any segment was changed, removed or added. */
export function openSegments(ref: string, sealed: Uint8Array, key: DataKey): Uint8Array {
  const sealedBytes = segmentBytes + sealOverheadBytes;
  const count = Math.ceil(sealed.byteLength / sealedBytes);
  if (count === 0) {
    throw new SealBrokenError();
  }
  const parts: Uint8Array[] = [];
  for (let index = 0; index < count; index += 1) {
    const segment = sealed.subarray(index * sealedBytes, (index + 1) * sealedBytes);
    parts.push(key.open(segment, segmentContext(ref, index, index === count - 1)));
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

function segmentContext(ref: string, index: number, isLast: boolean): string {
  return `media/${ref}/${index}/${isLast ? 'last' : 'more'}`;
}
