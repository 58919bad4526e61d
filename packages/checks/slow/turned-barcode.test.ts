import { aamvaText, type DocumentPage, renderLicenceBack, specimenLicence } from '@vendor/specimens';
import { type Quad, type RgbaImage, rectify } from '@vendor/vision';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { readBarcode } from '../src/barcode/read-barcode.ts';

// A flat card, as drawn, rotated and slanted; fast cases are in ../src/barcode.

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

/** Renders a picture as if the camera were held askew, and slightly from the side. */
function askew(picture: RgbaImage, deg: number, lean = 0): RgbaImage {
  const { width, height } = picture;
  const [cos, sin] = [Math.cos((deg * Math.PI) / 180), Math.sin((deg * Math.PI) / 180)];
  const place = (x: number, y: number) => ({
    x: width / 2 + (cos * x - sin * y) * 0.6,
    y: height / 2 + (sin * x + cos * y) * 0.6,
  });
  const frame: Quad = [
    place(-width, -width),
    place(width, -width * (1 + lean)),
    place(width, width * (1 + lean)),
    place(-width, width),
  ];
  return rectify(picture, frame, { widthPx: width * 1.2, heightPx: width * 1.2 });
}

describe('readBarcode', () => {
  it.each([0, 180, 90, 270])('reads a code rotated by %i° beside a broken one', async (deg) => {
    const picture = await stackPictures(covered(back), image(back), deg);
    expect(await readBarcode(picture, null)).toMatchObject({ text: aamvaText(licence) });
  });

  it.each([
    [5, 0],
    [-12, 0],
    [22, 0],
    [171, 0],
    [98, 0],
    [-6, 0.06],
    [-6, 0.12],
    [4, -0.1],
  ])('reads a code slanted by %i°, leaning by %d', async (deg, lean) => {
    expect(await readBarcode(askew(image(back), deg, lean), null)).toMatchObject({
      text: aamvaText(licence),
    });
  });
});
