import {
  addressLetter,
  createSeededRandom,
  renderDocumentFrame,
  renderLetter,
  renderScene,
} from '@vendor/specimens';
import { expect, it } from 'vitest';
import { anyPhotograph, watchPicture } from './held-document.ts';

/** Number of photographs; set PICTURES for more. */
const count = Number(process.env.PICTURES ?? 32);

const languages = ['en', 'de', 'es', 'fr', 'it', 'pt', 'hu'] as const;
const day = new Date('2031-03-01T10:00:00Z');

/**
 * Minimum margin of a letter in its frame, in shares of the longer side; a smaller one makes the guidance warn that it is about
 * to leave the frame.
 */
const minMargin = 0.015;

it('takes pictures of letters that are completely in the frame, or tells users why not', async () => {
  const pages = await Promise.all(languages.map((language) => renderLetter(addressLetter(language, day))));
  const hints: string[] = [];
  let misplaced = 0;
  for (let seed = 1; seed <= count; seed++) {
    const random = createSeededRandom(seed);
    const page = random.pick(pages);
    const { picture, corners } = await renderScene({ page, ...anyPhotograph(page, random) });
    const margins = corners!.flatMap(({ x, y }) => [x, y, picture.width - x, picture.height - y]);
    const longer = Math.max(picture.width, picture.height);
    const { hint } = watchPicture(picture, 'SHEET', 0.5);
    if (Math.min(...margins) >= minMargin * longer) hints.push(hint);
    // A picture of a letter that extends beyond the frame is of little use.
    else if (Math.min(...margins) < 0 && hint === 'hold-still') misplaced++;
  }
  const numberOf = (wanted: string) => hints.filter((hint) => hint === wanted).length;
  const guided = [...new Set(hints)].map((hint) => `${hint} ${numberOf(hint)}`).join(', ');
  process.stdout.write(
    `of ${hints.length} letters, whole in the frame: ${guided}; of ${count - hints.length} others ${misplaced} are cut off and taken\n`,
  );
  expect(numberOf('hold-still') / hints.length, guided).toBeGreaterThan(0.35);
  expect(numberOf('looking') / hints.length, guided).toBeLessThan(0.15);
  expect(misplaced / count).toBeLessThanOrEqual(0.04);
});

it('never takes a table without a letter for a letter', () => {
  const taken: number[] = [];
  for (let seed = 90_001; seed <= 90_000 + 3 * count; seed++) {
    const size = seed % 2 ? { widthPx: 320, heightPx: 180 } : { widthPx: 180, heightPx: 320 };
    const { data, width, height } = renderDocumentFrame(seed, { subject: 'nothing', ...size }).picture;
    const { hint } = watchPicture({ data: Uint8Array.from(data), width, height }, 'SHEET', 0.5);
    // At this size, pictures are too soft for their sharpness to be meaningful.
    if (hint === 'hold-still' || hint === 'blurred') taken.push(seed);
  }
  expect(taken).toEqual([]);
});
