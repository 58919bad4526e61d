import {
  addressLetter,
  quadOverlap,
  renderDocumentFrame,
  renderLetter,
  renderScene,
} from '@vendor/specimens';
import { expect, it } from 'vitest';
import { downscale } from '../downscale.ts';
import { CORNER_NET } from './corner-weights.ts';
import { createDocumentFinder } from './document-finder.ts';
import { SHEET_NETS } from './sheet-nets.ts';

const size = { widthPx: 180, heightPx: 320 };

it('trusts what it finds of a letter', async () => {
  const page = await renderLetter(addressLetter('de', new Date('2031-03-01T10:00:00Z')));
  const scene = await renderScene({
    page,
    pose: { pxPerMm: 3, tiltDeg: 5, rollDeg: 3, yawDeg: -6 },
    size: { width: 720, height: 1280 },
    table: 'linen',
    exposure: 0.8,
    noise: 5,
    blurPx: 0.8,
  });
  const frame = downscale(scene.picture, size);
  const sheet = createDocumentFinder(size, CORNER_NET, SHEET_NETS).find(frame)!;
  const scale = size.widthPx / 720;
  const [a, b, c, d] = scene.corners!.map(({ x, y }) => ({ x: x * scale, y: y * scale }));
  expect(quadOverlap(sheet.quad, [b!, c!, d!, a!])).toBeGreaterThan(0.95);
  expect(sheet.confidence).toBeGreaterThan(0.85);
});

it('takes no stripes of a cloth for a sheet', () => {
  const { picture } = renderDocumentFrame(20_234, { subject: 'nothing' });
  const finder = createDocumentFinder({ widthPx: 320, heightPx: 180 }, CORNER_NET, SHEET_NETS);
  expect(finder.find(picture)?.confidence ?? 0).toBeLessThan(0.7);
});
