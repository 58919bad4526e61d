import type { DocumentType } from '@vendor/contract';
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
import type { AnalysisFrame, FrameFindings } from '../../session/ports.ts';
import type { Outline } from '../../session/view.ts';
import { chooseHint, type DocumentMeasures } from './choose-hint.ts';

/** Less sure finds are not shown: an outline on a keyboard or a table edge misleads. */
const leastConfidence = 0.5;

/** True widths in mm (ISO/IEC 7810: ID-3 and ID-1), and the least width in px at which print has 18 px a character. */
const page = { widthMm: 125, leastLongSidePx: 905 };
const card = { widthMm: 85.6, leastLongSidePx: 620 };

function sizeOf(document: DocumentType): typeof page {
  return document === 'PASSPORT' ? page : card;
}

/** Looks at the frames of one camera in turn; it remembers where the document was. */
export type FrameAnalysis = (frame: AnalysisFrame, document: DocumentType) => FrameFindings;

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

  return (frame, document) => {
    const { picture } = frame;
    const seen = find(frame);
    const { mean, contrast } = measureExposure(toGray(picture), seen?.quad);
    const hint = chooseHint(
      { meanLuma: mean, contrast, document: seen && measureDocument(frame, seen, document) },
      {
        darkMean: DARK_MEAN,
        brightMean: BRIGHT_MEAN,
        lowContrast: LOW_CONTRAST,
        glareShare: PAGE_GLARE_LIMIT,
        leastLongSidePx: sizeOf(document).leastLongSidePx,
      },
    );
    return { hint, outline: seen && outlineOf(seen.quad, picture.width, picture.height) };
  };
}

function measureDocument(
  frame: AnalysisFrame,
  { quad, confidence }: FoundDocument,
  type: DocumentType,
): DocumentMeasures {
  const { picture, detail, fullWidthPx } = frame;
  const [top, right, bottom, left] = sideLengths(quad);
  const longSidePx = (Math.max(top, right, bottom, left) * fullWidthPx) / picture.width;
  const blurLimitPx = mrzBlurLimitPx(longSidePx, sizeOf(type).widthMm);
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
