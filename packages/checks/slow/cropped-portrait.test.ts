import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { decodeImage } from '../src/image/decode-image.ts';
import { findReferenceFace } from '../src/selfie/find-reference-face.ts';
import { openFaceEngine } from '../src/selfie/open-face-engine.ts';

/** Pictures of one man, side by side on a sheet that comes with the face library. */
const sheet = join(
  dirname(createRequire(import.meta.url).resolve('@vladmandic/human')),
  '../assets/screenshot-facematch.jpg',
);
const pictures = 18;

/** Crops one of them from the brows to the lips, without anything around the face. */
const croppedFace = (index: number): Promise<Buffer> =>
  sharp(sheet)
    .extract({ left: 3 + Math.round(index * 106.6) + 16, top: 284 + 18, width: 72, height: 78 })
    .resize(216, 234)
    .png()
    .toBuffer();

it('finds the face of a portrait cropped to it', async () => {
  const engine = await openFaceEngine();
  let [found, foundAsItIs] = [0, 0];
  for (let index = 0; index < pictures; index++) {
    const file = await croppedFace(index);
    const decoded = await decodeImage(file);
    if (decoded.kind === 'decoded' && (await engine.facesOf(decoded.image)).length === 1) foundAsItIs++;
    if ((await findReferenceFace(engine, { kind: 'portrait', file })).kind === 'found') found++;
  }
  process.stdout.write(`cropped to the face: ${foundAsItIs} of ${pictures} found, with a margin ${found}\n`);
  expect(foundAsItIs).toBeLessThan(pictures);
  expect(found).toBe(pictures);
}, 300_000);
