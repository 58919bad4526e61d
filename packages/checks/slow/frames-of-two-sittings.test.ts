import { type HeadRequest, type Picture, renderHead } from '@vendor/specimens';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { cutFacePatch, type FacePatch, patchPx } from '../src/selfie/face-patch.ts';
import { openFaceEngine } from '../src/selfie/open-face-engine.ts';

/**
 * Measures why a re-encoded frame cannot be recognized in another execution: `docs/liveness.md`, "Frames of another execution,
 * and of an earlier attempt". Computes a perceptual hash of 255 bits of the whole picture, and of the aligned face.
 */

/** Creates a deterministic generator of uniform numbers in 0..1 (Park and Miller). */
function createChance(seed: number): () => number {
  let last = seed;
  return () => {
    last = (last * 48271) % 2147483647;
    return last / 2147483647;
  };
}
const chance = createChance(2030);
/** Returns approximately standard normal numbers, as the sum of twelve uniform ones. */
const normal = () => Array.from({ length: 12 }, chance).reduce((sum, value) => sum + value, -6);

const size = { width: 640, height: 480 } as const;
const room = Buffer.from(
  `<svg width="640" height="480"><linearGradient id="wall" x2="1" y2=".4"><stop stop-color="#c9b79a"/>
  <stop offset="1" stop-color="#6d7f8c"/></linearGradient><rect width="640" height="480" fill="url(#wall)"/>
  <rect x="40" y="60" width="120" height="200" fill="#3b2f2a"/><rect x="470" y="30" width="140" height="110"
  fill="#e9e4d0"/><circle cx="560" cy="330" r="50" fill="#355e3b"/></svg>`,
);
const green = [0, 255, 0] as const;

/** Renders a head at a position in a room, with camera noise. */
async function frameOf(view: HeadRequest, left: number, top: number, light: number): Promise<Picture> {
  // Rendered smaller and enlarged, because ray marching at full size takes a second.
  const head = await renderHead({ widthPx: 180, heightPx: 200, background: green, ...view });
  const cut = Buffer.from(head.data);
  for (let at = 0; at < cut.length; at += 4)
    if (cut[at + 1]! > 180 && cut[at]! < 90 && cut[at + 2]! < 90) cut[at + 3] = 0;
  const small = sharp(cut, { raw: { width: 180, height: 200, channels: 4 } });
  const input = await small.resize(360, 400).png().toBuffer();
  const placed = { input, left: Math.round(left), top: Math.min(80, Math.max(0, Math.round(top))) };
  const seen = await sharp(room).composite([placed]).removeAlpha().raw().toBuffer();
  const noisy = Buffer.from(seen.map((value) => Math.min(255, Math.max(0, value * light + 2.5 * normal()))));
  return encoded(sharp(noisy, { raw: { ...size, channels: 3 } }), 90);
}

