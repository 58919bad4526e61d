import type { RgbaImage } from '../image.ts';
import { mapCorners, type Quad, turnTowards } from '../quad.ts';
import type { DocumentFinder, FoundDocument } from './document-finder.ts';

/** Follows a document through the frames of a camera. */
export interface DocumentTracker {
  /**
   * Examines the next frame. While the document is tracked, it searches along the edges near the last position. It looks closely
   * at that position from time to time, and if the edges are doubtful. If the document is lost, it searches the whole frame.
   */
  next(frame: RgbaImage): FoundDocument | null;
}

/** Below this a document counts as lost. */
const LOST = 0.5;

/** Edges less likely than this to belong to a document are not worth a closer look. */
const FAINT = 0.2;

/**
 * Edges less likely than this may belong to a finger, a shadow or the table. A closer look decides whether they are the
 * document's.
 */
const DOUBTED = 0.8;

/**
 * A closer look follows after this many frames that were tracked by edges alone: an outline that has slipped off may fit other
 * edges well, too.
 */
const LOOK_EVERY = 5;

/**
 * The whole frame is searched after this many frames, so that something that only looks like a document from close up is not kept
 * forever.
 */
const SEARCH_EVERY = 20;

/** Share of the last movement that is expected again: hands usually stop rather than continue. */
const DAMPING = 0.6;

/** A search replaces a tracked document only if its confidence is higher by this much, so that the outline does not flicker. */
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
