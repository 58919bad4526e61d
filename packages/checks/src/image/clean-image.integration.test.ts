import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { cleanImage } from './clean-image.ts';
import { decodeImage } from './decode-image.ts';

// Encoding takes milliseconds, but far longer on a machine that is busy with other suites.
vi.setConfig({ testTimeout: 30_000 });

/** Written wherever a file can contain something besides its picture; none of it may be left. */
const CANARY = 'canary-4f1d';

/** Draws a picture without symmetry: red left, blue right, and some grain. */
function picture(width = 120, height = 80): Sharp {
  const pixels = Uint8Array.from({ length: width * height * 3 }, (_, index) => {
    const isLeft = Math.floor(index / 3) % width < width / 2;
    const grain = (Math.imul(index + 1, 0x9e3779b1) >>> 28) - 8;
    return (isLeft ? [200, 60, 40] : [40, 60, 200])[index % 3]! + grain;
  });
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Location and camera of the picture. */
const exif = {
  IFD0: { ImageDescription: CANARY, Software: CANARY },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '59/1 54/1 50/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '10/1 44/1 0/1',
  },
};

const plainJpeg = () => picture().jpeg({ quality: 95 }).toBuffer();

/** Creates a JPEG with segments after its first marker. */
async function jpegWith(...segments: Uint8Array[]): Promise<Buffer> {
  const jpeg = await plainJpeg();
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** Creates a JPEG with other bytes after its last marker. */
async function jpegFollowedBy(text: string): Promise<Buffer> {
  return Buffer.concat([await plainJpeg(), Buffer.from(text, 'latin1')]);
}

/** Creates a JPEG with other bytes after its last coded block. */
async function jpegWithTail(text: string): Promise<Buffer> {
  const jpeg = await plainJpeg();
  return Buffer.concat([jpeg.subarray(0, -2), Buffer.from(text, 'latin1'), jpeg.subarray(-2)]);
}

function segment(marker: number, content: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, Buffer.from(content, 'latin1')]);
}

