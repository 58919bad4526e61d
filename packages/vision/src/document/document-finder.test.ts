import { type DocumentFrame, quadOverlap, renderDocumentFrame } from '@vendor/specimens';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDocumentFinder, type FoundDocument } from './document-finder.ts';
import { FINDER_NETS } from './finder-weights.ts';
import type { RefinedCandidate } from './refine-best.ts';
import { searchTwice, THOROUGH_SEARCH } from './thorough-search.ts';

// One frame with a document and one without; how many are found right is in ../../slow.

const size = { widthPx: 320, heightPx: 180 };
const frames = new Map<'document' | 'nothing', DocumentFrame>();
const frameOf = (subject: 'document' | 'nothing') => frames.get(subject)!;

beforeAll(() => {
  frames.set('document', renderDocumentFrame(20_001));
  frames.set('nothing', renderDocumentFrame(20_001, { subject: 'nothing' }));
});

describe('createDocumentFinder', () => {
  it('finds a document, and none on a bare table', () => {
    const finder = createDocumentFinder(size);
    const { picture, quad } = frameOf('document');
    const found = finder.find(picture)!;
    expect(found.confidence).toBeGreaterThan(0.5);
    expect(quadOverlap(found.quad, quad!)).toBeGreaterThan(0.9);
    expect(finder.find(frameOf('nothing').picture)?.confidence ?? 0).toBeLessThan(0.5);
  });

  it('does so with its sides completed, too', () => {
    const finder = createDocumentFinder(size, THOROUGH_SEARCH);
    const { picture, quad } = frameOf('document');
    const found = finder.find(picture)!;
    expect(found.confidence).toBeGreaterThan(0.5);
    expect(quadOverlap(found.quad, quad!)).toBeGreaterThan(0.9);
    expect(finder.find(frameOf('nothing').picture)?.confidence ?? 0).toBeLessThan(0.5);
  });

  it('looks again only where no fit is likely, and takes what it is shown then', () => {
    const looks: (readonly RefinedCandidate[])[] = [];
    const half = frameOf('document').quad!.map(({ x, y }) => ({ x: x / 2, y: y / 2 }));
    const doubting = (doubts: boolean) => {
      // Until it has looked again, no fit is likely to one that doubts.
      const search: typeof FINDER_NETS.search = (features) =>
        doubts && looks.length === 0 ? -9 : FINDER_NETS.search(features);
      const way = searchTwice({ ...FINDER_NETS, search }, (fits) => {
        looks.push(fits);
        return fits
          .slice(0, 1)
          .map(({ candidate }) => ({ ...candidate, quad: half as unknown as FoundDocument['quad'] }));
      });
      return createDocumentFinder(size, way);
    };
    doubting(false).find(frameOf('document').picture);
    expect(looks).toEqual([]);
    const found = doubting(true).find(frameOf('document').picture)!;
    expect(looks).toHaveLength(1);
    expect(found.confidence).toBeGreaterThan(0.5);
    expect(quadOverlap(found.quad, frameOf('document').quad!)).toBeGreaterThan(0.9);
  });

  it('tracks a document from a place some pixels off', () => {
    const finder = createDocumentFinder(size);
    const { picture, quad } = frameOf('document');
    const off = quad!.map(({ x, y }) => ({ x: x + 5, y: y - 4 })) as unknown as FoundDocument['quad'];
    const found = finder.track(picture, { quad: off, confidence: 1 })!;
    expect(quadOverlap(found.quad, quad!)).toBeGreaterThan(0.95);
    expect(found.confidence).toBeGreaterThan(0.5);
  });

  it('does not track where there is nothing', () => {
    const finder = createDocumentFinder(size);
    const { picture } = frameOf('nothing');
    const { quad } = frameOf('document');
    const found = finder.track(picture, { quad: quad!, confidence: 1 });
    expect(found?.confidence ?? 0).toBeLessThan(0.5);
  });

  it('gives the same answer whatever frame came before', () => {
    const finder = createDocumentFinder(size);
    const frame = frameOf('document').picture;
    const first = finder.find(frame);
    finder.find(frameOf('nothing').picture);
    expect(finder.find(frame)).toEqual(first);
  });

  it('answers null for frames of another size, without pixels or too small', () => {
    const { picture } = frameOf('document');
    expect(createDocumentFinder({ widthPx: 640, heightPx: 360 }).find(picture)).toBeNull();
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
      expect(createDocumentFinder({ widthPx, heightPx }).find(frame)).toBeNull();
    }
    const short = { data: new Uint8ClampedArray(10), width: 320, height: 180 };
    expect(createDocumentFinder(size).find(short)).toBeNull();
  });

  it('never throws, whatever the pixels and the place to track from', () => {
    const finder = createDocumentFinder({ widthPx: 96, heightPx: 64 });
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
        },
      ),
      { numRuns: 60 },
    );
  });
});
