import type { RgbaImage } from '../image.ts';
import { mapCorners, type Quad, turnTowards } from '../quad.ts';
import type { DocumentFinder, FoundDocument } from './document-finder.ts';

/** Follows a document through the frames of a camera. */
export interface DocumentTracker {
  /**
   * Looks at the next frame: along the edges near the last place while the document is followed, closely at that place where edges
   * leave doubt and now and then, in the whole frame when it was lost.
   */
  next(frame: RgbaImage): FoundDocument | null;
}

/** Below this a document counts as lost. */
const LOST = 0.5;

/** Edges this unlikely to be a document's are not worth a closer look. */
const FAINT = 0.2;

/** Edges less sure than this may be those of a finger, a shadow or the table: it is looked closely whether they are the document's. */
const DOUBTED = 0.8;

/** After so many frames that are followed by edges alone it is looked closely: an outline that slid off sits well on other edges, too. */
const LOOK_EVERY = 5;

/** Every so many frames the whole frame is searched, so that what looks like a document from close by cannot stay for ever. */
const SEARCH_EVERY = 20;

/** How much of the last movement is expected again: a hand that holds still is more usual than one that goes on. */
const DAMPING = 0.6;

/** A search replaces a followed document only when it is surer by this much, so that the outline does not flicker. */
const SURER = 0.1;

/** Makes a tracker over a finder, which it uses alone. */
export function createDocumentTracker(finder: DocumentFinder): DocumentTracker {
  let last: FoundDocument | null = null;
  let before: FoundDocument | null = null;
  let followed = 0;
  let unseen = 0;

  function follow(frame: RgbaImage): FoundDocument | null {
    const start = last && { ...last, quad: expected(last.quad, before?.quad) };
    let found = start && finder.track(frame, start);
    if (!found || found.confidence < FAINT) return null;
    if (found.confidence < DOUBTED || ++unseen >= LOOK_EVERY) {
      unseen = 0;
      found = finder.lookAgain(frame, found);
    }
    if (!found || found.confidence < LOST) return null;
    // The first corner stays the first one: a document that is being turned does not jump by half a turn.
    return { ...found, quad: turnTowards(found.quad, last!.quad) };
  }

  return {
    next(frame) {
      let found = follow(frame);
      let from = last;
      if (!found || ++followed >= SEARCH_EVERY) {
        followed = unseen = 0;
        const searched = finder.find(frame);
        if (searched && searched.confidence >= (found ? found.confidence + SURER : LOST)) {
          found = searched;
          from = null;
        }
      }
      if (found) before = from;
      last = found;
      return found;
    },
  };
}

/** Predicts the corners from the damped speed of the last frame. */
function expected(last: Quad, before: Quad = last): Quad {
  return mapCorners(last, ({ x, y }, index) => ({
    x: x + DAMPING * (x - before[index]!.x),
    y: y + DAMPING * (y - before[index]!.y),
  }));
}
