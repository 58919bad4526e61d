import {
  createSeededRandom,
  type DocumentPage,
  renderIdentityCardFront,
  renderPassport,
  renderScene,
  type SceneOptions,
  utopianCard,
  utopianPassport,
} from '@vendor/specimens';
import { beforeAll, expect, it } from 'vitest';
import type { CameraSubject } from '../src/session/ports.ts';
import { anyPhotograph, watchPicture } from './held-document.ts';

// Tests which pictures a page takes automatically of documents that are held badly.

/** Number of photographs; set PICTURES for more. */
const count = Number(process.env.PICTURES ?? 40);

const today = new Date('2031-03-01T10:00:00Z');

let passport: DocumentPage;
let card: DocumentPage;
beforeAll(async () => {
  passport = await renderPassport(utopianPassport(today), { widthPx: 1200 });
  card = await renderIdentityCardFront(utopianCard(today));
});

/** Renders a document; `beyond` is how far it extends beyond the frame, in shares of the frame's longer side, negative inside. */
async function photograph(page: DocumentPage, options: SceneOptions) {
  const { picture, corners } = await renderScene({ page, ...options });
  const { width, height } = picture;
  const beyondPx = Math.max(...corners!.flatMap(({ x, y }) => [-x, -y, x - width, y - height]));
  return { picture, beyond: beyondPx / Math.max(width, height) };
}

it.each<[string, () => DocumentPage, CameraSubject, number]>([
  ['passports', () => passport, 'PASSPORT', 0],
  // One photograph in a hundred shows a part shaped like the larger cards.
  ['identity cards', () => card, 'NATIONAL_ID', 1],
])('takes no picture of %s that extend beyond the frame', async (name, pageOf, subject, maxTaken) => {
  const page = pageOf();
  const taken: number[] = [];
  let cutOff = 0;
  for (let seed = 1; cutOff < count; seed++) {
    const random = createSeededRandom(seed);
    const held = anyPhotograph(page, random);
    const { picture, beyond } = await photograph(page, {
      ...held,
      pose: {
        ...held.pose,
        pxPerMm: held.pose!.pxPerMm! * random.between(1, 1.15),
        rollDeg: random.between(-14, 14),
        offset: { x: random.between(-0.15, 0.15), y: random.between(-0.12, 0.12) },
      },
    });
    if (beyond < 0.01) continue;
    cutOff++;
    if (watchPicture(picture, subject).hint === 'hold-still') taken.push(seed);
  }
  process.stdout.write(`${taken.length} of ${cutOff} ${name} that are cut off are taken automatically\n`);
  expect(taken.length, `seeds ${taken}`).toBeLessThanOrEqual((maxTaken * cutOff) / 40);
});

it('takes a picture of a passport rotated by up to 12° at some size, with a camera of 720 lines', async () => {
  const size = { width: 1280, height: 720 };
  for (const rollDeg of [-12, -8, -4, 0, 4, 8, 12]) {
    const hints = new Map<string, number>();
    for (let widthPx = 700; widthPx <= 1000; widthPx += 20) {
      const pose = { pxPerMm: widthPx / passport.widthMm, rollDeg };
      const { picture, beyond } = await photograph(passport, { size, table: 'walnut', pose });
      const { hint } = watchPicture(picture, 'PASSPORT');
      if (hint === 'hold-still') expect(beyond, `${rollDeg}°, ${widthPx} px`).toBeLessThan(0);
      hints.set(hint, (hints.get(hint) ?? 0) + 1);
    }
    expect(hints.get('hold-still') ?? 0, `${rollDeg}°: ${[...hints.keys()]}`).toBeGreaterThan(0);
  }
});

it('asks to straighten a passport rotated by more, not to come closer', async () => {
  const size = { width: 1280, height: 720 };
  for (const rollDeg of [-16, 16]) {
    const pose = { pxPerMm: 680 / passport.widthMm, rollDeg };
    const { picture } = await photograph(passport, { size, table: 'walnut', pose });
    expect(watchPicture(picture, 'PASSPORT').hint).toBe('looking');
  }
});
