import { describe, expect, it } from 'vitest';
import type { RgbaImage } from '../image.ts';
import type { Quad } from '../quad.ts';
import type { DocumentFinder, FoundDocument } from './document-finder.ts';
import { createDocumentTracker } from './document-tracker.ts';

const frame: RgbaImage = { data: new Uint8ClampedArray(4), width: 1, height: 1 };

function at(x: number, confidence = 0.9): FoundDocument {
  const quad: Quad = [
    { x, y: 10 },
    { x: x + 80, y: 10 },
    { x: x + 80, y: 60 },
    { x, y: 60 },
  ];
  return { quad, confidence };
}

/** A finder that answers as told and notes what it was asked. */
function scripted(
  find: () => FoundDocument | null,
  track: (previous: FoundDocument) => FoundDocument | null,
) {
  const asked: string[] = [];
  const finder: DocumentFinder = {
    find: () => {
      asked.push('find');
      return find();
    },
    track: (_, previous) => {
      asked.push(`track ${previous.quad[0].x.toFixed(1)}`);
      return track(previous);
    },
  };
  return { finder, asked };
}

describe('createDocumentTracker', () => {
  it('searches until something is found, then tracks', () => {
    const answers = [null, at(10, 0.3), at(20)];
    const { finder, asked } = scripted(
      () => answers.shift() ?? null,
      (previous) => previous,
    );
    const tracker = createDocumentTracker(finder);
    expect([tracker.next(frame), tracker.next(frame)]).toEqual([null, null]);
    expect(tracker.next(frame)).toEqual(at(20));
    tracker.next(frame);
    expect(asked).toEqual(['find', 'find', 'find', 'track 20.0']);
  });

  it('expects a moving document further on', () => {
    const { finder, asked } = scripted(
      () => at(20),
      () => at(30),
    );
    const tracker = createDocumentTracker(finder);
    for (let k = 0; k < 3; k++) tracker.next(frame);
    expect(asked).toEqual(['find', 'track 20.0', 'track 36.0']);
  });

  it('searches the whole frame at once when the document is lost', () => {
    const { finder, asked } = scripted(
      () => at(20),
      () => at(25, 0.2),
    );
    const tracker = createDocumentTracker(finder);
    tracker.next(frame);
    expect(tracker.next(frame)).toEqual(at(20));
    expect(asked).toEqual(['find', 'track 20.0', 'find']);
  });

  it('searches every tenth frame, and stays unless the search is clearly surer', () => {
    let searched = at(20, 0.9);
    const { finder, asked } = scripted(
      () => searched,
      (previous) => ({ quad: previous.quad, confidence: 0.8 }),
    );
    const tracker = createDocumentTracker(finder);
    tracker.next(frame);
    searched = at(60, 0.85);
    for (let k = 0; k < 10; k++) expect(tracker.next(frame)!.quad[0].x).toBe(20);
    expect(asked.filter((question) => question === 'find').length).toBe(2);
    searched = at(60, 0.95);
    for (let k = 0; k < 10; k++) tracker.next(frame);
    expect(tracker.next(frame)!.quad[0].x).toBe(60);
  });

  it('keeps the first corner the first one', () => {
    const [a, b, c, d] = at(20).quad;
    const { finder } = scripted(
      () => at(20),
      () => ({ quad: [c, d, a, b], confidence: 0.9 }),
    );
    const tracker = createDocumentTracker(finder);
    tracker.next(frame);
    expect(tracker.next(frame)!.quad).toEqual(at(20).quad);
  });
});
