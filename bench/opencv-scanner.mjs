// The document scanner that is usually built with OpenCV.js, done well: edges at several thresholds, contours, polygons, the
// largest convex one with four corners that has the form of a document. Everything in it was chosen on frames with even
// seeds, as ours was: grey or colours, thresholds, how edges are closed, the tolerance, hulls of contours or not.
/** Canny's thresholds, tried in turn until a document is seen: only strong edges first. */
const THRESHOLDS = [
  [75, 200],
  [30, 90],
  [10, 30],
];

/** Edges are made this thick, px, so that small gaps close. */
const THICK_PX = 3;

/** How far a polygon may be from its contour, as a share of the contour's length. */
const TOLERANCE = 0.02;

/** Of the frame: below, nothing can be made out; above, it is the frame itself. */
const LEAST_AREA = 0.055;
const MOST_AREA = 0.95;

/** Longer sides by shorter ones; cards and pages are 1.42 to 1.59, tilted ones a little more or less. */
const LEAST_ASPECT = 1.2;
const MOST_ASPECT = 1.9;

/** Corners within 50° to 130°. */
const MOST_COSINE = 0.64;

/** The one file that a page would load, WebAssembly and all. */
export const opencvFile = new URL(import.meta.resolve('@techstark/opencv-js'));

/**
 * Loads OpenCV.js; its WebAssembly is compiled by then. It comes inside of an object because it has a `then` of its own
 * that gives itself again: whoever awaits it waits for ever.
 */
export async function loadOpencv() {
  const { default: cv } = await import('@techstark/opencv-js');
  if (!cv.Mat) await new Promise((ready) => Object.assign(cv, { onRuntimeInitialized: () => ready() }));
  return { cv };
}

/**
 * Makes a scanner for frames of one size.
 *
 * @param colours - whether edges are looked for in red, green and blue one by one; in grey otherwise.
 * @returns a function from an RGBA picture to the four corners of a document in turn, or null.
 */
export function createOpencvScanner(cv, { widthPx, heightPx }, colours) {
  const frame = new cv.Mat(heightPx, widthPx, cv.CV_8UC4);
  const planes = new cv.MatVector();
  const gray = new cv.Mat();
  const edges = new cv.Mat();
  const hierarchy = new cv.Mat();
  const polygon = new cv.Mat();
  const kernel = cv.Mat.ones(THICK_PX, THICK_PX, cv.CV_8U);
  const blur = new cv.Size(5, 5);

  function planesOf({ data }) {
    frame.data.set(data);
    if (colours) {
      cv.split(frame, planes);
      return [0, 1, 2].map((channel) => planes.get(channel));
    }
    cv.cvtColor(frame, gray, cv.COLOR_RGBA2GRAY);
    return [gray];
  }

  function documentIn(contour) {
    cv.approxPolyDP(contour, polygon, TOLERANCE * cv.arcLength(contour, true), true);
    if (polygon.rows !== 4 || !cv.isContourConvex(polygon)) return null;
    const area = cv.contourArea(polygon) / (widthPx * heightPx);
    if (area < LEAST_AREA || area > MOST_AREA) return null;
    const at = polygon.data32S;
    // A pixel's centre ends in .5.
    const quad = [0, 2, 4, 6].map((place) => ({ x: at[place] + 0.5, y: at[place + 1] + 0.5 }));
    return hasForm(quad) ? { quad, area } : null;
  }

  function largest(plane, [low, high]) {
    cv.Canny(plane, edges, low, high);
    cv.dilate(edges, edges, kernel);
    const contours = new cv.MatVector();
    cv.findContours(edges, contours, hierarchy, cv.RETR_LIST, cv.CHAIN_APPROX_SIMPLE);
    let best = null;
    for (let index = 0; index < contours.size(); index++) {
      const contour = contours.get(index);
      const found = contour.rows >= 4 ? documentIn(contour) : null;
      if (found && !(best && best.area >= found.area)) best = found;
      contour.delete();
    }
    contours.delete();
    return best;
  }

  return function scan(picture) {
    let best = null;
    for (const plane of planesOf(picture)) {
      cv.GaussianBlur(plane, plane, blur, 0);
      let found = null;
      for (const thresholds of THRESHOLDS) found ??= largest(plane, thresholds);
      if (found && !(best && best.area >= found.area)) best = found;
      if (plane !== gray) plane.delete();
    }
    return best?.quad ?? null;
  };
}

/** Whether sides and corners are those of a card or page seen at an angle. */
function hasForm(quad) {
  const next = (index) => (index + 1) % 4;
  const ways = quad.map(({ x, y }, index) => ({ x: quad[next(index)].x - x, y: quad[next(index)].y - y }));
  const lengths = ways.map(({ x, y }) => Math.hypot(x, y));
  const [one, other] = [lengths[0] + lengths[2], lengths[1] + lengths[3]];
  const aspect = Math.max(one, other) / Math.min(one, other);
  const cosines = ways.map(
    ({ x, y }, index) =>
      Math.abs(x * ways[next(index)].x + y * ways[next(index)].y) / (lengths[index] * lengths[next(index)]),
  );
  return aspect >= LEAST_ASPECT && aspect <= MOST_ASPECT && Math.max(...cosines) <= MOST_COSINE;
}
