import {
  addressLetter,
  type DocumentFrame,
  quadOverlap,
  renderDocumentFrame,
  renderLetter,
  renderScene,
} from '@vendor/specimens';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { downscale } from '../downscale.ts';
import { mapCorners, orderLandscapeQuad } from '../quad.ts';
import { CORNER_NET } from './corner-weights.ts';
import { createDocumentFinder, type FoundDocument } from './document-finder.ts';
import { FINDER_NETS } from './finder-weights.ts';
import { unpackCornerNet } from './packed-corner-net.ts';
import { createSearch, LOOKS } from './search.ts';

// One frame with a document and one without; accuracy over many frames is measured in ../../slow.

const size = { widthPx: 320, heightPx: 180 };
const frames = new Map<'document' | 'nothing', DocumentFrame>();
const frameOf = (subject: 'document' | 'nothing') => frames.get(subject)!;

beforeAll(() => {
  frames.set('document', renderDocumentFrame(20_001));
  frames.set('nothing', renderDocumentFrame(20_001, { subject: 'nothing' }));
});

/** Each look is fitted with three search radii. */
const FITS_OF_A_LOOK = 3;

/** Searches the frame with a document, with the log-odds of each fit given by its index. */
function searchWithScores(logitOf: (index: number) => number): {
  found: FoundDocument | null;
  asked: number;
} {
  let asked = 0;
  const search = () => logitOf(asked++);
  const found = createDocumentFinder(size, CORNER_NET, { ...FINDER_NETS, search }).find(
    frameOf('document').picture,
  );
  return { found, asked };
}

