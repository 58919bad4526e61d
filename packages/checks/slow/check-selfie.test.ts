import type { SelfiePose } from '@vendor/contract';
import {
  specimenDarkSkinned as darkSkinned,
  encodeJpeg,
  type HeadTraits,
  type Picture,
  renderHead,
  renderPassport,
  renderScene,
  specimenBearer,
  specimenStranger as stranger,
  utopianPassport,
} from '@vendor/specimens';
import sharp, { type Sharp } from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkSelfie } from '../src/selfie/check-selfie.ts';
import { openFaceEngine } from '../src/selfie/open-face-engine.ts';
import type { SelfieTask } from '../src/selfie/selfie-task.ts';

const poses = ['straight', 'left', 'closer', 'right'] as const satisfies readonly SelfiePose[];

const turns: Readonly<Record<SelfiePose, number>> = { straight: 0, left: 25, right: -25, closer: 0 };

/** Renders a head before a camera, turned as asked. */
function pictureOf(pose: SelfiePose, traits: HeadTraits = specimenBearer): Promise<Picture> {
  const zoom = pose === 'closer' ? 1.05 : 0.8;
  return renderHead({ traits, yawDeg: turns[pose], zoom, widthPx: 480, heightPx: 480 });
}

async function fileOf(pose: SelfiePose, traits?: HeadTraits): Promise<Uint8Array> {
  return encodeJpeg(await pictureOf(pose, traits));
}

const jpegOf = ({ data, width, height }: Picture, change: (image: Sharp) => Sharp) =>
  change(sharp(data, { raw: { width, height, channels: 4 } }))
    .flatten({ background: '#8c8c8c' })
    .jpeg({ quality: 90 })
    .toBuffer();

const task = (files: readonly Uint8Array[], changes: Partial<SelfieTask> = {}): SelfieTask => ({
  frames: files.map((file, index) => ({ pose: poses[index]!, file, receivedAt: 1_000 + index * 2_500 })),
  reference: null,
  acceptsCopies: false,
  ...changes,
});

/** Result without signs of an attack, and without a reference. */
const unproven = {
  kind: 'evaluated',
  outcomes: { livenessCheckResult: 'REVIEW', faceMatchingResult: 'NOT_PERFORMED' },
  findings: [
    { member: 'livenessCheckResult', code: 'LIVENESS_UNPROVEN', outcome: 'REVIEW' },
    { member: 'faceMatchingResult', code: 'REFERENCE_MISSING', outcome: 'NOT_PERFORMED' },
  ],
};

const check = (selfie: SelfieTask) => checkSelfie(selfie, openFaceEngine);
const honest = () => Promise.all(poses.map((pose) => fileOf(pose)));

