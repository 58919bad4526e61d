/** Decoded size in bytes above which a picture takes long to decode. */
const costlyDecodedBytes = 64_000_000;

/**
 * Returns whether a PNG or WebP takes long to decode, judged by its header: both are decoded completely at full depth. A JPEG
 * is decoded at the required size, and a file that is not a picture is not decoded.
 */
export function isCostlyPicture(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, Math.min(file.byteLength, 64));
  if (bytes.length < 40) return false;
  if (bytes.readUInt32BE(0) === 0x89504e47) {
    const samples = samplesOf[bytes[25]!] ?? 4;
    const bits = samples * bytes[24]!;
    return (bytes.readUInt32BE(16) * bytes.readUInt32BE(20) * bits) / 8 > costlyDecodedBytes;
  }
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return false;
  const { width, height } = sizeOfWebp(bytes);
  return 4 * width * height > costlyDecodedBytes;
}

/** Samples per pixel, by the colour type of a PNG. */
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function sizeOfWebp(bytes: Buffer): { width: number; height: number } {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    default:
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
}