async function pngWithText(): Promise<Buffer> {
  const png = await picture().png().withExif(exif).toBuffer();
  const text = Buffer.from(`tEXtComment\0${CANARY}`, 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length - 4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(text));
  return Buffer.concat([png.subarray(0, 33), length, text, checksum, png.subarray(33)]);
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

async function cleaned(bytes: Uint8Array): Promise<Uint8Array> {
  const clean = await cleanImage(bytes);
  expect(clean?.contentType).toBe('image/jpeg');
  return clean!.bytes;
}

/** Expects a JPEG that contains only a picture, and ends where the picture ends. */
async function expectClean(bytes: Uint8Array): Promise<void> {
  expect(Buffer.from(bytes).includes(CANARY)).toBe(false);
  expect([...bytes.subarray(0, 3), ...bytes.subarray(-2)]).toEqual([0xff, 0xd8, 0xff, 0xff, 0xd9]);
  const metadata = await sharp(bytes).metadata();
  expect(metadata).toMatchObject({ format: 'jpeg', space: 'srgb', hasProfile: false });
  for (const kind of ['exif', 'icc', 'iptc', 'xmp', 'orientation', 'comments'] as const)
    expect(metadata[kind], kind).toBeUndefined();
}

async function pixelsOf(bytes: Uint8Array) {
  const decoded = await decodeImage(bytes);
  if (decoded.kind === 'refused') throw new Error(decoded.refusal);
  return decoded.image;
}

/** Expects two files to show the same picture, within the loss of one more encoding. */
async function expectLike(bytes: Uint8Array, original: Uint8Array): Promise<void> {
  const [a, b] = [await pixelsOf(bytes), await pixelsOf(original)];
  expect([a.width, a.height]).toEqual([b.width, b.height]);
  let off = 0;
  for (let at = 0; at < a.data.length; at++) off += Math.abs(a.data[at]! - b.data[at]!);
  expect(off / a.data.length).toBeLessThan(2);
}

describe('cleanImage', () => {
  it.each<[string, () => Promise<Uint8Array>]>([
    ['the location of a JPEG', () => picture().jpeg().withExif(exif).toBuffer()],
    [
      'the XMP of a JPEG',
      () => jpegWith(segment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${CANARY}`)),
    ],
    ['the comment of a JPEG', () => jpegWith(segment(0xfe, `<script>${CANARY}</script>`))],
    ['the caption of a JPEG', () => jpegWith(segment(0xed, `Photoshop 3.0\x008BIM\x04\x04${CANARY}`))],
    ['the thumbnail of a JPEG', () => jpegWith(segment(0xe0, `JFXX\0\x10${CANARY}`))],
    ['maker notes', () => jpegWith(segment(0xe4, CANARY), segment(0xef, CANARY))],
    ['an unused table', () => jpegWith(segment(0xdb, `\x03${CANARY.padEnd(64, '!')}`))],
    ['a page after the last block', () => jpegWithTail(`<script>${CANARY}</script>`)],
    ['a page after the end', () => jpegFollowedBy(`<!doctype html><script>${CANARY}</script>`)],
    ['an archive after the end', () => jpegFollowedBy(`PK\x03\x04${CANARY}`)],
    ['the texts and the location of a PNG', pngWithText],
    [
      'bytes after the end of a PNG',
      async () => Buffer.concat([await picture().png().toBuffer(), Buffer.from(CANARY)]),
    ],
    ['the location of a WebP', () => picture().webp({ lossless: true }).withExif(exif).toBuffer()],
  ])('removes %s', { tags: ['DREQ-54'] }, async (_, file) => {
    const bytes = await file();
    expect(Buffer.from(bytes).includes(CANARY)).toBe(true);
    const clean = await cleaned(bytes);
    await expectClean(clean);
    await expectLike(clean, bytes);
  });

  it.each([3, 6, 8])(
    'rotates a picture upright before dropping its orientation %i',
    { tags: ['DREQ-54'] },
    async (orientation) => {
      const turned = await picture().jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer();
      const clean = await cleaned(turned);
      await expectClean(clean);
      expect((await sharp(clean).metadata()).width).toBe(orientation === 3 ? 120 : 80);
      await expectLike(clean, turned);
    },
  );

  it('converts a picture to sRGB before dropping its profile', { tags: ['DREQ-54'] }, async () => {
    const wide = await picture().withIccProfile('p3').jpeg({ quality: 95 }).toBuffer();
    expect((await sharp(wide).metadata()).hasProfile).toBe(true);
    const clean = await cleaned(wide);
    await expectClean(clean);
    await expectLike(clean, wide);
  });

  it('converts a picture from CMYK to sRGB', async () => {
    const bytes = await picture().toColourspace('cmyk').jpeg().toBuffer();
    const clean = await cleaned(bytes);
    await expectClean(clean);
    await expectLike(clean, bytes);
  });

  it('scales a picture down to the size that checks use', async () => {
    const large = await picture(3400, 100).png().toBuffer();
    expect(await sharp(await cleaned(large)).metadata()).toMatchObject({ width: 3200, height: 94 });
  });

  it('changes next to nothing if a picture is cleaned again', async () => {
    const once = await cleaned(await plainJpeg());
    const twice = await cleaned(once);
    await expectLike(twice, once);
  });

  it.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ['an empty file', () => new Uint8Array()],
    ['text', () => Buffer.from('Hello')],
    [
      'a script after the first bytes of a JPEG',
      () => Buffer.from('\xff\xd8\xff\xe0<script>1</script>', 'latin1'),
    ],
    ['a truncated JPEG', async () => (await picture(600, 400).jpeg().toBuffer()).subarray(0, 4000)],
    ['a GIF', () => picture(10, 20).gif().toBuffer()],
  ])('returns null for %s', { tags: ['DREQ-54'] }, async (_, file) => {
    expect(await cleanImage(await file())).toBeNull();
  });

  it('returns null or a clean picture for a file with any byte changed', async () => {
    const jpeg = Buffer.concat([await jpegWith(segment(0xfe, CANARY)), Buffer.from(CANARY)]);
    await fc.assert(
      fc.asyncProperty(fc.nat(jpeg.length - 1), fc.integer({ min: 0, max: 255 }), async (at, value) => {
        const changed = Uint8Array.from(jpeg);
        changed[at] = value;
        const clean = await cleanImage(changed);
        if (clean) await expectClean(clean.bytes);
      }),
      { numRuns: 40 },
    );
  });
});
