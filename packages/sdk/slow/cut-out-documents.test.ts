import {
  cardLooks,
  createSeededRandom,
  type DocumentPage,
  encodeJpeg,
  type Picture,
  renderCard,
  renderScene,
  type SceneOptions,
  type SeededRandom,
  specimenCard,
} from '@vendor/specimens';
import { downscale } from '@vendor/vision';
import { expect, it } from 'vitest';
import { createFrameAnalysis } from '../src/capture/analysis/analyse-frame.ts';
import { type Area, areaAround } from '../src/capture/area-around.ts';
import { detailArea } from '../src/capture/camera/frame-source.ts';
import type { FrameFindings } from '../src/session/ports.ts';
import { cutOut } from './cut-out.ts';

// What a page sends of a card is cut out around it. What was cut off of it nobody can mend. Of a sheet all of the frame is kept.

/** How many photographs are looked at; PICTURES asks for more. */
const count = Number(process.env.PICTURES ?? 40);

/** A picture takes itself after 1.2 s of holding still: some frames, of which the last one's corners are cut by. */
const framesHeld = 4;

/** How far the hand has moved since then, at most, in shares of the frame's longer side. */
const mostMoved = 0.012;

const today = new Date('2031-03-01T10:00:00Z');
const tables = ['oak', 'walnut', 'slate', 'linen'] as const;

const across = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];
const upright = across.map(({ width, height }) => ({ width: height, height: width }));

const sizes = [...across, ...upright];

/** How people hold a document before a camera while they are guided: as large as is asked for, not quite straight. */
function anyPhotograph(page: DocumentPage, random: SeededRandom): SceneOptions {
  const size = random.pick(sizes);
  const fitting = Math.min(size.width / page.widthMm, size.height / page.heightMm);
  return {
    size,
    seed: random.integer(1, 9),
    noiseSeed: random.integer(1, 1e9),
    table: random.pick(tables),
    pose: {
      pxPerMm: fitting * random.between(0.76, 0.95),
      tiltDeg: random.between(-12, 12),
      yawDeg: random.between(-12, 12),
      rollDeg: 3 * random.normal(),
      offset: { x: 0.02 * random.normal(), y: 0.01 * random.normal() },
    },
    blurPx: (random.between(0.3, 1) * Math.max(size.width, size.height)) / 1280,
    exposure: random.between(0.6, 0.95),
    noise: random.between(1, 6),
  };
}

/** What the page sends of a photograph that takes itself, when the camera goes on to show it; null of any other. */
function areaOf(photograph: Picture): Area | null {
  const analyse = createFrameAnalysis();
  const { width, height } = photograph;
  const scale = 320 / Math.max(width, height);
  const { data, ...size } = downscale(photograph, { widthPx: width * scale, heightPx: height * scale });
  const picture = { data: Uint8ClampedArray.from(data), ...size };
  let seen: FrameFindings = { hint: 'looking', outline: null, isSure: false };
  for (let frame = 0; frame < framesHeld; frame++) {
    const detail = seen.outline && cutOut(photograph, detailArea(seen.outline, width, height));
    seen = analyse({ picture, detail, fullWidthPx: width }, 'CARD');
  }
  return seen.hint === 'hold-still' && seen.outline ? areaAround(seen.outline, photograph) : null;
}

/** How much of what the frame shows of the document is not kept after the hand has moved, in pixels; 0: nothing. */
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

it('payment cards that take themselves are cut out whole', async () => {
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
    const reach = mostMoved * Math.max(picture.width, picture.height);
    const moved = { x: random.between(-reach, reach), y: random.between(-reach, reach) };
    const px = lostPx(corners, moved, picture, area);
    if (px > 0) lost.push(`${seed}: ${px.toFixed(0)} px`);
    const { data, ...cut } = cutOut(picture, area);
    largest = Math.max(largest, (await encodeJpeg({ data: Uint8Array.from(data), ...cut }, 92)).length);
  }
  process.stdout.write(
    `${taken} of ${count} payment cards take themselves, ${lost.length} not whole, the largest ${largest} bytes\n`,
  );
  expect(taken).toBeGreaterThan(count / 4);
  expect(lost.length / taken, lost.join(', ')).toBeLessThanOrEqual(0.005);
  expect(largest).toBeLessThanOrEqual(1_500_000);
});
