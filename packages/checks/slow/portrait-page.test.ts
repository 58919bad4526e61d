import type { SelfiePose } from '@vendor/contract';
import {
  type DocumentPage,
  encodeJpeg,
  type HeadTraits,
  type Picture,
  renderHead,
  renderIdentityCardFront,
  renderPassport,
  renderScene,
  specimenBearer,
  specimenStranger as stranger,
  utopianCard,
  utopianPassport,
} from '@vendor/specimens';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkSelfie } from '../src/selfie/check-selfie.ts';
import { openFaceEngine } from '../src/selfie/open-face-engine.ts';
import type { SelfieTask } from '../src/selfie/selfie-task.ts';

const now = new Date('2031-03-01T10:00:00Z');
const row = { straight: 0, left: 25, closer: 0, right: -25 } as const satisfies Record<SelfiePose, number>;

let frames: SelfieTask['frames'];
beforeAll(async () => {
  frames = await Promise.all(
    Object.entries(row).map(async ([pose, yawDeg], index) => ({
      pose: pose as SelfiePose,
      file: await encodeJpeg(
        await renderHead({
          traits: specimenBearer,
          yawDeg,
          zoom: pose === 'closer' ? 1.05 : 0.8,
          widthPx: 480,
          heightPx: 480,
        }),
      ),
      receivedAt: 1_000 + index * 2_500,
    })),
  );
});

/** Returns the outcome of matching the bearer's selfie with a document. */
async function matchWith(file: Uint8Array) {
  const selfie = { frames, reference: { kind: 'document', file }, acceptsCopies: false } as const;
  const evaluation = await checkSelfie(selfie, openFaceEngine);
  if (evaluation.kind !== 'evaluated') throw new Error(JSON.stringify(evaluation));
  return evaluation.outcomes.faceMatchingResult;
}

const imageOf = ({ data, width, height }: Picture): Sharp =>
  sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: '#8c8c8c' });

const jpegOf = (image: Sharp): Promise<Uint8Array> => image.jpeg({ quality: 90 }).toBuffer();

describe('orientation of the document', () => {
  const pages = {
    'a passport': () => renderPassport(utopianPassport(now), { widthPx: 1200, portrait: specimenBearer }),
    'the front of a card without an MRZ': () => renderIdentityCardFront(utopianCard(now)),
  };
  describe.each(Object.entries(pages))('%s', (name, draw) => {
    let photograph: Picture;
    beforeAll(async () => {
      const scene = { page: await draw(), size: { width: 1920, height: 1080 }, table: 'walnut' } as const;
      photograph = (await renderScene(scene)).picture;
    });

    it.each([0, 90, 180, 270])(`matches ${name} rotated by %i°`, async (angle) => {
      expect(await matchWith(await jpegOf(imageOf(photograph).rotate(angle)))).toBe('PASS');
    });
  });
});

describe('position of the portrait on a card', () => {
  /** Draws the front of a card with only one portrait of the bearer, this many millimetres from its left side. */
  async function cardWith(leftMm: number) {
    const page = await renderIdentityCardFront(utopianCard(now));
    const px = (mm: number) => Math.round((mm * page.picture.width) / page.widthMm);
    const plastic = {
      create: { width: px(78), height: px(39), channels: 3, background: '#dde6e6' },
    } as const;
    const head = imageOf(await renderHead({ widthPx: 280, heightPx: 360 })).resize(px(30));
    const { data, info } = await imageOf(page.picture)
      .composite([
        { input: plastic, left: px(3.5), top: px(11) },
        { input: await head.png().toBuffer(), left: px(leftMm), top: px(12) },
      ])
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const picture = { data, width: info.width, height: info.height };
    return renderScene({
      page: { ...page, picture },
      size: { width: 1920, height: 1080 },
      table: 'walnut',
    });
  }

  // The centre of the face is inside a piece's side, beyond which a quarter of the face extends.
  it.each([4, 26, 47])('matches a portrait %i mm from the left side of a card', async (leftMm) => {
    const { picture } = await cardWith(leftMm);
    expect(await matchWith(await jpegOf(imageOf(picture)))).toBe('PASS');
  });
});

