import type { RgbaImage } from '../image.ts';
import { mapCorners, type Quad, turnTowards } from '../quad.ts';
import type { DocumentFinder, FoundDocument } from './document-finder.ts';

/** Tracks a document through the frames of a camera. */
export interface DocumentTracker {
  /**
   * Examines the next frame. While the document is tracked, it searches along the edges near the last position. It looks closely
   * at that position from time to time, and if the edges are doubtful. If the document is lost, it searches the whole frame.
   */
  next(frame: RgbaImage): FoundDocument | null;
}

/** Confidence below which a document counts as lost. */
const LOST = 0.5;

/** Confidence of tracked edges below which the corner net is not consulted. */
const FAINT = 0.2;

/**
 * Confidence of tracked edges below which they may belong to a finger, a shadow or the background, and the corner net decides.
 */
const DOUBTED = 0.8;

/**
 * Number of frames tracked by edges alone after which the corner net is consulted: an outline that slipped off may fit other
 * edges well.
 */
const LOOK_EVERY = 5;

/**
 * Number of frames after which the whole frame is searched, so that a document replaces something that resembles one only from
 * close up.
 */
const SEARCH_EVERY = 20;

/** Share of the last movement that is predicted for the next frame: hands usually stop rather than continue. */
const DAMPING = 0.6;

/** Increase in confidence required for a search to replace a tracked document, so that the outline does not flicker. */
const MIN_IMPROVEMENT = 0.1;

/** Creates a tracker, which needs exclusive use of its finder. */
export function createDocumentTracker(finder: DocumentFinder): DocumentTracker {
  let last: FoundDocument | null = null;
  let before: FoundDocument | null = null;
  let framesSinceSearch = 0;
  let framesSinceLook = 0;

  function follow(frame: RgbaImage): FoundDocument | null {
    const start = last && { ...last, quad: predictCorners(last.quad, before?.quad) };
    let found = start && finder.track(frame, start);
    if (!found || found.confidence < FAINT) return null;
    if (found.confidence < DOUBTED || ++framesSinceLook >= LOOK_EVERY) {
      framesSinceLook = 0;
      found = finder.lookAgain(frame, found);
    }
    if (!found || found.confidence < LOST) return null;
    // Keeps the first corner, so that the corners of a rotating document do not jump by half a turn.
    return { ...found, quad: turnTowards(found.quad, last!.quad) };
  }

  return {
    next(frame) {
      let found = follow(frame);
      let from = last;
      if (!found || ++framesSinceSearch >= SEARCH_EVERY) {
        framesSinceSearch = framesSinceLook = 0;
        const searched = finder.find(frame);
        if (searched && searched.confidence >= (found ? found.confidence + MIN_IMPROVEMENT : LOST)) {
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

/** Predicts the corners from the damped movement between the last two frames. */
function predictCorners(last: Quad, before: Quad = last): Quad {
  return mapCorners(last, ({ x, y }, index) => ({
    x: x + DAMPING * (x - before[index]!.x),
    y: y + DAMPING * (y - before[index]!.y),
  }));
}
