import { aamvaText, type DocumentPage, renderLicenceBack, specimenLicence } from '@vendor/specimens';
import type { RgbaImage } from '@vendor/vision';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readBarcode } from './read-barcode.ts';

// A card as flat as it was drawn; photographs are in ../../slow.

const licence = specimenLicence(new Date('2031-03-01'));
let back: DocumentPage;
beforeAll(async () => {
  back = await renderLicenceBack(licence, { widthPx: 1100 });
});

function image({ picture: { data, width, height } }: DocumentPage): RgbaImage {
  return { data: new Uint8ClampedArray(data), width, height };
}

describe('readBarcode', () => {
  it('reads a code to the last control character, and fetches nothing for it', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('Nothing is to be fetched.'));
    expect(await readBarcode(image(back), null)).toEqual({ text: aamvaText(licence) });
    expect(fetched).not.toHaveBeenCalled();
  });

  it('straightens the card where its corners are known', async () => {
    const { width, height } = back.picture;
    const corners = [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ] as const;
    expect(await readBarcode(image(back), [...corners])).toEqual({ text: aamvaText(licence) });
  });

  it('sees a code of which too much is covered, and nothing on a card without one', async () => {
    const covered = image(back);
    const { width, height } = covered;
    // The middle of the code, from its upper to its lower edge.
    for (let y = 0; y < height; y++)
      covered.data.fill(255, (y * width + width * 0.42) * 4, (y * width + width * 0.6) * 4);
    expect(await readBarcode(covered, null)).toEqual({ text: null });
    const blank = await renderLicenceBack(licence, { widthPx: 1100, barcode: null });
    expect(await readBarcode(image(blank), null)).toBeNull();
  });

  it.each([
    [1, 1],
    [3000, 1],
    [2, 700],
  ])('bears a picture of %i × %i pixels', async (width, height) => {
    const data = new Uint8ClampedArray(width * height * 4);
    expect(await readBarcode({ data, width, height }, null)).toBeNull();
  });
});
