import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeImage } from '../src/image/decode-image.ts';
import { matchLimits, measureLikeness } from '../src/selfie/likeness.ts';
import { openFaceEngine } from '../src/selfie/open-face-engine.ts';

/**
 * The face library contains a sheet of 108 faces cut out of photographs. By eye, the 18 of its first row are of one man in
 * different photographs; those from the fifth of the second row on are of other people, which is uncertain for three of them.
 */
const sheet = join(
  dirname(createRequire(import.meta.url).resolve('@vladmandic/human')),
  '../assets/screenshot-facematch.jpg',
);
const columns = 18;
const sidePx = 104;
const firstOther = columns + 4;
const uncertain: readonly number[] = [columns + 8, 2 * columns, 2 * columns + 4];

type Descriptor = readonly number[];
let same: Descriptor[];
let printed: Descriptor[];
let others: Descriptor[];

const cellOf = (index: number) =>
  sharp(sheet).extract({
    left: 3 + Math.round((index % columns) * 106.6),
    top: 284 + Math.floor(index / columns) * 112,
    width: sidePx,
    height: sidePx,
  });

/** Makes a face as small, pale and soft as a photographed portrait on a card. */
const asPrinted = async (face: Sharp) =>
  sharp(
    await face
      .resize(72, 72)
      .modulate({ saturation: 0.5 })
      .linear(0.7, 50)
      .blur(0.8)
      .jpeg({ quality: 60 })
      .toBuffer(),
  );

async function descriptorOf(face: Sharp): Promise<Descriptor[]> {
  const upscaled = await sharp(await face.png().toBuffer())
    .resize(300, 300)
    .extend({ top: 60, bottom: 60, left: 60, right: 60, background: '#808080' })
    .png()
    .toBuffer();
  const decoded = await decodeImage(upscaled);
  if (decoded.kind === 'refused') throw new Error(decoded.refusal);
  const [found] = await (await openFaceEngine()).facesOf(decoded.image);
  return found ? [found.descriptor] : [];
}

async function descriptorsOf(indices: readonly number[], change = async (face: Sharp) => face) {
  const found: Descriptor[] = [];
  for (const index of indices) found.push(...(await descriptorOf(await change(cellOf(index)))));
  return found;
}

beforeAll(async () => {
  const all = Array.from({ length: 6 * columns }, (_, index) => index);
  same = await descriptorsOf(all.slice(0, columns));
  printed = await descriptorsOf(all.slice(0, columns), asPrinted);
  others = await descriptorsOf(all.slice(firstOther).filter((index) => !uncertain.includes(index)));
}, 600_000);

const pairs = (ones: readonly Descriptor[], them: readonly Descriptor[]) =>
  ones.flatMap((one) => them.map((other) => measureLikeness(one, other)));
const pairsWithin = (faces: readonly Descriptor[]) =>
  faces.flatMap((one, index) => faces.slice(index + 1).map((other) => measureLikeness(one, other)));

function printDistribution(what: string, likenesses: readonly number[]): void {
  const sorted = [...likenesses].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(2);
  const shares = [0, 0.01, 0.05, 0.5, 0.95, 0.99, 1].map(at).join(' | ');
  const approved = sorted.filter((likeness) => likeness >= matchLimits.samePerson).length / sorted.length;
  const declined = sorted.filter((likeness) => likeness < matchLimits.anotherPerson).length / sorted.length;
  process.stdout.write(
    `| ${what} | ${sorted.length} | ${shares} | ${(100 * approved).toFixed(1)} % | ${(100 * declined).toFixed(1)} % |\n`,
  );
}

describe('likeness in photographs of people', () => {
  it('never approves two different people', () => {
    printDistribution('two people', pairs(same, others));
    printDistribution('two people, one as printed', pairs(printed, others));
    const all = [...pairs(same, others), ...pairs(printed, others)];
    expect(all.length).toBeGreaterThan(2_700);
    expect(Math.max(...all)).toBeLessThan(matchLimits.samePerson);
  });

  it('never declines one person in two photographs', () => {
    const ofPrints = same.flatMap((one, index) =>
      pairs(
        [one],
        printed.filter((_, at) => at !== index),
      ),
    );
    printDistribution('one person', pairsWithin(same));
    printDistribution('one person, one as printed', ofPrints);
    expect(Math.min(...pairsWithin(same), ...ofPrints)).toBeGreaterThan(matchLimits.anotherPerson);
  });

  it('approves at least every third pair of one person in photographs of only 104 pixels', () => {
    const ofOne = pairsWithin(same);
    const approved = ofOne.filter((likeness) => likeness >= matchLimits.samePerson).length;
    expect(approved / ofOne.length).toBeGreaterThan(1 / 3);
  });
});
