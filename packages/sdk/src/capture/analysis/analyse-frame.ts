import {
  BRIGHT_MEAN,
  createDocumentFinder,
  createDocumentTracker,
  DARK_MEAN,
  type DocumentTracker,
  type FoundDocument,
  LOW_CONTRAST,
  measureExposure,
  measureGlare,
  measureSharpness,
  mrzBlurLimitPx,
  PAGE_GLARE_LIMIT,
  type Quad,
  sideLengths,
  toGray,
} from '@vendor/vision';
import type { AnalysisFrame, CameraSubject, FrameFindings } from '../../session/ports.ts';
import type { Outline } from '../../session/view.ts';
import { chooseHint, type DocumentMeasures } from './choose-hint.ts';

/** Less sure finds are not shown: an outline on a keyboard or a table edge misleads. */
const leastConfidence = 0.5;

/** True widths in mm (ISO/IEC 7810: ID-3 and ID-1), and the least width in px at which print has 18 px a character. */
const page = { widthMm: 125, leastLongSidePx: 905 };
const card = { widthMm: 85.6, leastLongSidePx: 620 };

/**
 * A sheet of paper is larger than any camera of a page shows it sharp enough for small print: how near it is to be follows
 * from the frame that it has to fit into, whichever way round it lies, and it need be no sharper than a page would be there.
 */
function sizeOf(subject: CameraSubject, { picture, fullWidthPx }: AnalysisFrame): typeof page {
  if (subject !== 'SHEET') return subject === 'PASSPORT' ? page : card;
  const shortSidePx = (Math.min(picture.width, picture.height) * fullWidthPx) / picture.width;
  return { ...page, leastLongSidePx: shortSidePx * leastSheetShare };
}

/** The longer side of a sheet by the shorter one of the frame. */
const leastSheetShare = 0.8;

/** Looks at the frames of one camera in turn; it remembers where the document was. */
export type FrameAnalysis = (frame: AnalysisFrame, subject: CameraSubject) => FrameFindings;

/** Makes the analysis of one camera's frames. No DOM: it runs in a worker as well as on the page's thread. */
export function createFrameAnalysis(): FrameAnalysis {
  let tracker: DocumentTracker | null = null;
  let trackedSize = '';

  function find({ picture: { data, width, height } }: AnalysisFrame): FoundDocument | null {
    const size = `${width}x${height}`;
    if (!tracker || size !== trackedSize) {
      // The first frame, another camera, or the device was turned.
      tracker = createDocumentTracker(createDocumentFinder({ widthPx: width, heightPx: height }));
      trackedSize = size;
    }
    const found = tracker.next({ data, width, height });
    return found && found.confidence >= leastConfidence ? found : null;
  }

  return (frame, subject) => {
    const { picture } = frame;
    const seen = find(frame);
    const size = sizeOf(subject, frame);
    const { mean, contrast } = measureExposure(toGray(picture), seen?.quad);
    const hint = chooseHint(
      { meanLuma: mean, contrast, document: seen && measureDocument(frame, seen, size) },
      {
        darkMean: DARK_MEAN,
        brightMean: BRIGHT_MEAN,
        lowContrast: LOW_CONTRAST,
        glareShare: PAGE_GLARE_LIMIT,
        leastLongSidePx: size.leastLongSidePx,
      },
    );
    return { hint, outline: seen && outlineOf(seen.quad, picture.width, picture.height) };
  };
}

function measureDocument(
  frame: AnalysisFrame,
  { quad, confidence }: FoundDocument,
  { widthMm }: typeof page,
): DocumentMeasures {
  const { picture, detail, fullWidthPx } = frame;
  const [top, right, bottom, left] = sideLengths(quad);
  const longSidePx = (Math.max(top, right, bottom, left) * fullWidthPx) / picture.width;
  const blurLimitPx = mrzBlurLimitPx(longSidePx, widthMm);
  return {
    confidence,
    longSidePx,
    margin: marginOf(quad, picture.width, picture.height),
    evenness: Math.min(ratio(top, bottom), ratio(left, right)),
    glareShare: measureGlare(picture, quad).share,
    blurRatio: detail && blurLimitPx > 0 ? measureSharpness(toGray(detail)).blurPx / blurLimitPx : null,
  };
}

function ratio(one: number, other: number): number {
  return Math.min(one, other) / Math.max(one, other, 1);
}

function marginOf(quad: Quad, width: number, height: number): number {
  const distances = quad.flatMap(({ x, y }) => [x, y, width - x, height - y]);
  return Math.min(...distances) / Math.max(width, height);
}

function outlineOf([a, b, c, d]: Quad, width: number, height: number): Outline {
  return [
    a.x / width,
    a.y / height,
    b.x / width,
    b.y / height,
    c.x / width,
    c.y / height,
    d.x / width,
    d.y / height,
  ];
}
