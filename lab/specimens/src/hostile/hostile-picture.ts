import { once } from 'node:events';
import { crc32, createDeflate } from 'node:zlib';

/** Small pictures that cost a decoder much time or memory. */
export const hostilePictureKinds = [
  'png-16-bit',
  'png-interlaced',
  'webp-lossless',
  'jpeg-of-many-scans',
] as const;
export type HostilePictureKind = (typeof hostilePictureKinds)[number];

/** 50 megapixels: as many as the service accepts. */
const hostileSize = { width: 8192, height: 6103 };

/**
 * Creates a picture of a single colour in few bytes: a PNG of 16-bit RGBA (about 390 kB, 400 MB decoded), the same interlaced,
 * a lossless WebP (28 bytes), or a greyscale progressive JPEG that refines every block 200 times (about 15 kB).
 *
 * @param variant - changes the bytes, for readers that identify a file by its digest. Each WebP has a different size: at most
 *   64.
 * @param size - in pixels.
 */
export function hostilePicture(
  kind: HostilePictureKind,
  variant = 0,
  size: { readonly width: number; readonly height: number } = hostileSize,
): Promise<Buffer> | Buffer {
  switch (kind) {
    case 'png-16-bit':
      return deepPng(size, variant, false);
    case 'png-interlaced':
      return deepPng(size, variant, true);
    case 'webp-lossless':
      return flatWebp({ ...size, height: size.height - (variant % 64) });
    case 'jpeg-of-many-scans':
      return scannedJpeg(size, variant);
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const bytesPerPixel = 8;
/** Adam7: first column, first row, and the distance to the next ones. */
const interlacedPasses = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

async function deepPng({ width, height }: Size, variant: number, isInterlaced: boolean): Promise<Buffer> {
  const rows = (isInterlaced ? interlacedPasses : [[0, 0, 1, 1] as const]).map(([x, y, dx, dy]) => ({
    bytes: Math.ceil((width - x) / dx) * bytesPerPixel + 1,
    count: Math.ceil((height - y) / dy),
  }));
  const pixelBytes = rows.reduce((sum, { bytes, count }) => sum + bytes * count, 0);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([16, 6, 0, 0, isInterlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    pngChunk('tEXt', Buffer.from(`Comment\0${variant}`, 'latin1')),
    pngChunk('IDAT', await deflatedZeros(pixelBytes)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Deflates in chunks, so that the whole picture is never in memory. */
async function deflatedZeros(bytes: number): Promise<Buffer> {
  const piece = Buffer.alloc(4 * 1024 * 1024);
  const deflate = createDeflate({ level: 9 });
  const parts: Buffer[] = [];
  deflate.on('data', (part: Buffer) => parts.push(part));
  const ended = once(deflate, 'end');
  for (let left = bytes; left > 0; left -= piece.length) {
    if (!deflate.write(piece.subarray(0, left))) await once(deflate, 'drain');
  }
  deflate.end();
  await ended;
  return Buffer.concat(parts);
}

/** Writes a WebP in which every code has a single symbol and so no bits: the pixels take no space. */
function flatWebp({ width, height }: Size): Buffer {
  const bits = createBitWriter('least first');
  bits.write(0x2f, 8);
  bits.write(width - 1, 14);
  bits.write(height - 1, 14);
  // No alpha, version 0, no transform, no colour cache, one group of codes.
  bits.write(0, 1 + 3 + 1 + 1 + 1);
  for (let code = 0; code < 5; code++) bits.write(0b0001, 4);
  const data = bits.end();
  const padded = Buffer.concat([data, Buffer.alloc(data.length % 2)]);
  const head = Buffer.from('RIFF____WEBPVP8L____', 'latin1');
  head.writeUInt32LE(head.length - 8 + padded.length, 4);
  head.writeUInt32LE(data.length, 16);
  return Buffer.concat([head, padded]);
}

const scanCount = 200;
/** Maximum number of empty blocks that one code can declare: 2^14, plus what 14 bits can add. */
const maxEmptyBlocks = 32_767;

/** Writes a JPEG in which all scans but the first declare that no block changes. */
function scannedJpeg({ width, height }: Size, variant: number): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  const parts = [
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xfe, Buffer.from(String(variant), 'latin1')),
    jpegSegment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 16)])),
    jpegSegment(0xc2, frame),
    // One symbol of one bit each: "no difference" for the first coefficients, "a run of empty blocks" for the others.
    jpegSegment(0xc4, huffmanTable(0x00, 0x00)),
    jpegSegment(0xc4, huffmanTable(0x10, 0xe0)),
    jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 0, 0])),
    stuffed(Buffer.alloc(Math.ceil(blocks / 8))),
  ];
  const empty = createBitWriter('most first');
  for (let left = blocks; left > 0; ) {
    const run = Math.min(left, maxEmptyBlocks);
    // A run shorter than 2^14 is written as one beyond the last block, where readers stop.
    empty.write(0, 1);
    empty.write(Math.max(0, run - 16_384), 14);
    left -= run;
  }
  const scan = Buffer.concat([jpegSegment(0xda, Buffer.from([1, 1, 0, 1, 63, 0])), stuffed(empty.end())]);
  for (let count = 0; count < scanCount; count++) parts.push(scan);
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]);
}

function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

function huffmanTable(id: number, symbol: number): Buffer {
  return Buffer.from([id, 1, ...Array<number>(15).fill(0), symbol]);
}

/** Adds a 0 after each 0xff of entropy-coded data. */
function stuffed(data: Buffer): Buffer {
  return Buffer.from([...data].flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])));
}

function createBitWriter(order: 'least first' | 'most first') {
  const bits: number[] = [];
  return {
    write(value: number, count: number) {
      for (let index = 0; index < count; index++)
        bits.push((value >> (order === 'least first' ? index : count - 1 - index)) & 1);
    },
    end(): Buffer {
      const bytes = Buffer.alloc(Math.ceil(bits.length / 8));
      bits.forEach((bit, index) => {
        bytes[index >> 3]! |= bit << (order === 'least first' ? index & 7 : 7 - (index & 7));
      });
      return bytes;
    },
  };
}
