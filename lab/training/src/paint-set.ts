import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSeededRandom, renderDocumentFrame, type SeededRandom } from '@vendor/specimens';
import { invertHomography, projectPoint } from '../../../packages/vision/src/document/homography.ts';
import { AROUND, CLOSE, glanceSize } from '../../../packages/vision/src/document/search.ts';
import { straighten, straightenedToFrame } from '../../../packages/vision/src/document/straighten.ts';
import type { RgbaImage } from '../../../packages/vision/src/image.ts';
import { mapCorners, pictureCorners, type Quad } from '../../../packages/vision/src/quad.ts';
import { guessedPiece } from './guessed-piece.ts';
import { wholeOf } from './judge-quads.ts';
import { createPhotographer } from './photographed-frame.ts';
import { firstSeed, type PictureSet } from './picture-sets.ts';
import { createPiecesOfNet } from './pieces-of-net.ts';

const FOLDER = resolve(import.meta.dirname, '../.cache/corner-net');

type PaintFrame = (seed: number) => Promise<{ image: RgbaImage; quad: Quad | null }>;

/** Chooses the pieces of a frame to show, by the document, if any, and by the same document if it is completely in view. */
type ChoosePieces = (
  image: RgbaImage,
  document: { quad: Quad | null; whole: Quad | null },
  random: SeededRandom,
) => Quad[];

/**
 * Paints a set of pictures: `<name>.rgb` contains their bytes, one picture after another, three bytes per pixel; `<name>.json`
 * their size and, for each, the corners of the document in its pixels, clockwise, or null if none is completely in view.
 * Pictures are sampled like the finder's input.
 *
 * @param share - share of the set to paint.
 */
export async function paintSet(set: PictureSet, share: number): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const path = resolve(FOLDER, set.name);
  const paint = await createPainter(set);
  const choose = createChoice(set);
  const size = set.pieces ? CLOSE : glanceSize(set.size);
  const around = set.pieces ? AROUND : 0;
  const bytes = new Uint8Array(size.width * size.height * 3);
  const corners: (Quad | null)[] = [];
  const file = openSync(`${path}.rgb`, 'w');
  for (let index = 0; index < Math.ceil(share * set.frames); index++) {
    const seed = firstSeed(set) + 2 * index;
    const { image, quad } = await paint(seed);
    const whole = wholeOf({ subject: set.subject, quad });
    // The neighbouring odd seed is used for no frame.
    const random = createSeededRandom(seed + 1);
    for (const piece of choose(image, { quad, whole }, random)) {
      const map = straightenedToFrame(piece, size, around)!;
      const back = invertHomography(map)!;
      straighten(image, map, size, bytes);
      writeSync(file, bytes);
      corners.push(whole && mapCorners(whole, (corner) => projectPoint(back, corner)));
    }
  }
  closeSync(file);
  const numbers = corners.map((quad) => quad?.map(({ x, y }) => [rounded(x), rounded(y)]) ?? null);
  writeFileSync(`${path}.json`, JSON.stringify({ ...size, corners: numbers }));
}

async function createPainter({ painter, subject, turned, size }: PictureSet): Promise<PaintFrame> {
  if (painter === 'photograph') return createPhotographer(size);
  return async (seed) => {
    const { picture, quad } = renderDocumentFrame(seed, { subject, turned: turned ?? false, ...size });
    return { image: picture, quad };
  };
}

function createChoice({ pieces, size }: PictureSet): ChoosePieces {
  if (pieces === undefined) return (image) => [pictureCorners(image)];
  if (pieces === 'guessed') {
    const choose = createPiecesOfNet(size);
    return (image, { whole }, random) => choose(image, whole, random);
  }
  return (image, { quad }, random) => Array.from({ length: pieces }, () => guessedPiece(image, quad, random));
}

function rounded(px: number): number {
  return Number(px.toFixed(3));
}