async function encoded(image: Sharp, quality: number): Promise<Picture> {
  const file = await image.removeAlpha().jpeg({ quality }).toBuffer();
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
const imageOf = ({ data, width, height }: Picture) => sharp(data, { raw: { width, height, channels: 4 } });

/**
 * Hashes by the signs of the 16 × 16 lowest frequencies (discrete cosine transform) of 32 × 32 means, except the mean itself.
 */
function hashOf(means: ArrayLike<number>): boolean[] {
  const wave = (index: number, place: number) => Math.cos(((2 * place + 1) * index * Math.PI) / 64);
  const bits: boolean[] = [];
  for (let wave1 = 0; wave1 < 256; wave1++) {
    let sum = 0;
    for (let at = 0; at < 1024; at++)
      sum += means[at]! * wave(wave1 % 16, at % 32) * wave(Math.floor(wave1 / 16), Math.floor(at / 32));
    bits.push(sum > 0);
  }
  return bits.slice(1);
}

async function hashOfWhole(picture: Picture): Promise<boolean[]> {
  const small = imageOf(picture).removeAlpha().greyscale().resize(32, 32, { fit: 'fill' });
  return hashOf(await small.raw().toBuffer());
}

async function hashOfFace(picture: Picture): Promise<boolean[]> {
  const [face] = await (await openFaceEngine()).facesOf(picture);
  if (!face) throw new Error('No face was found.');
  const { grey }: FacePatch = cutFacePatch(picture, face);
  const small = sharp(Buffer.from(grey), { raw: { width: patchPx, height: patchPx, channels: 1 } });
  return hashOf(await small.resize(32, 32).raw().toBuffer());
}

const between = (one: readonly boolean[], other: readonly boolean[]) =>
  one.filter((bit, index) => bit !== other[index]).length;

const encodings: readonly (readonly [(image: Sharp) => Sharp, number])[] = [
  [(image) => image, 60],
  [(image) => image, 30],
  [(image) => image.resize(320, 240), 80],
  [(image) => image.resize(960, 720), 80],
  [(image) => image.linear(0.85, 20), 80],
  [(image) => image.blur(1.5), 80],
];
const cropBy3Percent = (image: Sharp) => image.extract({ left: 10, top: 8, width: 612, height: 460 });

/** A person who sits still before a computer, in frames that differ by about this many degrees, pixels and shares. */
const takes: Picture[] = [];
/**
 * The same person in the next attempt, hardly moved: two frames for each of three takes, a tenth as far apart as frames of two
 * sessions.
 */
const attempts: Picture[][] = [];
beforeAll(async () => {
  const placed: Parameters<typeof frameOf>[] = [];
  for (let count = 0; count < 16; count++) {
    const view = {
      yawDeg: normal(),
      pitchDeg: normal(),
      rollDeg: 0.7 * normal(),
      zoom: 1 + 0.015 * normal(),
    };
    placed.push([view, 140 + 4 * normal(), 60 + 3 * normal(), 1 + 0.02 * normal()]);
    takes.push(await frameOf(...placed.at(-1)!));
  }
  for (const index of [0, 5, 10]) {
    const [view, left, top, light] = placed[index]!;
    const again: Picture[] = [];
    for (let count = 0; count < 2; count++) {
      const moved = {
        ...view,
        yawDeg: view.yawDeg! + 0.1 * normal(),
        pitchDeg: view.pitchDeg! + 0.1 * normal(),
      };
      again.push(await frameOf(moved, left + 0.4 * normal(), top + 0.3 * normal(), light + 0.002 * normal()));
    }
    attempts.push(again);
  }
}, 300_000);

function report(what: string, distances: readonly number[]): { least: number; most: number } {
  const sorted = [...distances].sort((a, b) => a - b);
  const [least, half, most] = [0, 0.5, 1].map((part) => sorted[Math.round(part * (sorted.length - 1))]!);
  process.stdout.write(`${what}: ${least} to ${most}, half of them below ${half}\n`);
  return { least: least!, most: most! };
}

describe.each([
  ['whole picture', hashOfWhole],
  ['face', hashOfFace],
] as const)('hash of the %s', (what, hash) => {
  it('finds no limit that separates all copies from frames of another session', async () => {
    const hashes: boolean[][] = [];
    for (const take of takes) hashes.push(await hash(take));
    const pairs = hashes.flatMap((one, index) => hashes.slice(index + 1).map((other) => between(one, other)));
    const sessions = report(`${what}, two sessions`, pairs);
    const copiesBy = async (change: (image: Sharp) => Sharp, quality: number) => {
      const distances: number[] = [];
      for (const index of [0, 5, 10])
        distances.push(
          between(hashes[index]!, await hash(await encoded(change(imageOf(takes[index]!)), quality))),
        );
      return distances;
    };
    const reencoded: number[] = [];
    for (const [change, quality] of encodings) reencoded.push(...(await copiesBy(change, quality)));
    const most = report(`${what}, re-encoded`, reencoded).most;
    const again: number[] = [];
    for (const [place, index] of [0, 5, 10].entries())
      for (const other of attempts[place]!) again.push(between(hashes[index]!, await hash(other)));
    // A genuine second attempt is as similar to the first as a re-encoded copy, so no limit separates them within an execution.
    expect(report(`${what}, next attempt`, again).least).toBeLessThanOrEqual(most);
    const cut = report(`${what}, cropped by 3 %`, await copiesBy(cropBy3Percent, 80));
    // A cropped copy may differ from its frame by more than frames of two sessions.
    expect(cut.least).toBeGreaterThan(sessions.least);
  });
});

it('records different pictures with a camera even in the same position', async () => {
  for (const [place, index] of [0, 5, 10].entries()) {
    for (const other of attempts[place]!) {
      const { data } = takes[index]!;
      const same = data.filter((value, at) => at % 4 !== 3 && value === other.data[at]).length;
      const share = (100 * same) / ((data.length * 3) / 4);
      process.stdout.write(`next attempt: ${share.toFixed(1)} % of the values are the same\n`);
      expect(share).toBeLessThan(50);
    }
  }
});
