import type { RgbaImage } from '../image.ts';
import { mapCorners, type Quad, turnTowards } from '../quad.ts';
import type { DocumentFinder, FoundDocument } from './document-finder.ts';

/** Follows a document through the frames of a camera. */
export interface DocumentTracker {
  /**
   * Looks at the next frame: near the last place while the document is followed, in the whole frame when it was lost and
   * now and then in between.
   */
  next(frame: RgbaImage): FoundDocument | null;
}

/** Below this a followed document counts as lost. */
const LOST = 0.5;

/** Every so many frames the whole frame is searched, so that a wrong quad that sits well cannot stay for ever. */
const SEARCH_EVERY = 10;

/** How much of the last movement is expected again: a hand that holds still is more usual than one that goes on. */
const DAMPING = 0.6;

/** A search replaces a followed document only when it is surer by this much, so that the outline does not flicker. */
const SURER = 0.1;

/** Makes a tracker over a finder, which it uses alone. */
export function createDocumentTracker(finder: DocumentFinder): DocumentTracker {
  let last: FoundDocument | null = null;
  let before: FoundDocument | null = null;
  let followed = 0;
  return {
    next(frame) {
      const tracked = last && finder.track(frame, { ...last, quad: expected(last.quad, before?.quad) });
      // The first corner stays the first one: a document that is being turned does not jump by half a turn.
      let found =
        tracked && tracked.confidence >= LOST
          ? { ...tracked, quad: turnTowards(tracked.quad, last!.quad) }
          : null;
      if (!found || ++followed >= SEARCH_EVERY) {
        followed = 0;
        const searched = finder.find(frame);
        if (searched && searched.confidence >= (found ? found.confidence + SURER : LOST)) {
          before = null;
          found = searched;
        } else if (found) before = last;
      } else before = last;
      last = found;
      return found;
    },
  };
}

/** Where the corners will be when they keep moving with the damped speed of the last frame. */
function expected(last: Quad, before: Quad = last): Quad {
  return mapCorners(last, ({ x, y }, index) => ({
    x: x + DAMPING * (x - before[index]!.x),
    y: y + DAMPING * (y - before[index]!.y),
  }));
}
