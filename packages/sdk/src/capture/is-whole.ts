import type { PictureType } from './picture-type.ts';

/**
 * Tells whether a picture file is complete. Browsers render incomplete JPEG and PNG files, such as interrupted downloads. Bytes
 * may follow the end: phones append the video of a live photo and other data.
 *
 * @param bytes - the whole file.
 */
export function isWhole(type: PictureType, bytes: Uint8Array): boolean {
  if (type === 'image/jpeg') return hasEndOfImage(bytes);
  return type !== 'image/png' || hasLastChunk(bytes);
}

/**
 * ITU-T T.81, B.1.1: up to the first scan each segment says how long it is, and a preview within one has an end of its own. Within
 * a scan no byte of data looks like a marker.
 */
function hasEndOfImage(bytes: Uint8Array): boolean {
  let at = 2;
  while (bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
    // Any number of these may stand before a marker.
    at += bytes[at + 1] === 0xff ? 1 : 2 + wordAt(bytes, at + 2);
  }
  do at = bytes.indexOf(0xff, at) + 1;
  while (at > 0 && bytes[at] !== 0xd9);
  return at > 0;
}

/** PNG, 5.3: chunks of a length, a name, their data and a checksum, the last one named IEND. */
function hasLastChunk(bytes: Uint8Array): boolean {
  for (let at = 8; at + 12 <= bytes.length; ) {
    if (String.fromCharCode(...bytes.subarray(at + 4, at + 8)) === 'IEND') return true;
    at += 12 + wordAt(bytes, at) * 0x10000 + wordAt(bytes, at + 2);
  }
  return false;
}

/** Two bytes, the higher one first. */
function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) * 0x100 + (bytes[at + 1] ?? 0);
}
