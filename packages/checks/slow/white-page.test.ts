import {
  type DocumentPage,
  encodeJpeg,
  encodePng,
  renderIdentityCardFront,
  renderPassport,
  renderScene,
  utopianCard,
  utopianPassport,
} from '@vendor/specimens';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkDocument } from '../src/document/check-document.ts';
import { judgePicture } from '../src/document/judge-picture.ts';
import { measureSide } from '../src/document/measure-side.ts';
import { decodeImage } from '../src/image/decode-image.ts';

// Scanners and copiers make paper white: 255 of 255, without a shadow.

const now = Date.parse('2031-03-01T10:00:00Z');

/** Returns the page as from a scanner, in colour or as a black-and-white copy. */
function whitened(page: DocumentPage, isGrey = false): DocumentPage {
  const data = Uint8Array.from(page.picture.data);
  for (let byte = 0; byte < data.length; byte += 4) {
    const [red, green, blue] = [data[byte]!, data[byte + 1]!, data[byte + 2]!];
    const grey = 0.299 * red + 0.587 * green + 0.114 * blue;
    const isPaper = grey > 190;
    for (const channel of [0, 1, 2])
      data[byte + channel] = isPaper ? 255 : isGrey ? grey : data[byte + channel]!;
  }
  return { ...page, picture: { ...page.picture, data } };
}

/** Draws a scan: only the page, or with white around it. */
async function scan(page: DocumentPage, marginPx = 0): Promise<Uint8Array> {
  const background = '#ffffff';
  const flat = await sharp(await encodePng(page.picture))
    .flatten({ background })
    .png()
    .toBuffer();
  const margin = { top: marginPx, bottom: marginPx, left: marginPx, right: marginPx };
  return sharp(flat)
    .extend({ ...margin, background })
    .jpeg({ quality: 90 })
    .toBuffer();
}

let page: DocumentPage;
let front: DocumentPage;
beforeAll(async () => {
  page = await renderPassport(utopianPassport(new Date(now)), { widthPx: 1200 });
  front = await renderIdentityCardFront(utopianCard(new Date(now)), { widthPx: 1000 });
});

const photograph = async (
  shown: DocumentPage,
  glares: { xMm: number; yMm: number; radiusMm: number; strength: number }[] = [],
) =>
  encodeJpeg(
    (
      await renderScene({
        page: shown,
        size: { width: 1280, height: 720 },
        table: 'walnut',
        exposure: 1.1,
        glares,
      })
    ).picture,
  );

function check(file: Uint8Array) {
  return checkDocument({
    documentType: 'PASSPORT',
    front: file,
    back: null,
    expected: { fullName: null, dateOfBirth: null },
    minimumAge: null,
    now,
    acceptsSpecimens: true,
  });
}

const pictures: Record<string, (shown: DocumentPage) => Promise<Uint8Array>> = {
  'a scan of only the page': (shown) => scan(shown),
  'a scan with white around the page': (shown) => scan(shown, 200),
  'a photograph on a table': (shown) => photograph(shown),
};

describe('white page', () => {
  it.each(Object.entries(pictures))('reads and passes a white page in %s', async (_, take) => {
    expect(await check(await take(whitened(page)))).toMatchObject({
      kind: 'evaluated',
      outcomes: { imageQualityCheckResult: 'PASS', photocopyCheckResult: 'NOT_PERFORMED' },
      findings: [],
    });
  });

  it.each(Object.entries(pictures))('sends a black-and-white copy to REVIEW in %s', async (_, take) => {
    expect(await check(await take(whitened(page, true)))).toMatchObject({
      kind: 'evaluated',
      outcomes: { imageQualityCheckResult: 'PASS', photocopyCheckResult: 'REVIEW' },
    });
  });

  it('asks for another picture if a reflection covers the MRZ of a white page', async () => {
    const file = await photograph(whitened(page), [{ xMm: 20, yMm: 34, radiusMm: 8, strength: 1.2 }]);
    expect(await check(file)).toEqual({ kind: 'retry', reasons: ['IMAGE_GLARE'] });
  });

  it.each(Object.entries(pictures))(
    'does not ask for another picture of the white front of a card in %s',
    async (_, take) => {
      const decoded = await decodeImage(await take(whitened(front)));
      if (decoded.kind === 'refused') throw new Error('The picture cannot be decoded.');
      const { reasons } = judgePicture(measureSide(decoded.image, 'NATIONAL_ID'), 'NATIONAL_ID');
      expect(reasons).toEqual([]);
    },
  );
});
