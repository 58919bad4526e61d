import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodeImage, imageLimits } from './decode-image.ts';

/** Draws a picture with a red left half and a blue right half. */
function halves(width = 40, height = 20) {
  const red = [220, 30, 30];
  const blue = [30, 30, 220];
  const pixels = Array.from({ length: width * height }, (_, index) =>
    index % width < width / 2 ? red : blue,
  );
  return sharp(Uint8Array.from(pixels.flat()), { raw: { width, height, channels: 3 } });
}

async function colourAt(bytes: Uint8Array, x: number, y: number): Promise<number[]> {
  const decoded = await decodeImage(bytes);
  if (decoded.kind !== 'decoded') throw new Error(decoded.refusal);
  const at = (y * decoded.image.width + x) * 4;
  return [...decoded.image.data.subarray(at, at + 4)];
}

function isRed([red = 0, , blue = 0]: number[]): boolean {
  return red > 150 && blue < 100;
}

/** Creates a PNG with a header that claims a size, but only a few bytes of data. */
async function bomb(width: number, height: number): Promise<Buffer> {
  const png = await halves(8, 8).png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

describe('decodeImage', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('decodes %s to RGBA', async (format) => {
    const decoded = await decodeImage(await halves().toFormat(format).toBuffer());
    expect(decoded).toMatchObject({ kind: 'decoded', type: format, image: { width: 40, height: 20 } });
    expect(isRed(await colourAt(await halves().toFormat(format).toBuffer(), 5, 10))).toBe(true);
  });

  it('rotates the picture upright according to EXIF', async () => {
    const turned = await halves().jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await decodeImage(turned)).toMatchObject({ image: { width: 20, height: 40 } });
    expect(isRed(await colourAt(turned, 10, 5))).toBe(true);
    expect(isRed(await colourAt(turned, 10, 35))).toBe(false);
  });

  it('converts CMYK, 16 bits, grey and transparency to four bytes per pixel', async () => {
    const cmyk = await halves().toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk');
    expect(isRed(await colourAt(cmyk, 5, 10))).toBe(true);

    const deep = await halves().toColourspace('rgb16').png().toBuffer();
    expect((await sharp(deep).metadata()).depth).toBe('ushort');
    expect(isRed(await colourAt(deep, 5, 10))).toBe(true);

    expect(await colourAt(await halves().greyscale().png().toBuffer(), 5, 10)).toHaveLength(4);
    const clear = sharp({
      create: { width: 9, height: 9, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0 } },
    });
    expect(await colourAt(await clear.png().toBuffer(), 4, 4)).toEqual([255, 255, 255, 255]);
  });

  it('scales down pictures that are larger than needed', async () => {
    const wide = await sharp({ create: { width: 4000, height: 1000, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer();
    expect(await decodeImage(wide)).toMatchObject({ image: { width: 3200, height: 800 } });
  });

  it.each([
    ['an empty file', Buffer.alloc(0), 'EMPTY'],
    ['a file over the limit', Buffer.alloc(imageLimits.bytes + 1, 0xff), 'TOO_MANY_BYTES'],
    ['text', Buffer.from('Hello'), 'UNSUPPORTED_TYPE'],
    [
      'an SVG with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      'UNSUPPORTED_TYPE',
    ],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'UNSUPPORTED_TYPE'],
    ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000;', 'latin1'), 'UNSUPPORTED_TYPE'],
    ['a HEIC', Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'), 'UNSUPPORTED_TYPE'],
    ['only the beginning of a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'DAMAGED'],
    [
      'a script after the first bytes of a JPEG',
      Buffer.from('\xff\xd8\xff<svg><script>1</script></svg>', 'latin1'),
      'DAMAGED',
    ],
  ])('refuses %s', async (_, bytes, refusal) => {
    expect(await decodeImage(bytes)).toEqual({ kind: 'refused', refusal });
  });

  it('refuses a truncated JPEG', async () => {
    const whole = await sharp({
      create: {
        width: 600,
        height: 400,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    })
      .jpeg()
      .toBuffer();
    expect(await decodeImage(whole.subarray(0, whole.length / 2))).toEqual({
      kind: 'refused',
      refusal: 'DAMAGED',
    });
  });

  it('refuses by its header a picture that would expand into too many pixels', {
    tags: ['DREQ-13'],
  }, async () => {
    const before = process.memoryUsage().rss;
    expect(await decodeImage(await bomb(20_000, 20_000))).toEqual({
      kind: 'refused',
      refusal: 'TOO_MANY_PIXELS',
    });
    expect(await decodeImage(await bomb(10_000, 5_001))).toMatchObject({ refusal: 'TOO_MANY_PIXELS' });
    expect(await decodeImage(await bomb(10_000, 5_000))).toMatchObject({ refusal: 'DAMAGED' });
    expect(await decodeImage(await bomb(2 ** 31 - 1, 2 ** 31 - 1))).toMatchObject({ kind: 'refused' });
    expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
  });

  it.each([
    ['one row', 16_385, 1],
    ['one column', 1, 16_385],
  ])('refuses a picture of %s, whose side is too long for decoders', async (_, width, height) => {
    const strip = sharp({ create: { width, height, channels: 3, background: '#fff' } });
    expect(await decodeImage(await strip.png().toBuffer())).toMatchObject({ refusal: 'TOO_MANY_PIXELS' });
  });

  it.each([
    ['webp', { lossless: true }],
    ['png', { colours: 2 }],
  ] as const)('refuses a %s with far more pixels than its bytes can represent', async (format, options) => {
    const blank = sharp({ create: { width: 6000, height: 6000, channels: 3, background: '#fff' } });
    const file = await blank.toFormat(format, options).toBuffer();
    expect(await decodeImage(file)).toMatchObject({ refusal: 'DAMAGED' });
  });

  it('decodes a page with a few lines scanned in black and white', async () => {
    const page = sharp({ create: { width: 1240, height: 1754, channels: 3, background: '#fff' } });
    const line = await sharp({
      create: {
        width: 900,
        height: 12,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer();
    const file = await page
      .composite([400, 460, 520, 580].map((top) => ({ input: line, top, left: 150 })))
      .png({ colours: 2 })
      .toBuffer();
    expect(await decodeImage(file)).toMatchObject({ kind: 'decoded' });
  });

  it('refuses a picture that is decoded in passes at fewer pixels', async () => {
    const progressive = await halves().jpeg({ progressive: true }).toBuffer();
    const frame = progressive.indexOf(Buffer.from([0xff, 0xc2]));
    progressive.writeUInt16BE(4100, frame + 5);
    progressive.writeUInt16BE(5000, frame + 7);
    expect(await decodeImage(progressive)).toEqual({ kind: 'refused', refusal: 'TOO_MANY_PIXELS' });
  });

  it('refuses animations', async () => {
    const frames = Buffer.concat([Buffer.alloc(10 * 10 * 3, 200), Buffer.alloc(10 * 10 * 3, 20)]);
    const webp = await sharp(frames, { raw: { width: 10, height: 20, channels: 3, pageHeight: 10 } })
      .webp({ loop: 0, delay: [90, 90] })
      .toBuffer();
    expect(await decodeImage(webp)).toEqual({ kind: 'refused', refusal: 'ANIMATED' });

    const still = await halves().png().toBuffer();
    const control = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('acTL'), Buffer.alloc(8)]);
    const chunk = Buffer.concat([control, Buffer.alloc(4)]);
    chunk.writeUInt32BE(crc32(control.subarray(4)), control.length);
    const animated = Buffer.concat([still.subarray(0, 33), chunk, still.subarray(33)]);
    expect(await decodeImage(animated)).toEqual({ kind: 'refused', refusal: 'ANIMATED' });
  });

  it('never throws for any bytes after the first ones of an image', async () => {
    const heads = [
      [0xff, 0xd8, 0xff],
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
      [...Buffer.from('RIFF\0\0\0\0WEBP')],
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 400 }), async (head, tail) => {
        expect((await decodeImage(Uint8Array.from([...head, ...tail]))).kind).toBe('refused');
      }),
      { numRuns: 60 },
    );
  });

  it('never throws for a real image with any byte changed', async () => {
    const png = await halves().png().toBuffer();
    const jpeg = await halves().jpeg().toBuffer();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(png, jpeg),
        fc.nat(),
        fc.integer({ min: 0, max: 255 }),
        async (bytes, at, value) => {
          const changed = Uint8Array.from(bytes);
          changed[at % changed.length] = value;
          const decoded = await decodeImage(changed);
          if (decoded.kind === 'decoded') {
            const { data, width, height } = decoded.image;
            expect(data).toHaveLength(width * height * 4);
          }
        },
      ),
      { numRuns: 80 },
    );
  });
});
