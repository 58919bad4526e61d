/** The image formats that are taken. */
export type ImageType = 'jpeg' | 'png' | 'webp';

/**
 * The format a file shows by its first bytes; null for every other. What the file is called counts for nothing.
 *
 * HEIC, GIF, TIFF, PDF and SVG are not taken: phones convert HEIC for a web page that asks for JPEG, and the rest are no
 * camera's formats, are animated, or can carry script.
 */
export function detectImageType(bytes: Uint8Array): ImageType | null {
  if (startsWith(bytes, 0, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith(bytes, 0, ascii('RIFF')) && startsWith(bytes, 8, ascii('WEBP'))) return 'webp';
  return null;
}

/** Whether a PNG has the control chunk of an animation before its first picture data (APNG). */
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
