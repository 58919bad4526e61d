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

interface Script {
  readonly find: () => FoundDocument | null;
  readonly track: (previous: FoundDocument) => FoundDocument | null;
  /** Second look at a tracked document; defaults to returning that document. */
  readonly lookAgain?: (followed: FoundDocument) => FoundDocument | null;
}

/** Creates a finder with scripted results that records its calls. */
function scripted({ find, track, lookAgain = (followed) => followed }: Script) {
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
    lookAgain: (_, followed) => {
      asked.push(`look ${followed.quad[0].x.toFixed(1)}`);
      return lookAgain(followed);
    },
  };
  const tracker = createDocumentTracker(finder);
  const next = (times: number) => Array.from({ length: times }, () => tracker.next(frame)).at(-1)!;
  /** Returns the indices of frames, from 0, in which the finder was called in this way. */
  const framesOf = (question: string) => {
    let count = -1;
    return asked.flatMap((one, index) => {
      if (one.startsWith('track') || (one === 'find' && !asked[index - 1]?.match(/^(track|look)/))) count++;
      return one.startsWith(question) ? [count] : [];
    });
  };
  return { tracker, next, asked, framesOf };
}

const sure = (previous: FoundDocument) => ({ ...previous, confidence: 0.95 });

describe('createDocumentTracker', () => {
  it('searches until something is found, then tracks', () => {
    const answers = [null, at(10, 0.3), at(20)];
    const { tracker, asked } = scripted({ find: () => answers.shift() ?? null, track: sure });
    expect([tracker.next(frame), tracker.next(frame)]).toEqual([null, null]);
    expect(tracker.next(frame)).toEqual(at(20));
    tracker.next(frame);
    expect(asked).toEqual(['find', 'find', 'find', 'track 20.0']);
  });

  it('predicts the position of a moving document', () => {
    const { next, asked } = scripted({ find: () => at(20), track: () => at(30, 0.8) });
    next(3);
    expect(asked).toEqual(['find', 'track 20.0', 'track 36.0']);
  });

  it('searches the whole frame as soon as the document is lost', () => {
    const { next, asked } = scripted({ find: () => at(20), track: () => at(25, 0.19) });
    expect(next(2)).toEqual(at(20));
    expect(asked).toEqual(['find', 'track 20.0', 'find']);
  });

  it('looks again if the edges are doubtful, and follows the result', () => {
    const { next, asked } = scripted({
      find: () => at(20),
      track: () => at(25, 0.3),
      lookAgain: () => at(22, 0.8),
    });
    expect(next(2)).toEqual(at(22, 0.8));
    expect(asked).toEqual(['find', 'track 20.0', 'look 25.0']);
  });

  it.each([
    ['nothing', null],
    ['nothing likely', at(25, 0.49)],
  ])('searches the whole frame if another look finds %s', (_, seen) => {
    const { next, asked } = scripted({
      find: () => at(70),
      track: () => at(25, 0.79),
      lookAgain: () => seen,
    });
    expect(next(2)).toEqual(at(70));
    expect(asked).toEqual(['find', 'track 20.0', 'look 25.0', 'find'].map((q) => q.replace('20.0', '70.0')));
  });

  it('looks again every fifth frame, however certain the edges are', () => {
    const { next, framesOf } = scripted({ find: () => at(20, 0.95), track: sure });
    next(19);
    expect(framesOf('look')).toEqual([5, 10, 15]);
    expect(framesOf('find')).toEqual([0]);
  });

  it('drops an outline that slid to other edges within five frames', () => {
    const slid = { find: () => at(20), track: () => at(60, 0.99) };
    const { next } = scripted({ ...slid, lookAgain: () => at(20, 0.8) });
    next(5);
    expect(next(1)).toEqual(at(20, 0.8));
  });

  it('searches every twentieth frame, and keeps its document unless the search is clearly more confident', () => {
    let searched = at(20, 0.9);
    const { tracker, next, framesOf } = scripted({
      find: () => searched,
      track: (previous) => ({ ...previous, confidence: 0.9 }),
    });
    next(1);
    searched = at(60, 0.95);
    for (let k = 0; k < 20; k++) expect(tracker.next(frame)!.quad[0].x).toBe(20);
    expect(framesOf('find')).toEqual([0, 20]);
    searched = at(60, 1);
    expect(next(19).quad[0].x).toBe(20);
    expect(next(1).quad[0].x).toBe(60);
  });

  it('keeps the first corner the same', () => {
    const [a, b, c, d] = at(20).quad;
    const turned = { quad: [c, d, a, b] as const, confidence: 0.9 };
    const { next } = scripted({ find: () => at(20), track: () => turned, lookAgain: () => turned });
    for (let k = 0; k < 8; k++) expect(next(1).quad).toEqual(at(20).quad);
  });
});
