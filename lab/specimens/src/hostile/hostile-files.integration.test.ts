import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { hostilePdf, hostilePdfKinds } from './hostile-pdf.ts';
import { hostilePicture, hostilePictureKinds } from './hostile-picture.ts';

describe('hostile pictures', () => {
  const size = { width: 203, height: 101 };

  it.each(hostilePictureKinds)('decode to a single colour in the requested size: %s', async (kind) => {
    const { data, info } = await sharp(await hostilePicture(kind, 0, size))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([size.width, size.height]);
    expect(new Set(data).size).toBeLessThanOrEqual(2);
  });

  it.each(hostilePictureKinds)('differ by variant: %s', async (kind) => {
    expect(await hostilePicture(kind, 1, size)).not.toEqual(await hostilePicture(kind, 2, size));
  });
});

describe('hostile PDFs', () => {
  it.each(hostilePdfKinds)('contain their variant in few bytes: %s', (kind) => {
    const pdf = hostilePdf(kind, 7);
    expect(pdf.length).toBeLessThan(400_000);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.includes('/Variant 7 >>')).toBe(true);
  });
});
