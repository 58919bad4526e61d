/** Accepted image formats. */
export type ImageType = 'jpeg' | 'png' | 'webp';

/**
 * Detects the format by the first bytes; null for any other. The file's name does not count.
 *
 * HEIC, GIF, TIFF, PDF and SVG are not accepted: phones convert HEIC for a web page that asks for JPEG, and the others are not
 * camera formats, are animated, or can contain scripts.
 */
export function detectImageType(bytes: Uint8Array): ImageType | null {
  if (startsWith(bytes, 0, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith(bytes, 0, ascii('RIFF')) && startsWith(bytes, 8, ascii('WEBP'))) return 'webp';
  return null;
}

/** Returns whether a PNG has an animation control chunk before its first image data (APNG). */
export function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    if (startsWith(bytes, at + 4, ascii('acTL'))) return true;
    if (startsWith(bytes, at + 4, ascii('IDAT'))) return false;
  }
  return false;
}

function startsWith(bytes: Uint8Array, offset: number, expected: readonly number[]): boolean {
  return expected.every((byte, index) => bytes[offset + index] === byte);
}

function ascii(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}
