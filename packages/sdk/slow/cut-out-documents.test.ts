import {
  cardLooks,
  createSeededRandom,
  encodeJpeg,
  type Picture,
  renderCard,
  renderDocumentFrame,
  renderScene,
  specimenCard,
} from '@vendor/specimens';
import { expect, it } from 'vitest';
import { type Area, areaAround } from '../src/capture/area-around.ts';
import { cutOut } from './cut-out.ts';
import { anyPhotograph, watchPicture } from './held-document.ts';

// A card is cropped out of the frame before a page sends it, and nobody can restore what is cropped. A sheet keeps its whole
// frame.

/** Number of photographs; set PICTURES for more. */
const count = Number(process.env.PICTURES ?? 40);

/** Maximum movement of the hand since the analysed frame, in shares of the frame's longer side. */
const maxMoved = 0.012;

const today = new Date('2031-03-01T10:00:00Z');
/**
 * Returns the area of a photograph that the page sends if it takes the picture automatically while the camera keeps showing it;
 * otherwise null.
 */
function areaOf(photograph: Picture): Area | null {
  const seen = watchPicture(photograph, 'CARD');
  return seen.hint === 'hold-still' && seen.outline ? areaAround(seen.outline, photograph) : null;
}

/** Returns how many pixels of the visible document are lost after the hand has moved; 0 if none. */
function lostPx(
  corners: readonly { x: number; y: number }[],
  moved: { x: number; y: number },
  frame: { width: number; height: number },
  area: Area,
): number {
  const beyond = corners.flatMap((corner) => {
    const x = Math.max(0, Math.min(frame.width, corner.x + moved.x));
    const y = Math.max(0, Math.min(frame.height, corner.y + moved.y));
    return [area.x - x, area.y - y, x - area.x - area.width, y - area.y - area.height];
  });
  return Math.max(0, ...beyond);
}

it('crops payment cards without losing a part of them', async () => {
  const looks = Object.values(cardLooks);
  const pages = await Promise.all(
    looks.map((look) => renderCard(specimenCard(today), { look, widthPx: 1200 })),
  );
  const lost: string[] = [];
  let taken = 0;
  let largest = 0;
  for (let seed = 1; seed <= count; seed++) {
    const random = createSeededRandom(seed);
    const page = random.pick(pages);
    const { picture, corners } = await renderScene({ page, ...anyPhotograph(page, random) });
    const area = areaOf(picture);
    if (!area || !corners) continue;
    taken++;
    const reach = maxMoved * Math.max(picture.width, picture.height);
    const moved = { x: random.between(-reach, reach), y: random.between(-reach, reach) };
    const px = lostPx(corners, moved, picture, area);
    if (px > 0) lost.push(`${seed}: ${px.toFixed(0)} px`);
    const { data, ...cut } = cutOut(picture, area);
    largest = Math.max(largest, (await encodeJpeg({ data: Uint8Array.from(data), ...cut }, 92)).length);
  }
  process.stdout.write(
    `${taken} of ${count} payment cards are taken automatically, ${lost.length} not whole, ` +
      `the largest ${largest} bytes\n`,
  );
  expect(taken).toBeGreaterThan(count / 4);
  expect(lost.length / taken, lost.join(', ')).toBeLessThanOrEqual(0.005);
  expect(largest).toBeLessThanOrEqual(1_500_000);
});

// The outline of an open passport may include too much or too little of its two pages. They are drawn too small to be taken
// automatically.
it('crops pages of open passports without losing a part of them when the shutter is pressed', () => {
  const lost: number[] = [];
  let sure = 0;
  for (let seed = 1; seed < 2 * count; seed += 2) {
    const frame = { subject: 'spread', widthPx: 1280, heightPx: 720 } as const;
    const { picture, quad } = renderDocumentFrame(seed, frame);
    const seen = watchPicture(picture, 'PASSPORT');
    if (!seen.isSure || !seen.outline || !quad) continue;
    sure++;
    if (lostPx(quad, { x: 0, y: 0 }, picture, areaAround(seen.outline, picture)) > 0) lost.push(seed);
  }
  process.stdout.write(`${sure} of ${count} open passports are cut out, ${lost.length} not whole\n`);
  expect(sure).toBeGreaterThan(count / 2);
  expect(lost.length / sure, `seeds ${lost}`).toBeLessThanOrEqual(0.05);
});
