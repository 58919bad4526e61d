import { createSeededRandom, type DocumentPage, renderScene, type SeededRandom } from '@vendor/specimens';
import { rectify } from '../../../packages/vision/src/document/rectify.ts';
import { type GrayImage, toGray } from '../../../packages/vision/src/image.ts';
import { mapCorners } from '../../../packages/vision/src/quad.ts';
import { isSmeared } from '../../../packages/vision/src/quality/smear.ts';
import { barePages, printedPages } from './smear-pages.ts';

/** A position at which the page was seen, in thousandths of its width from the first, and the share of time there. */
interface PathPoint {
  readonly x: number;
  readonly y: number;
  readonly share: number;
}

type Path = (random: SeededRandom) => readonly PathPoint[];

const STEPS = 64;
const still: Path = () => [{ x: 0, y: 0, share: 1 }];

function straight(length: number, atRest = 0): Path {
  return (random) => {
    const angle = random.between(0, Math.PI);
    const moving = Array.from({ length: STEPS }, (_, step) => ({
      x: ((step * length) / STEPS) * Math.cos(angle),
      y: ((step * length) / STEPS) * Math.sin(angle),
      share: (1 - atRest) / STEPS,
    }));
    return [{ x: 0, y: 0, share: atRest }, ...moving];
  };
}

function roundCorner(length: number): Path {
  return () =>
    Array.from({ length: 2 * STEPS }, (_, step) => ({
      x: (Math.min(step, STEPS) * length) / STEPS,
      y: (Math.max(0, step - STEPS) * length) / STEPS,
      share: 0.5 / STEPS,
    }));
}

const movements: readonly [string, Path][] = [
  ['still', still],
  ...[4, 8, 12, 16, 24, 32, 40, 60].map((length): [string, Path] => [`${length}`, straight(length)]),
  ['24 and 24 round a corner', roundCorner(24)],
  ['40 after half of the time at rest', straight(40, 0.5)],
];

/**
 * Prints how many photographs of pages that moved during the exposure are detected, and how many of sharp sides without small
 * print are falsely detected. Pages are 500 to 1,400 px wide, tilted and rotated, in more or less light, with lens blur and
 * sensor noise; corners are off by 0.3 % of the width (σ).
 *
 *     node lab/training/run.mjs smear-accuracy [photographs of each page and movement]
 */
export default async function measureSmear([count = '3']: string[]): Promise<void> {
  const pages = await printedPages();
  for (const [name, path] of movements) await report(`moved by ${name}`, pages, path, Number(count));
  for (const [name, page] of barePages())
    await report(`still, shows ${name}`, [page], still, 4 * Number(count));
}

async function report(
  name: string,
  pages: readonly DocumentPage[],
  path: Path,
  count: number,
): Promise<void> {
  let detected = 0;
  for (const [index, page] of pages.entries()) {
    for (let seed = 1; seed <= count; seed++)
      if (isSmeared(await photograph(page, path, 100 * seed + index))) detected++;
  }
  console.log(`${name}: ${detected} of ${pages.length * count}`);
}

/** Takes a photograph, straightened to the width that the measure expects. */
async function photograph(page: DocumentPage, path: Path, seed: number): Promise<GrayImage> {
  const random = createSeededRandom(seed);
  const widthPx = random.between(500, 1400);
  const pxPerMm = widthPx / page.widthMm;
  const { picture, corners } = await renderScene({
    page,
    size: { width: Math.round(1.25 * widthPx), height: Math.round(1.25 * page.heightMm * pxPerMm) },
    table: random.pick(['oak', 'walnut', 'slate', 'linen']),
    pose: {
      pxPerMm,
      tiltDeg: random.between(-8, 8),
      yawDeg: random.between(-8, 8),
      rollDeg: random.between(-6, 6),
    },
    blurPx: (random.between(0.5, 1.3) * widthPx) / 1000,
    exposure: random.between(0.6, 1),
    noise: 0,
    seed,
  });
  const smeared = smearAlong(toGray(picture), path(random), widthPx / 1000);
  const sigma = random.between(0.5, 4);
  const noisy = Uint8ClampedArray.from(smeared, (luma) => luma + sigma * random.normal());
  const grey = new Uint8ClampedArray(picture.data.length);
  for (const [pixel, luma] of noisy.entries()) grey.fill(luma, 4 * pixel, 4 * pixel + 4);
  const off = () => 0.003 * widthPx * random.normal();
  const quad = mapCorners(corners!, ({ x, y }) => ({ x: x + off(), y: y + off() }));
  const { width, height } = picture;
  const heightPx = (1000 * page.heightMm) / page.widthMm;
  return toGray(rectify({ data: grey, width, height }, quad, { widthPx: 1000, heightPx }));
}

function smearAlong(
  { data, width, height }: GrayImage,
  path: readonly PathPoint[],
  scale: number,
): Float32Array {
  const sums = new Float32Array(data.length);
  for (const { x, y, share } of path) {
    const [across, down] = [Math.round(x * scale), Math.round(y * scale)];
    for (let row = 0, pixel = 0; row < height; row++) {
      const from = Math.min(height - 1, Math.max(0, row + down)) * width;
      for (let column = 0; column < width; column++, pixel++)
        sums[pixel] = sums[pixel]! + share * data[from + Math.min(width - 1, Math.max(0, column + across))]!;
    }
  }
  return sums;
}
