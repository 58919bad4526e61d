import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type HeadTraits, type Picture, renderHead, specimenBearer, turnedPrint } from '@vendor/specimens';
import type { RgbaImage } from '@vendor/vision';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Face } from '../src/selfie/face.ts';
import { judgePose } from '../src/selfie/judge-poses.ts';
import { openFaceEngine } from '../src/selfie/open-face-engine.ts';

const library = dirname(createRequire(import.meta.url).resolve('@vladmandic/human'));

const facesIn = async (image: RgbaImage) => (await openFaceEngine()).facesOf(image);

async function faceIn(image: RgbaImage): Promise<Face> {
  const [face] = await facesIn(image);
  if (!face) throw new Error('No face was found.');
  return face;
}

const sheet = join(library, '../assets/screenshot-facematch.jpg');

/** Cuts a face out of the library's sheet of photographs, with a wall around it. */
async function photograph(left: number, top: number, sidePx: number): Promise<Picture> {
  const face = await sharp(sheet).extract({ left, top, width: sidePx, height: sidePx }).png().toBuffer();
  const { data, info } = await sharp(face)
    .resize(360, 360)
    .extend({ top: 60, bottom: 60, left: 60, right: 60, background: '#808080' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Returns one of the 18 photographs of a man in the sheet's first row. */
const photographOfMan = (column: number) => photograph(3 + Math.round(column * 106.6), 284, 104);

const head = (yawDeg: number, traits: HeadTraits = specimenBearer) =>
  renderHead({ traits, yawDeg, zoom: 0.8, widthPx: 480, heightPx: 480 });

const wall = [128, 128, 128] as const;

it('never takes a rotated picture of a head or a man for a head that turned', {
  tags: ['S1-10'],
}, async () => {
  for (const picture of [await head(0), await photograph(2, 28, 164)]) {
    const first = await faceIn(picture);
    for (const degrees of [20, 35, 50, 60]) {
      for (const distance of [0.9, 1.5]) {
        for (const side of [-1, 1]) {
          // Pictures in which no face is found do not pass either.
          const [face] = await facesIn(turnedPrint(picture, side * degrees, distance, wall));
          const verdicts = face ? [judgePose('left', first, face), judgePose('right', first, face)] : [];
          expect(verdicts, `${side * degrees}° from ${distance}`).not.toContain('held');
        }
      }
    }
  }
});

const other: HeadTraits = {
  ...specimenBearer,
  skin: [112, 74, 54],
  faceWidth: 0.8,
  jawWidth: 0.7,
  noseWidth: 0.19,
  noseDepth: 0.22,
};

it('accepts the pose of heads that turn by 20 to 35 degrees, and not the opposite one', async () => {
  for (const [traits, degrees] of [
    [specimenBearer, 20],
    [specimenBearer, 35],
    [other, 25],
  ] as const) {
    const first = await faceIn(await head(0, traits));
    const left = await faceIn(await head(degrees, traits));
    const right = await faceIn(await head(-degrees, traits));
    expect([judgePose('left', first, left), judgePose('right', first, left)]).toEqual(['held', 'wrong']);
    expect([judgePose('left', first, right), judgePose('right', first, right)]).toEqual(['wrong', 'held']);
  }
});

it('accepts the pose of a man in different photographs as seen by eye, and never the opposite one', async () => {
  for (const column of [10, 11, 15, 17]) {
    const first = await faceIn(await photographOfMan(column));
    for (const turnedColumn of [7, 9, 12, 14, 16]) {
      const face = await faceIn(await photographOfMan(turnedColumn));
      const verdicts = { left: judgePose('left', first, face), right: judgePose('right', first, face) };
      // In one of them he looks to his right, in the others to his left.
      const bySight =
        turnedColumn === 12 ? { left: 'wrong', right: 'held' } : { left: 'held', right: 'wrong' };
      expect(verdicts, `${column} and ${turnedColumn}`).toEqual(bySight);
    }
  }
});