describe('createDocumentFinder', () => {
  it('finds a document, and none on an empty table', () => {
    const finder = createDocumentFinder(size, CORNER_NET);
    const { picture, quad } = frameOf('document');
    const found = finder.find(picture)!;
    expect(found.confidence).toBeGreaterThan(0.5);
    expect(quadOverlap(found.quad, quad!)).toBeGreaterThan(0.9);
    expect(finder.find(frameOf('nothing').picture)?.confidence ?? 0).toBeLessThan(0.5);
  });

  it('finds a letter', async () => {
    const page = await renderLetter(addressLetter('de', new Date('2031-03-01T10:00:00Z')));
    const pose = { pxPerMm: 3, tiltDeg: 5, rollDeg: 3, yawDeg: -6 };
    const upright = { width: 720, height: 1280 };
    const scene = await renderScene({ page, pose, size: upright, table: 'slate', exposure: 0.8, noise: 5 });
    const small = { widthPx: 180, heightPx: 320 };
    const found = createDocumentFinder(small, CORNER_NET).find(downscale(scene.picture, small))!;
    const [a, b, c, d] = scene.corners!.map(({ x, y }) => ({ x: x / 4, y: y / 4 }));
    expect(quadOverlap(found.quad, [b!, c!, d!, a!])).toBeGreaterThan(0.95);
    expect(found.confidence).toBeGreaterThan(0.85);
  });

  it('accepts a certain fit without another look', () => {
    const { asked } = searchWithScores(() => 3.1);
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(FITS_OF_A_LOOK);
  });

  it('stops if nothing is likely at first, and otherwise searches all views', () => {
    const hopeless = searchWithScores(() => -4.1).asked;
    const unsure = searchWithScores(() => 0).asked;
    expect(hopeless).toBeGreaterThan(0);
    expect(hopeless).toBeLessThanOrEqual(FITS_OF_A_LOOK);
    expect(unsure).toBeGreaterThan(LOOKS * FITS_OF_A_LOOK);
  });

  it('chooses the likeliest fit of all looks', () => {
    const { picture } = frameOf('document');
    const fits = [...createSearch(unpackCornerNet(CORNER_NET), size).whole(picture)].flat();
    const last = fits.length - 1;
    expect(last).toBeGreaterThan(LOOKS * FITS_OF_A_LOOK);
    for (const likeliest of [0, 4, last]) {
      const { found, asked } = searchWithScores((index) => (index === likeliest ? 2 : -1));
      expect(asked).toBe(fits.length);
      expect(found!.confidence).toBeCloseTo(1 / (1 + Math.exp(-2)), 9);
      expect(found!.quad).toEqual(orderLandscapeQuad(fits[likeliest]!.quad));
    }
    const quads = new Set([0, 4, last].map((index) => JSON.stringify(fits[index]!.quad)));
    expect(quads.size).toBe(3);
  });

  it('tracks a document from a position some pixels off', () => {
    const finder = createDocumentFinder(size, CORNER_NET);
    const { picture, quad } = frameOf('document');
    const off = quad!.map(({ x, y }) => ({ x: x + 5, y: y - 4 })) as unknown as FoundDocument['quad'];
    const found = finder.track(picture, { quad: off, confidence: 1 })!;
    expect(quadOverlap(found.quad, quad!)).toBeGreaterThan(0.95);
    expect(found.confidence).toBeGreaterThan(0.5);
  });

  it('does not track where there is no document', () => {
    const finder = createDocumentFinder(size, CORNER_NET);
    const { picture } = frameOf('nothing');
    const { quad } = frameOf('document');
    const found = finder.track(picture, { quad: quad!, confidence: 1 });
    expect(found?.confidence ?? 0).toBeLessThan(0.5);
  });

  it('looks again at a document from a position some pixels off, and scores it as a search does', () => {
    const { picture, quad } = frameOf('document');
    const off = mapCorners(quad!, ({ x, y }) => ({ x: x + 5, y: y - 4 }));
    const again = createDocumentFinder(size, CORNER_NET).lookAgain(picture, { quad: off, confidence: 0 })!;
    expect(quadOverlap(again.quad, quad!)).toBeGreaterThan(0.95);
    expect(again.confidence).toBeGreaterThan(0.5);

    const judged = { ...FINDER_NETS, search: () => -1, track: () => 5 };
    const doubted = createDocumentFinder(size, CORNER_NET, judged);
    const { confidence } = doubted.lookAgain(picture, { quad: off, confidence: 0 })!;
    expect(confidence).toBeCloseTo(1 / (1 + Math.E), 9);
  });

  it('rejects a piece of a table with straight edges when it looks again', () => {
    const finder = createDocumentFinder(size, CORNER_NET);
    const { picture } = frameOf('nothing');
    const { quad } = frameOf('document');
    const found = finder.lookAgain(picture, { quad: quad!, confidence: 1 });
    expect(found?.confidence ?? 0).toBeLessThan(0.5);
  });

  it('returns the same result whatever frame came before', () => {
    const finder = createDocumentFinder(size, CORNER_NET);
    const frame = frameOf('document').picture;
    const first = finder.find(frame);
    finder.find(frameOf('nothing').picture);
    expect(finder.find(frame)).toEqual(first);
  });

  it('returns null for frames of another size, without pixels or too small', () => {
    const { picture } = frameOf('document');
    expect(createDocumentFinder({ widthPx: 640, heightPx: 360 }, CORNER_NET).find(picture)).toBeNull();
    for (const [widthPx, heightPx] of [
      [0, 0],
      [1, 1],
      [7, 300],
      [63, 63],
      [-5, 9],
      [Number.NaN, 3],
    ] as const) {
      const data = new Uint8ClampedArray(Math.max(0, widthPx * heightPx * 4 || 0));
      const frame = { data, width: widthPx, height: heightPx };
      expect(createDocumentFinder({ widthPx, heightPx }, CORNER_NET).find(frame)).toBeNull();
    }
    const short = { data: new Uint8ClampedArray(10), width: 320, height: 180 };
    const finder = createDocumentFinder(size, CORNER_NET);
    expect(finder.find(short)).toBeNull();
    const { quad } = frameOf('document');
    expect(finder.track(short, { quad: quad!, confidence: 1 })).toBeNull();
    expect(finder.lookAgain(short, { quad: quad!, confidence: 1 })).toBeNull();
  });

  it('never throws, whatever the pixels and the position to track from', () => {
    const finder = createDocumentFinder({ widthPx: 96, heightPx: 64 }, CORNER_NET);
    const data = new Uint8ClampedArray(96 * 64 * 4);
    const corner = fc.record({ x: fc.double(), y: fc.double() });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 0, max: 255 }),
        fc.tuple(corner, corner, corner, corner),
        (period, level, quad) => {
          for (let byte = 0; byte < data.length; byte++) data[byte] = (byte % period) * level;
          finder.find({ data, width: 96, height: 64 });
          finder.track({ data, width: 96, height: 64 }, { quad, confidence: 0 });
          finder.lookAgain({ data, width: 96, height: 64 }, { quad, confidence: 0 });
        },
      ),
      { numRuns: 60 },
    );
  });
});
