import {
  createSeededRandom,
  type DocumentPage,
  renderScene,
  type Scene,
  type SceneOptions,
  type SeededRandom,
} from '@vendor/specimens';
import { downscale } from '../../../packages/vision/src/downscale.ts';
import type { RgbaImage } from '../../../packages/vision/src/image.ts';
import { type Quad, scaleQuad } from '../../../packages/vision/src/quad.ts';
import { drawDocuments, drawLetters } from './photograph-pages.ts';
import type { FrameSize } from './picture-sets.ts';

/** Minimum distance of a page from the frame's border, in px. */
const MARGIN = 1.5;

/** Number of patterns of each kind of table. Each pattern is kept once drawn, and takes about 10 MB. */
const TABLES = 20;

/** Photographs are taken at twice the frame's size and reduced, like a camera's. */
const FINER = 2;

/** Creates a painter of frames with one of the printed pages completely in view; two in five show a letter. */
export async function createPhotographer({ widthPx, heightPx }: FrameSize) {
  const [documents, letters] = await Promise.all([drawDocuments(), drawLetters()]);
  return async (seed: number): Promise<{ image: RgbaImage; quad: Quad }> => {
    const random = createSeededRandom(seed);
    const page = random.pick(random.chance(0.4) ? letters : documents);
    for (;;) {
      const size = { width: FINER * widthPx, height: FINER * heightPx };
      const { picture, corners } = await renderScene(randomScene(page, size, random));
      const quad = scaleQuad(corners!, 1 / FINER);
      if (!isInView(quad, { widthPx, heightPx })) continue;
      const image = { ...picture, data: new Uint8ClampedArray(picture.data) };
      return { image: downscale(image, { widthPx, heightPx }), quad };
    }
  };
}

function isInView(quad: NonNullable<Scene['corners']>, { widthPx, heightPx }: FrameSize): boolean {
  return quad.every(({ x, y }) => Math.min(x, y, widthPx - x, heightPx - y) > MARGIN);
}

/**
 * Returns a typical view of a page below a hand-held camera: one in seven rotated by up to a quarter turn, filling 45 to 97 %
 * of the frame.
 */
function randomScene(
  page: DocumentPage,
  size: { width: number; height: number },
  random: SeededRandom,
): SceneOptions {
  const rollDeg = random.chance(0.15) ? random.between(-90, 90) : 5 * random.normal();
  const [cos, sin] = [
    Math.abs(Math.cos((rollDeg * Math.PI) / 180)),
    Math.abs(Math.sin((rollDeg * Math.PI) / 180)),
  ];
  const across = page.widthMm * cos + page.heightMm * sin;
  const down = page.widthMm * sin + page.heightMm * cos;
  const pxPerMm = random.between(0.45, 0.97) * Math.min(size.width / across, size.height / down);
  return {
    page,
    size,
    seed: random.integer(1, TABLES),
    noiseSeed: random.integer(1, 1e9),
    table: random.pick(['oak', 'walnut', 'slate', 'linen']),
    pose: {
      pxPerMm,
      tiltDeg: 9 * random.normal(),
      yawDeg: 9 * random.normal(),
      rollDeg,
      offset: {
        x: random.between(-0.45, 0.45) * (1 - (pxPerMm * across) / size.width),
        y: random.between(-0.45, 0.45) * (1 - (pxPerMm * down) / size.height),
      },
    },
    blurPx: random.between(0.5, 2),
    exposure: random.between(0.5, 1.05),
    noise: random.between(1, 10),
    glares: random.chance(0.25)
      ? [
          {
            xMm: random.between(-40, 40),
            yMm: random.between(-25, 25),
            radiusMm: random.between(3, 14),
            strength: random.between(0.4, 1.2),
          },
        ]
      : [],
  };
}
