import { quadOverlap, renderDocumentFrames } from '@vendor/specimens';
import { expect, it } from 'vitest';
import { CORNER_NET } from '../src/document/corner-weights.ts';
import { createDocumentFinder } from '../src/document/document-finder.ts';
import { createDocumentTracker } from '../src/document/document-tracker.ts';

it('tracks a document through a sequence of frames', () => {
  const tracker = createDocumentTracker(createDocumentFinder({ widthPx: 320, heightPx: 180 }, CORNER_NET));
  const right = renderDocumentFrames(20_001, 8).filter(({ picture, quad }) => {
    const found = tracker.next(picture);
    return found !== null && quadOverlap(found.quad, quad!) >= 0.9;
  });
  expect(right.length).toBeGreaterThanOrEqual(7);
});
