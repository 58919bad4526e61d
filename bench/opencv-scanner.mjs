// The document scanner that is usually built with OpenCV.js, carefully tuned: edges at several thresholds, contours, polygons,
// the largest convex one with four corners and the shape of a document. All its parameters were chosen on frames with even
// seeds, as ours were: grey or colour, thresholds, closing of edges, tolerance, hulls of contours or not.
/** Canny's thresholds, tried in turn until a document is found: only strong edges first. */
const THRESHOLDS = [
  [75, 200],
  [30, 90],
  [10, 30],
];

/** Width to which edges are thickened, in px, so that small gaps close. */
const THICK_PX = 3;

/** Maximum distance of a polygon from its contour, as a share of the contour's length. */
const TOLERANCE = 0.02;

/** Minimum and maximum area, as shares of the frame: smaller ones cannot be recognised, larger ones are the frame itself. */
const MIN_AREA = 0.055;
const MAX_AREA = 0.95;

/**
 * Minimum and maximum ratio of longer to shorter sides. Cards and pages have 1.42 to 1.59, tilted ones slightly more or less.
 */
const MIN_ASPECT = 1.2;
const MAX_ASPECT = 1.9;

/** Allows corners of 50° to 130°. */
const MAX_COSINE = 0.64;

/** The single file that a page would load, including WebAssembly. */
export const opencvFile = new URL(import.meta.resolve('@techstark/opencv-js'));

/**
 * Loads OpenCV.js with its WebAssembly compiled. Returns it in an object, because its own `then` resolves to itself, so that
 * awaiting it would never end.
 */
export async function loadOpencv() {
  const { default: cv } = await import('@techstark/opencv-js');
  if (!cv.Mat) await new Promise((ready) => Object.assign(cv, { onRuntimeInitialized: () => ready() }));
  return { cv };
}

/**
 * Creates a scanner for frames of one size.
 *
 * @param colours - whether edges are searched in red, green and blue separately; otherwise in grey.
 * @returns a function from an RGBA picture to the four corners of a document in order, or null.
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
    if (area < MIN_AREA || area > MAX_AREA) return null;
    const at = polygon.data32S;
    // The centre of a pixel is at .5.
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

/** Returns whether sides and corners are those of a card or page seen at an angle. */
function hasForm(quad) {
  const next = (index) => (index + 1) % 4;
  const sides = quad.map(({ x, y }, index) => ({ x: quad[next(index)].x - x, y: quad[next(index)].y - y }));
  const lengths = sides.map(({ x, y }) => Math.hypot(x, y));
  const [one, other] = [lengths[0] + lengths[2], lengths[1] + lengths[3]];
  const aspect = Math.max(one, other) / Math.min(one, other);
  const cosines = sides.map(
    ({ x, y }, index) =>
      Math.abs(x * sides[next(index)].x + y * sides[next(index)].y) / (lengths[index] * lengths[next(index)]),
  );
  return aspect >= MIN_ASPECT && aspect <= MAX_ASPECT && Math.max(...cosines) <= MAX_COSINE;
}