describe('frames of a selfie', () => {
  const fetched = vi.fn();

  beforeEach(() => {
    vi.stubGlobal('fetch', fetched);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('judges wide pictures, as cameras take them', async () => {
    const widen = (image: Sharp) => image.extend({ left: 187, right: 187, background: '#ced4da' });
    const wide = await Promise.all(poses.map(async (pose) => jpegOf(await pictureOf(pose), widen)));
    expect(await check(task(wide))).toEqual(unproven);
  });

  it('reports liveness as unproven if one head turned and came closer as asked', {
    tags: ['S1-10'],
  }, async () => {
    expect(await check(task(await honest()))).toEqual(unproven);
  });

  it('asks for a retry if a still picture is waved, rotated and brought closer', {
    tags: ['S1-10'],
  }, async () => {
    const still = await pictureOf('straight');
    const files = await Promise.all([
      jpegOf(still, (image) => image),
      jpegOf(still, (image) =>
        image.resize({ width: 380, height: 480, fit: 'fill' }).extend({ left: 60, right: 40 }),
      ),
      jpegOf(still, (image) =>
        image.extract({ left: 50, top: 40, width: 380, height: 380 }).resize(480, 480),
      ),
      jpegOf(still, (image) => image.affine([1, 0.1, 0.15, 0.9], { background: '#8c8c8c' })),
    ]);
    expect(await check(task(files))).toEqual({ kind: 'retry', reasons: ['SELFIE_STILL'] });
  });

  it('judges a sequence with repeated poses of a head that returns to exactly the same position', {
    tags: ['S1-10'],
  }, async () => {
    const row = ['straight', 'left', 'straight', 'right', 'closer'] as const;
    const files = await Promise.all(
      row.map(async (pose, index) => {
        const { data, width, height } = await pictureOf(pose);
        return sharp(data, { raw: { width, height, channels: 4 } })
          .flatten({ background: '#8c8c8c' })
          .jpeg({ quality: 90 - index })
          .toBuffer();
      }),
    );
    const frames = row.map((pose, index) => ({
      pose,
      file: files[index]!,
      receivedAt: 1_000 + index * 2_500,
    }));
    expect(await check({ ...task([]), frames })).toEqual(unproven);
  });

  it('asks for a retry if one turn is a mirrored copy of the other', { tags: ['S1-10'] }, async () => {
    const [straight, left, closer] = await honest();
    const flopped = await sharp(left!).flop().jpeg({ quality: 75 }).toBuffer();
    const files = [straight!, left!, closer!, flopped];
    expect(await check(task(files))).toEqual({ kind: 'retry', reasons: ['SELFIE_STILL'] });
    expect(await check(task(files, { acceptsCopies: true }))).toMatchObject({ kind: 'evaluated' });
  });

  it('asks for a retry if the head turns the other way', async () => {
    const [straight, left, closer, right] = await honest();
    expect(await check(task([straight!, right!, closer!, left!]))).toEqual({
      kind: 'retry',
      reasons: ['FACE_TURNED_WRONG'],
    });
  });

  it('does not pass frames with another person', async () => {
    const files = [
      await fileOf('straight'),
      ...(await Promise.all(poses.slice(1).map((pose) => fileOf(pose, stranger)))),
    ];
    const evaluation = await check(task(files));
    expect(evaluation).toMatchObject({ kind: 'evaluated', outcomes: { livenessCheckResult: 'FAIL' } });
  });

  it('asks for a retry without a face, with a blurred one, or in the dark', async () => {
    const [straight, left, closer] = await honest();
    const wall = await sharp({ create: { width: 480, height: 480, channels: 3, background: '#7a8490' } })
      .jpeg()
      .toBuffer();
    expect(await check(task([straight!, left!, closer!, wall]))).toEqual({
      kind: 'retry',
      reasons: ['FACE_NOT_FOUND'],
    });
    const blurred = await jpegOf(await pictureOf('right'), (image) => image.blur(12));
    expect(await check(task([straight!, left!, closer!, blurred]))).toEqual({
      kind: 'retry',
      reasons: ['IMAGE_BLURRED'],
    });
    const dark = await jpegOf(await pictureOf('right'), (image) => image.linear(0.2, 0));
    expect(await check(task([straight!, left!, closer!, dark]))).toMatchObject({
      kind: 'retry',
      reasons: expect.arrayContaining(['IMAGE_TOO_DARK']),
    });
  });
});

describe('light on faces', () => {
  const people = { light: specimenBearer, dark: darkSkinned };
  /** Walls behind the head, and the share of its luma that a head keeps. */
  const lights = {
    ordinary: { background: [206, 212, 218], head: 1, wall: 1 },
    'ordinary, before a dark wall': { background: [40, 40, 44], head: 1, wall: 1 },
    faint: { background: [206, 212, 218], head: 0.3, wall: 0.3 },
    'from a window behind': { background: [255, 255, 255], head: 0.1, wall: 1 },
  } as const;

  async function inLight(pose: SelfiePose, skin: keyof typeof people, light: keyof typeof lights) {
    const { background, head, wall } = lights[light];
    const view = { yawDeg: turns[pose], zoom: pose === 'closer' ? 1.05 : 0.8, background };
    const picture = await renderHead({ traits: people[skin], ...view, widthPx: 480, heightPx: 480 });
    const data = picture.data.map((value, at) => {
      // Nothing of a head is lighter than 228; a white wall is.
      const pixel = picture.data.subarray(at - (at % 4), at - (at % 4) + 3);
      return at % 4 === 3 ? value : value * (Math.min(...pixel) > 228 ? wall : head);
    });
    return encodeJpeg({ ...picture, data });
  }

  it.each([
    ['light', 'ordinary', false],
    ['light', 'ordinary, before a dark wall', false],
    ['light', 'faint', true],
    ['light', 'from a window behind', true],
    ['dark', 'ordinary', false],
    ['dark', 'ordinary, before a dark wall', false],
    ['dark', 'faint', true],
    ['dark', 'from a window behind', true],
  ] as const)('asks for more only where it is missing: %s skin, light %s', async (skin, light, isDark) => {
    const files = await Promise.all(poses.map((pose) => inLight(pose, skin, light)));
    const evaluation = await check(task(files));
    const dark = { kind: 'retry', reasons: expect.arrayContaining(['IMAGE_TOO_DARK']) };
    expect(evaluation).toEqual(isDark ? dark : unproven);
  });
});

describe('face match of a selfie', () => {
  const photographOf = async (traits: HeadTraits) => {
    const now = new Date('2031-03-01T10:00:00Z');
    const page = await renderPassport(utopianPassport(now), { widthPx: 1200, portrait: traits });
    const { picture } = await renderScene({ page, size: { width: 1920, height: 1080 }, table: 'walnut' });
    return encodeJpeg(picture);
  };

  it('passes the face of the document', { tags: ['S1-11'] }, async () => {
    const reference = { kind: 'document', file: await photographOf(specimenBearer) } as const;
    const evaluation = await check(task(await honest(), { reference }));
    expect(evaluation).toMatchObject({
      outcomes: { livenessCheckResult: 'REVIEW', faceMatchingResult: 'PASS' },
      findings: [{ code: 'LIVENESS_UNPROVEN' }],
    });
  });

  it('does not pass another face than that of the document', async () => {
    const reference = { kind: 'document', file: await photographOf(stranger) } as const;
    const evaluation = await check(task(await honest(), { reference }));
    expect(evaluation).toMatchObject({
      outcomes: { faceMatchingResult: expect.stringMatching(/REVIEW|FAIL/) },
    });
  });

  it('compares the face with a portrait, and with nothing if there is no reference', async () => {
    const portrait = { kind: 'portrait', file: await encodeJpeg(await renderHead({ yawDeg: 8 })) } as const;
    expect(await check(task(await honest(), { reference: portrait }))).toMatchObject({
      outcomes: { faceMatchingResult: 'PASS' },
    });
    const wall = await sharp({ create: { width: 480, height: 480, channels: 3, background: '#7a8490' } })
      .jpeg()
      .toBuffer();
    expect(await check(task(await honest(), { reference: { kind: 'portrait', file: wall } }))).toMatchObject({
      outcomes: { faceMatchingResult: 'NOT_PERFORMED' },
      findings: [{ code: 'LIVENESS_UNPROVEN' }, { code: 'REFERENCE_UNUSABLE' }],
    });
  });
});
