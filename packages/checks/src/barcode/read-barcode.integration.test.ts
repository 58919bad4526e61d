import { aamvaText, type DocumentPage, renderLicenceBack, specimenLicence } from '@vendor/specimens';
import { type Point, type Quad, type RgbaImage, rectify } from '@vendor/vision';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readBarcode } from './read-barcode.ts';

// A flat card, as drawn; further rotations, slants and photographs are tested in ../../slow.

const licence = specimenLicence(new Date('2031-03-01'));
let back: DocumentPage;
beforeAll(async () => {
  back = await renderLicenceBack(licence, { widthPx: 1100 });
});

function image({ picture: { data, width, height } }: DocumentPage): RgbaImage {
  return { data: new Uint8ClampedArray(data), width, height };
}

/** Paints over the middle of the code, from its upper to its lower edge. */
function covered(page: DocumentPage): RgbaImage {
  const picture = image(page);
  const { width, height } = picture;
  for (let y = 0; y < height; y++)
    picture.data.fill(255, (y * width + width * 0.42) * 4, (y * width + width * 0.6) * 4);
  return picture;
}

/** Stacks two pictures, the lower one rotated clockwise. */
async function stackPictures(upper: RgbaImage, lower: RgbaImage, turnedDeg: number): Promise<RgbaImage> {
  const { data, info } = await sharp(lower.data, {
    raw: { width: lower.width, height: lower.height, channels: 4 },
  })
    .rotate(turnedDeg)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const width = Math.max(upper.width, info.width);
  const both = new Uint8ClampedArray(width * (upper.height + info.height) * 4).fill(255);
  for (let y = 0; y < upper.height; y++)
    both.set(upper.data.subarray(y * upper.width * 4, (y + 1) * upper.width * 4), y * width * 4);
  for (let y = 0; y < info.height; y++)
    both.set(data.subarray(y * info.width * 4, (y + 1) * info.width * 4), (upper.height + y) * width * 4);
  return { data: both, width, height: upper.height + info.height };
}

/** Rotates a picture as if the camera were held askew. */
function askew(picture: RgbaImage, deg: number): RgbaImage {
  const { width, height } = picture;
  const [cos, sin] = [Math.cos((deg * Math.PI) / 180), Math.sin((deg * Math.PI) / 180)];
  const place = (x: number, y: number) => ({
    x: width / 2 + (cos * x - sin * y) * 0.6,
    y: height / 2 + (sin * x + cos * y) * 0.6,
  });
  const frame: Quad = [
    place(-width, -width),
    place(width, -width),
    place(width, width),
    place(-width, width),
  ];
  return rectify(picture, frame, { widthPx: width * 1.2, heightPx: width * 1.2 });
}

/** Returns the largest distance between corresponding corners, in pixels. */
function largest(some: readonly Point[], others: readonly Point[]): number {
  return Math.max(...some.map(({ x, y }, index) => Math.hypot(x - others[index]!.x, y - others[index]!.y)));
}

describe('readBarcode', () => {
  it('reads a code to the last control character, without network access', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('Unexpected fetch.'));
    expect(await readBarcode(image(back), null)).toMatchObject({ text: aamvaText(licence) });
    expect(fetched).not.toHaveBeenCalled();
  });

  it('straightens the card if its corners are known', async () => {
    const { width, height } = back.picture;
    const corners = [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ] as const;
    expect(await readBarcode(image(back), [...corners])).toMatchObject({ text: aamvaText(licence) });
  });

  it('detects a code that is covered too much to read, and none on a card without one', async () => {
    expect(await readBarcode(covered(back), null)).toEqual({ text: null });
    const blank = await renderLicenceBack(licence, { widthPx: 1100, barcode: null });
    expect(await readBarcode(image(blank), null)).toBeNull();
  });

  it.each([180])('reads a code rotated by %i° beside a broken one', async (deg) => {
    const picture = await stackPictures(covered(back), image(back), deg);
    expect(await readBarcode(picture, null)).toMatchObject({ text: aamvaText(licence) });
  });

  it('reads the code of a licence beside a complete code of another kind', async () => {
    const other = await renderLicenceBack(licence, { widthPx: 1100, barcode: 'STOCK 0123456789'.repeat(12) });
    const picture = await stackPictures(image(other), image(back), 0);
    expect(await readBarcode(picture, null)).toMatchObject({ text: aamvaText(licence) });
    expect(await readBarcode(image(other), null)).toMatchObject({ text: 'STOCK 0123456789'.repeat(12) });
  });

  it.each([0, 180])('returns the differing code of another card, rotated by %i°', async (deg) => {
    const differing = { ...licence, surname: 'LUND', birthDate: '1990-01-01' };
    const other = await renderLicenceBack(differing, { widthPx: 1100 });
    const [width, height] = [back.picture.width, back.picture.height];
    const upper = [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ] as const;
    const picture = await stackPictures(image(back), image(other), deg);
    const named = { text: aamvaText(licence), otherTexts: [aamvaText(differing)] };
    expect(await readBarcode(picture, null)).toMatchObject(named);
    expect(await readBarcode(picture, [...upper])).toMatchObject(named);
    const twice = await stackPictures(image(back), image(back), deg);
    expect(await readBarcode(twice, null)).toMatchObject({ text: aamvaText(licence) });
  });

  it('reads a code slanted by 5°', async () => {
    expect(await readBarcode(askew(image(back), 5), null)).toMatchObject({ text: aamvaText(licence) });
  });

  it.each([0, 90, 180, 270])('returns the corners of the code on a card rotated by %i°', async (deg) => {
    const { width, height } = back.picture;
    const blank = { data: new Uint8ClampedArray(4), width: 1, height: 1 };
    const picture = await stackPictures(blank, image(back), deg);
    const toPicture = ({ x, y }: { x: number; y: number }) =>
      [
        { x, y: y + 1 },
        { x: height - y, y: x + 1 },
        { x: width - x, y: height - y + 1 },
        { x: y, y: width - x + 1 },
      ][deg / 90]!;
    const plain = (await readBarcode(image(back), null))?.corners ?? [];
    const found = (await readBarcode(picture, null))?.corners ?? [];
    expect(plain).toHaveLength(4);
    expect(largest(found, plain.map(toPicture))).toBeLessThan(0.02 * width);
    const card = [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ].map(toPicture) as unknown as Quad;
    const onCard = (await readBarcode(picture, card))?.corners ?? [];
    expect(largest(onCard, plain.map(toPicture))).toBeLessThan(0.02 * width);
  });

  it('returns the corners of the code on a card held askew', async () => {
    const picture = askew(image(back), 5);
    const found = (await readBarcode(picture, null))?.corners ?? [];
    expect(found).toHaveLength(4);
    const [left, right] = [found[3]!, found[2]!];
    const slope = (Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI;
    expect(Math.abs(slope)).toBeGreaterThan(3);
    expect(Math.abs(slope)).toBeLessThan(7);
  });

  it.each([
    [1, 1],
    [3000, 1],
    [2, 700],
  ])('returns null for a picture of %i × %i pixels', async (width, height) => {
    const data = new Uint8ClampedArray(width * height * 4);
    expect(await readBarcode({ data, width, height }, null)).toBeNull();
  });
});
