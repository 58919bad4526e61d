import type { PictureType } from './picture-type.ts';

/**
 * Returns whether a picture file is complete. Browsers render incomplete JPEG and PNG files, such as interrupted downloads.
 * Bytes may follow the end: phones append the video of a live photo and other data.
 *
 * @param bytes - the whole file.
 */
export function isWhole(type: PictureType, bytes: Uint8Array): boolean {
  if (type === 'image/jpeg') return hasEndOfImage(bytes);
  return type !== 'image/png' || hasLastChunk(bytes);
}

/**
 * ITU-T T.81, B.1.1: up to the first scan, each segment declares its length, so the end marker of an embedded preview is
 * skipped. Within a scan, no data byte looks like a marker.
 */
function hasEndOfImage(bytes: Uint8Array): boolean {
  let at = 2;
  while (bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
    // Any number of fill bytes may precede a marker.
    at += bytes[at + 1] === 0xff ? 1 : 2 + wordAt(bytes, at + 2);
  }
  do at = bytes.indexOf(0xff, at) + 1;
  while (at > 0 && bytes[at] !== 0xd9);
  return at > 0;
}

/** PNG, 5.3: chunks with a length, a name, their data and a checksum, the last one named IEND. */
function hasLastChunk(bytes: Uint8Array): boolean {
  for (let at = 8; at + 12 <= bytes.length; ) {
    if (String.fromCharCode(...bytes.subarray(at + 4, at + 8)) === 'IEND') return true;
    at += 12 + wordAt(bytes, at) * 0x10000 + wordAt(bytes, at + 2);
  }
  return false;
}

/** Reads a 16-bit big-endian number. */
function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) * 0x100 + (bytes[at + 1] ?? 0);
}
