import { createSeededRandom, quadOverlap, renderIdentityCardFront, utopianCard } from '@vendor/specimens';
import type { Quad } from '@vendor/vision';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { judgePicture } from '../src/document/judge-picture.ts';
import { measureSide } from '../src/document/measure-side.ts';
import { decodeImage } from '../src/image/decode-image.ts';

// A hand-held card before a bright room or street that is out of focus, in a third of an upright picture.

const [width, height] = [1080, 1440];
const CARD_PX = 720;

/** Draws a bright background, blurred by σ 20 to 40 px. */
function drawView(seed: number): Promise<Buffer> {
  const random = createSeededRandom(seed);
  const shapes = Array.from({ length: 60 }, () => {
    const [x, y] = [random.between(-0.2, 1) * width, random.between(-0.2, 1) * height];
    const [across, down] = [random.between(0.05, 0.5) * width, random.between(0.05, 0.4) * height];
    const fill = `rgb(${random.integer(60, 255)},${random.integer(60, 255)},${random.integer(60, 255)})`;
    return `<rect x="${x}" y="${y}" width="${across}" height="${down}" fill="${fill}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.join('')}</svg>`;
  return sharp(Buffer.from(svg))
    .flatten({ background: '#e8e8e8' })
    .blur(random.between(20, 40))
    .png()
    .toBuffer();
}

/** Draws a photograph of a card with a palm behind it and a thumb over its lower side, and returns its corners. */
async function drawHeldCard(seed: number): Promise<{ file: Buffer; corners: Quad }> {
  const random = createSeededRandom(seed + 100);
  const page = await renderIdentityCardFront(utopianCard(new Date('2031-03-01')), { widthPx: CARD_PX });
  const raw = { width: page.picture.width, height: page.picture.height, channels: 4 } as const;
  const turnDeg = random.between(-8, 8);
  const card = await sharp(page.picture.data, { raw })
    .rotate(turnDeg, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer({ resolveWithObject: true });
  const left = Math.round((width - card.info.width) / 2 + random.between(-60, 60));
  const top = Math.round((height - card.info.height) / 2 + random.between(-100, 100));
  const skin = `rgb(${random.integer(120, 225)},${random.integer(90, 160)},${random.integer(70, 130)})`;
  const draw = (path: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${path}</svg>`);
  const palm = draw(
    `<path d="M${left - 200} ${height}Q${left} ${top + 300} ${left + 300} ${top + 0.8 * raw.height}L${left + 700} ${height}Z" fill="${skin}"/>`,
  );
  const thumb = draw(
    `<path d="M${left + random.between(0, 150)} ${height}L${left + random.between(60, 160)} ${top + raw.height * random.between(0.55, 0.8)}"
      stroke="${skin}" stroke-width="${random.between(90, 130)}" stroke-linecap="round"/>`,
  );
  const file = await sharp(await drawView(seed))
    .composite([{ input: palm }, { input: card.data, left, top }, { input: thumb }])
    .jpeg({ quality: 88 })
    .toBuffer();
  const [cos, sin] = [Math.cos((turnDeg * Math.PI) / 180), Math.sin((turnDeg * Math.PI) / 180)];
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([across, down]) => {
    const [x, y] = [(across! * raw.width) / 2, (down! * raw.height) / 2];
    return {
      x: left + card.info.width / 2 + x * cos - y * sin,
      y: top + card.info.height / 2 + x * sin + y * cos,
    };
  }) as unknown as Quad;
  return { file, corners };
}

it('finds either the right outline of a hand-held card or none', async () => {
  let right = 0;
  for (let seed = 1; seed <= 16; seed++) {
    const { file, corners } = await drawHeldCard(seed);
    const decoded = await decodeImage(file);
    if (decoded.kind === 'refused') throw new Error('The picture cannot be decoded.');
    const side = measureSide(decoded.image, 'NATIONAL_ID');
    const overlap = side.corners && quadOverlap(side.corners, corners);
    if (overlap === null) {
      expect(judgePicture(side, 'NATIONAL_ID').reasons).toEqual(['DOCUMENT_NOT_FOUND']);
      continue;
    }
    expect(overlap).toBeGreaterThan(0.9);
    right++;
  }
  // docs/document-finder.md has the figure.
  expect(right).toBeGreaterThanOrEqual(10);
});
