import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type HeadRequest, type Picture, renderHead } from '@vendor/specimens';
import sharp, { type Sharp } from 'sharp';
import { expect, it } from 'vitest';
import { faceDifference } from '../src/selfie/face-difference.ts';
import { cutFacePatch, type MeshPatch, mirrorPatch } from '../src/selfie/face-patch.ts';
import { openFaceEngine } from '../src/selfie/open-face-engine.ts';
import { MIN_DIFFERENCE, showsCopy } from '../src/selfie/shows-copy.ts';

const library = dirname(createRequire(import.meta.url).resolve('@vladmandic/human'));
const sheet = join(library, '../assets/screenshot-facematch.jpg');

/** Cuts a face out of the library's sheet of photographs, with a wall around it. */
async function photograph(left: number, top: number, sidePx: number): Promise<Picture> {
  const face = await sharp(sheet).extract({ left, top, width: sidePx, height: sidePx }).png().toBuffer();
  const framed = sharp(face)
    .resize(360, 360)
    .extend({ top: 60, bottom: 60, left: 60, right: 60, background });
  return pictureOf(await framed.png().toBuffer());
}
/** Returns one of the 18 photographs of a man in the sheet's first row. */
const photographOfMan = (column: number) => photograph(3 + Math.round(column * 106.6), 284, 104);
const head = (view: HeadRequest = {}) => renderHead({ zoom: 0.8, widthPx: 480, heightPx: 480, ...view });

const background = '#808080';

async function pictureOf(file: Buffer): Promise<Picture> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function changed(
  { data, width, height }: Picture,
  change: (image: Sharp) => Sharp,
  quality: number,
): Promise<Picture> {
  const image = change(sharp(data, { raw: { width, height, channels: 4 } }));
  return pictureOf(await image.flatten({ background }).jpeg({ quality }).toBuffer());
}

async function faceOf(picture: Picture): Promise<MeshPatch> {
  const [face] = await (await openFaceEngine()).facesOf(picture);
  if (!face) throw new Error('No face was found.');
  return cutFacePatch(picture, face);
}

/** Returns the smallest difference, upright and mirrored, aligned in either direction. */
const minBetween = (one: MeshPatch, other: MeshPatch) =>
  Math.min(
    ...[one, mirrorPatch(one)].flatMap((seen) => [faceDifference(seen, other), faceDifference(other, seen)]),
  );

const printRow = (what: string, figures: readonly number[]) =>
  process.stdout.write(`${what}: ${figures.map((figure) => figure.toFixed(3)).join(' ')}\n`);

const shadow = Buffer.from(
  '<svg width="480" height="480"><linearGradient id="g"><stop stop-opacity=".25"/><stop offset="1" stop-opacity="0"/></linearGradient><rect width="480" height="480" fill="url(#g)"/></svg>',
);
const copies: readonly (readonly [string, (image: Sharp) => Sharp, number])[] = [
  ['compressed at 90', (image) => image, 90],
  ['compressed at 60', (image) => image, 60],
  ['cut out', (image) => image.extract({ left: 40, top: 40, width: 400, height: 400 }).resize(480, 480), 80],
  ['smaller', (image) => image.resize(340, 340), 80],
  ['turned by 4° in its plane', (image) => image.rotate(4, { background }), 80],
  ['stretched', (image) => image.resize(430, 480, { fit: 'fill' }), 80],
  ['lighter', (image) => image.linear(0.85, 20), 80],
  ['with another gamma', (image) => image.gamma(1.4), 80],
  ['blurred', (image) => image.blur(1), 80],
  ['in a mirror', (image) => image.flop(), 80],
  ['in a mirror, turned', (image) => image.flop().rotate(6, { background }), 80],
];

it('recognizes copies of a frame, however their file was made', async () => {
  const pictures = [
    await head(),
    await head({ yawDeg: 25 }),
    await photographOfMan(10),
    await photographOfMan(7),
    await photograph(2, 28, 164),
  ];
  const firsts = await Promise.all(pictures.map(faceOf));
  const differencesOf = async (change: (image: Sharp) => Sharp, quality: number) => {
    const others: number[] = [];
    for (const [index, picture] of pictures.entries())
      others.push(minBetween(firsts[index]!, await faceOf(await changed(picture, change, quality))));
    return others;
  };
  for (const [what, change, quality] of copies) {
    const figures = await differencesOf(change, quality);
    printRow(what, figures);
    expect(Math.max(...figures), what).toBeLessThan(MIN_DIFFERENCE);
  }
  // Not all of these are recognized, as described in `docs/liveness.md`.
  printRow('compressed at 30', await differencesOf((image) => image, 30));
  printRow('shaded', await differencesOf((image) => image.composite([{ input: shadow }]), 80));
});

it('does not take a drawn head that moved by two degrees, or turned to the other side, for a copy', async () => {
  const [straight, left] = [await faceOf(await head()), await faceOf(await head({ yawDeg: 25 }))];
  const against = async (one: MeshPatch, view: HeadRequest) =>
    minBetween(one, await faceOf(await head(view)));
  printRow('turned by 0.5° and 1°', [
    await against(straight, { yawDeg: 0.5 }),
    await against(straight, { yawDeg: 1 }),
  ]);
  printRow('nodding by 1°', [await against(straight, { pitchDeg: 1 })]);
  printRow('closer alone', [await against(straight, { zoom: 1.05 })]);
  for (const view of [
    { yawDeg: 2 },
    { yawDeg: -2 },
    { yawDeg: 3 },
    { pitchDeg: 2 },
    { zoom: 1.05, yawDeg: 3 },
  ]) {
    const figure = await against(straight, view);
    printRow(JSON.stringify(view), [figure]);
    expect(figure, JSON.stringify(view)).toBeGreaterThan(MIN_DIFFERENCE);
  }
  const other = await against(left, { yawDeg: -25 });
  printRow('to the other side', [other]);
  expect(other).toBeGreaterThan(4 * MIN_DIFFERENCE);
});

it('does not take different photographs of one man, or a mirrored one, for copies', async () => {
  const men: MeshPatch[] = [];
  for (let column = 0; column < 18; column++) men.push(await faceOf(await photographOfMan(column)));
  const poses = ['straight', 'left', 'right'] as const;
  expect(showsCopy(men.map((patch, index) => ({ pose: poses[index % 3]!, patch })))).toBe(false);
  const pairs = men.flatMap((one, index) => men.slice(index + 1).map((other) => minBetween(one, other)));
  printRow('least of the man’s pairs, and of a photograph and its mirror', [
    Math.min(...pairs),
    Math.min(...men.map((one) => faceDifference(mirrorPatch(one), one))),
  ]);
  expect(Math.min(...pairs)).toBeGreaterThan(4 * MIN_DIFFERENCE);
});
