import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { SelfiePose } from '@vendor/contract';
import {
  bentPrint,
  createSeededRandom,
  encodeJpeg,
  type FaceMesh,
  type Picture,
  randomTraits,
  renderHead,
  turnedByMesh,
} from '@vendor/specimens';
import sharp, { type Sharp } from 'sharp';
import type { SelfieFrame } from '../src/selfie/selfie-task.ts';

const poses = ['straight', 'left', 'right', 'closer'] as const satisfies readonly SelfiePose[];
/** Size of a picture: sufficient for the face, and fast to render. */
const side = 320;

/** Renders the frames of a head that turns and comes closer before a noisy camera, never exactly as asked. */
export async function honestFrames(seed: number): Promise<SelfieFrame[]> {
  const random = createSeededRandom(seed);
  const { between } = random;
  const zoom = between(0.92, 1.02);
  const angles: Record<SelfiePose, number> = {
    straight: between(-4, 4),
    left: between(19, 32),
    right: -between(19, 32),
    closer: between(-4, 4),
  };
  const pictures: Picture[] = [];
  for (const pose of poses)
    pictures.push(
      await renderHead({
        traits: randomTraits(seed),
        yawDeg: angles[pose],
        pitchDeg: between(-4, 4),
        rollDeg: between(-3, 3),
        zoom: zoom * (pose === 'closer' ? 1.28 : between(0.97, 1.03)),
        widthPx: side,
        heightPx: side,
      }),
    );
  return framesOf(pictures, seed);
}

/** Renders a photograph of a head that looks straight, as a portrait. */
export function photographOfHead(seed: number): Promise<Picture> {
  const { between } = createSeededRandom(seed + 1);
  return renderHead({
    traits: randomTraits(seed),
    yawDeg: between(-3, 3),
    pitchDeg: between(-3, 3),
    zoom: 0.98,
    widthPx: side,
    heightPx: side,
  });
}

const sheet = join(
  dirname(createRequire(import.meta.url).resolve('@vladmandic/human')),
  '../assets/screenshot-facematch.jpg',
);

/** Returns one of the 18 photographs of a man in the library's sheet, on a wall. */
export async function photographOfMan(column: number): Promise<Picture> {
  const left = 3 + Math.round(column * 106.6);
  const face = await sharp(sheet).extract({ left, top: 284, width: 104, height: 104 }).png().toBuffer();
  return pictureOf(
    sharp(face).resize(240, 240).extend({ top: 40, bottom: 40, left: 40, right: 40, background: '#808080' }),
  );
}

/** Share of a photograph that its face covers. */
const FACE_SHARE = 0.41;

/** Simulates a portrait printed in a document: small, pale, blurred and compressed; scaled up again. */
export async function simulatePortrait({ data, width, height }: Picture, widthPx = 90): Promise<Picture> {
  const small = await sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .resize(Math.round(widthPx / FACE_SHARE), null)
    .modulate({ saturation: 0.5 })
    .linear(0.7, 60)
    .jpeg({ quality: 70 })
    .toBuffer();
  return pictureOf(sharp(small).resize(width, height, { kernel: 'cubic' }));
}

/** Renders the frames that software makes of one photograph by its mesh. */
export async function warpedFrames(photograph: Picture, mesh: FaceMesh, degrees: number, seed: number) {
  const turns: Record<SelfiePose, number> = { straight: 0, left: degrees, right: -degrees, closer: 2 };
  const pictures = poses.map((pose) =>
    turnedByMesh(photograph, mesh, { degrees: turns[pose], zoom: pose === 'closer' ? 1.28 : 1 }),
  );
  return framesOf(pictures, seed);
}

/** Renders the frames of three photographs of one person, each in the requested pose; the last is held closer. */
export async function photographsFrames(seed: number): Promise<SelfieFrame[]> {
  const { between } = createSeededRandom(seed + 3);
  const photograph = (yawDeg: number) =>
    renderHead({
      traits: randomTraits(seed),
      yawDeg,
      pitchDeg: between(-3, 3),
      zoom: 0.98,
      widthPx: side,
      heightPx: side,
    });
  const [straight, left, right] = [
    await photograph(between(-3, 3)),
    await photograph(between(20, 30)),
    await photograph(-between(20, 30)),
  ];
  return framesOf([straight, left, right, await nearer(straight)], seed);
}

/** Replays recorded frames: cropped, scaled and recompressed. */
export async function replayFrames(frames: readonly SelfieFrame[], seed: number): Promise<SelfieFrame[]> {
  const { integer } = createSeededRandom(seed + 4);
  const cut = integer(2, 8);
  return Promise.all(
    frames.map(async (frame) => {
      const file = await sharp(frame.file)
        .extract({ left: cut, top: cut, width: side - 2 * cut, height: side - 2 * cut })
        .resize(side, side)
        .jpeg({ quality: integer(60, 85) })
        .toBuffer();
      return { ...frame, file };
    }),
  );
}

/** Renders the frames of a printed photograph, bent round a cylinder and rotated with it. */
export async function bentFrames(photograph: Picture, radius: number, degrees: number, seed: number) {
  const turns: Record<SelfiePose, number> = { straight: 0, left: degrees, right: -degrees, closer: 0 };
  const pictures: Picture[] = [];
  for (const pose of poses) {
    const bent = bentPrint(photograph, radius, turns[pose], [128, 128, 128]);
    pictures.push(pose === 'closer' ? await nearer(bent) : bent);
  }
  return framesOf(pictures, seed);
}

async function nearer({ data, width, height }: Picture): Promise<Picture> {
  const [left, top] = [Math.round(0.11 * width), Math.round(0.11 * height)];
  return pictureOf(
    sharp(data, { raw: { width, height, channels: 4 } })
      .extract({ left, top, width: width - 2 * left, height: height - 2 * top })
      .resize(width, height),
  );
}

/** Encodes each picture as a camera would: with noise, flickering light, and JPEG compression. */
async function framesOf(pictures: readonly Picture[], seed: number): Promise<SelfieFrame[]> {
  const random = createSeededRandom(seed + 2);
  const noise = random.between(1, 4);
  const quality = random.integer(80, 93);
  // Reused, because drawing new noise would take longer than everything else; the prime length avoids visible patterns.
  const drops = Array.from({ length: 40_009 }, () => random.normal());
  const frames: SelfieFrame[] = [];
  for (const [index, picture] of pictures.entries()) {
    const gain = random.between(0.96, 1.04);
    const from = random.integer(0, drops.length);
    const data = Uint8Array.from(picture.data, (value, at) =>
      at % 4 === 3
        ? 255
        : Math.max(0, Math.min(255, value * gain + noise * drops[(at + from) % drops.length]!)),
    );
    const file = await encodeJpeg({ ...picture, data }, quality);
    frames.push({ pose: poses[index]!, file, receivedAt: 1_000 + index * 2_500 });
  }
  return frames;
}

async function pictureOf(image: Sharp): Promise<Picture> {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