describe('another person’s passport', () => {
  const [width, height] = [2400, 1600];
  let page: DocumentPage;
  beforeAll(async () => {
    page = await renderPassport(utopianPassport(now), { widthPx: 1200, portrait: stranger });
  });

  /** Photographs the passport, with the user's own face elsewhere in the same picture. */
  async function photographBeside(
    pose: { pxPerMm: number; x: number; y: number },
    own: (size: number) => Promise<Own>,
  ) {
    const { picture } = await renderScene({
      page,
      size: { width, height },
      table: 'walnut',
      pose: { pxPerMm: pose.pxPerMm, offset: { x: pose.x, y: pose.y } },
    });
    const { input, left, top } = await own(width);
    return jpegOf(imageOf(picture).composite([{ input, left, top }]));
  }

  interface Own {
    readonly input: Buffer;
    readonly left: number;
    readonly top: number;
  }

  const headOf = async (traits: HeadTraits, side: number) =>
    imageOf(await renderHead({ traits, yawDeg: 0, zoom: 0.8, widthPx: side, heightPx: side }))
      .png()
      .toBuffer();

  it('does not pass another person’s passport with a larger picture of the user beside it', {
    tags: ['S1-11'],
  }, async () => {
    const file = await photographBeside({ pxPerMm: 8, x: -0.25, y: 0 }, async () => ({
      input: await headOf(specimenBearer, 1000),
      left: width - 1020,
      top: 300,
    }));
    expect(await matchWith(file)).not.toBe('PASS');
  });

  it('does not pass another person’s passport with a card-shaped sheet that shows the user', {
    tags: ['S1-11'],
  }, async () => {
    const size = { width: 1300, height: 915 };
    const file = await photographBeside({ pxPerMm: 7.4, x: -0.27, y: 0.2 }, async () => ({
      input: await sharp({ create: { ...size, channels: 3, background: '#f4f4f0' } })
        .composite([{ input: await headOf(specimenBearer, 855), left: 20, top: 30 }])
        .png()
        .toBuffer(),
      left: width - size.width - 40,
      top: 30,
    }));
    expect(await matchWith(file)).not.toBe('PASS');
  });

  it.each([0, 6, 10])(
    'does not pass another person’s passport with a strip of the user’s picture beside it, %i mm nearer',
    async (mm) => {
      // Corners this far off are accepted as those of a bent page.
      const stripMm = 18;
      const px = (length: number) => Math.round((length * page.picture.width) / page.widthMm);
      const head = imageOf(await renderHead({ traits: specimenBearer, widthPx: 280, heightPx: 360 }));
      const side = px(45);
      const middle = px(page.widthMm + stripMm / 2 - mm);
      const size = { width: page.picture.width + px(stripMm), height: page.picture.height };
      const left = middle - side / 2;
      const photo = await sharp(await head.resize(side).png().toBuffer())
        .extract({ left: 0, top: 0, width: Math.min(side, Math.floor(size.width - left)), height: side })
        .png()
        .toBuffer();
      const { data } = await sharp({ create: { ...size, channels: 4, background: '#eceae2' } })
        .composite([
          { input: await imageOf(page.picture).png().toBuffer(), left: 0, top: 0 },
          { input: photo, left: Math.floor(left), top: 60 },
        ])
        .raw()
        .toBuffer({ resolveWithObject: true });
      const { picture } = await renderScene({
        page: { ...page, widthMm: page.widthMm + stripMm, picture: { data, ...size } },
        size: { width: 1920, height: 1280 },
        table: 'walnut',
      });
      expect(await matchWith(await jpegOf(imageOf(picture)))).not.toBe('PASS');
    },
  );
});
