import type { RgbaImage } from '../image.ts';
import type { Point, Quad } from '../quad.ts';
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
      let found = tracked && tracked.confidence >= LOST ? keepOrder(tracked, last!) : null;
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
function expected(last: Quad, before: Quad | undefined): Quad {
  if (!before) return last;
  const ahead = (corner: 0 | 1 | 2 | 3): Point => ({
    x: last[corner].x + DAMPING * (last[corner].x - before[corner].x),
    y: last[corner].y + DAMPING * (last[corner].y - before[corner].y),
  });
  return [ahead(0), ahead(1), ahead(2), ahead(3)];
}

/** Keeps the first corner the first one: a document that is being turned does not jump by half a turn. */
function keepOrder(found: FoundDocument, last: FoundDocument): FoundDocument {
  const corner = (turn: number, index: number): Point => found.quad[(index + turn) % 4]!;
  const apart = (turn: number): number =>
    last.quad.reduce(
      (sum, { x, y }, index) => sum + Math.hypot(corner(turn, index).x - x, corner(turn, index).y - y),
      0,
    );
  let best = 0;
  for (let turn = 1; turn < 4; turn++) if (apart(turn) < apart(best)) best = turn;
  return { ...found, quad: [corner(best, 0), corner(best, 1), corner(best, 2), corner(best, 3)] };
}
