import { crc32, deflateSync, inflateSync } from 'node:zlib';

/**
 * Maximum size of a logo, in pixels. Pages show it 40 px high, which is 120 pixels at a device pixel ratio of 3, and up to
 * eight times as wide.
 */
export const maxLogoPixels = { width: 960, height: 240 } as const;
/** Maximum file size of a logo, in bytes. The logo is part of the first response that each hosted page waits for. */
export const maxLogoBytes = 64 * 1024;

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
/** Bytes per pixel by PNG colour type: RGB and RGBA, eight bits per channel. */
const pixelBytes: Readonly<Record<number, number>> = { 2: 3, 6: 4 };

/** Reason why a file cannot be used as a logo. */
export class LogoError extends Error {
  override readonly name = 'LogoError';
}

/**
 * Re-encodes a logo from its pixels, so that nothing else of the file is kept. Accepts only PNG files in RGB or RGBA with eight
 * bits per channel, not interlaced, which is what every browser writes.
 *
 * @throws {LogoError} for any other file, and if the logo is too large.
 */
export function cleanLogo(file: Uint8Array): Uint8Array {
  const { width, height, colourType, packed } = readPng(Buffer.from(file));
  const bytes = pixelBytes[colourType];
  if (bytes === undefined) throw new LogoError('must be an RGB or RGBA image with 8 bits per channel');
  if (width < 1 || height < 1 || width > maxLogoPixels.width || height > maxLogoPixels.height)
    throw new LogoError(`must be at most ${maxLogoPixels.width} × ${maxLogoPixels.height} pixels`);
  const line = width * bytes + 1;
  const pixels = unpack(packed, line * height);
  // Each line begins with its filter type, 0 to 4.
  for (let at = 0; at < pixels.length; at += line)
    if ((pixels[at] ?? 0) > 4) throw new LogoError('is damaged');
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colourType, 0, 0, 0], 8);
  const written = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  if (written.length > maxLogoBytes) throw new LogoError(`must be at most ${maxLogoBytes / 1024} kB`);
  return written;
}

function readPng(file: Buffer) {
  if (!file.subarray(0, 8).equals(signature)) throw new LogoError('must be a PNG image');
  const packed: Buffer[] = [];
  let header: Buffer | null = null;
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const data = file.subarray(at + 8, at + 8 + length);
    if (data.length !== length) break;
    if (type === 'IHDR') header ??= data;
    if (type === 'IDAT') packed.push(data);
    if (type === 'IEND') return partsOf(header, Buffer.concat(packed));
    at += length + 12;
  }
  throw new LogoError('is damaged');
}

function partsOf(header: Buffer | null, packed: Buffer) {
  if (header?.length !== 13) throw new LogoError('is damaged');
  const [depth, colourType, , , interlace] = header.subarray(8);
  if (depth !== 8 || interlace !== 0)
    throw new LogoError('must be an RGB or RGBA image with 8 bits per channel');
  return {
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    colourType: colourType ?? 0,
    packed,
  };
}

/** Decompresses the pixels, limited to the size that they need, whatever the compressed data claims. */
function unpack(packed: Buffer, length: number): Buffer {
  try {
    const pixels = inflateSync(packed, { maxOutputLength: length });
    if (pixels.length === length) return pixels;
  } catch {}
  throw new LogoError('is damaged');
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
