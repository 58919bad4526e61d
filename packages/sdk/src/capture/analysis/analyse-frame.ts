import {
  createDocumentFinder,
  createDocumentTracker,
  type DocumentTracker,
  type FoundDocument,
  measureExposure,
  measureSharpness,
  mrzBlurLimitPx,
  type PackedCornerNet,
  type Quad,
  sideLengths,
  toGray,
} from '@vendor/vision';
import type { AnalysisFrame, CameraSubject, FrameFindings, FramePixels } from '../../session/ports.ts';
import type { Outline } from '../../session/view.ts';
import { chooseHint, type DocumentMeasures, minConfidence } from './choose-hint.ts';
import { ID1, matchForm } from './document-form.ts';
import { requiredSize, WANTED_PX_PER_MM } from './least-size.ts';
import { lostToGlare } from './lost-to-glare.ts';

/** Analyses the frames of one camera in order. Keeps the position of the document between frames. */
export type FrameAnalysis = (frame: AnalysisFrame, subject: CameraSubject) => FrameFindings;

/**
 * Creates the analysis for the frames of one camera. Uses no DOM, so it runs in a worker as well as on the main thread.
 *
 * @param net - weights of the network that finds the corners of documents.
 */
export function createFrameAnalysis(net: PackedCornerNet): FrameAnalysis {
  let tracker: DocumentTracker | null = null;
  let tracked = '';

  function find(picture: FramePixels): FoundDocument | null {
    const { width, height } = picture;
    const wanted = `${width}x${height}`;
    if (!tracker || wanted !== tracked) {
      // First frame, another camera, or a rotated device.
      const size = { widthPx: width, heightPx: height };
      tracker = createDocumentTracker(createDocumentFinder(size, net));
      tracked = wanted;
    }
    return tracker.next(picture);
  }

  return (frame, subject) => {
    const { picture } = frame;
    const seen = find(picture);
    // Payment cards may be black, so their brightness is measured over the whole frame.
    const region = subject === 'CARD' ? undefined : seen?.quad;
    const { mean, contrast } = measureExposure(toGray(picture), region);
    const hint = chooseHint({
      meanLuma: mean,
      // Skips the contrast check for sheets: their print is too fine for the small picture, and blank paper is pale.
      contrast: subject === 'SHEET' ? 255 : contrast,
      document: seen && measureDocument(frame, seen, subject),
    });
    return {
      hint,
      outline: seen && toOutline(seen.quad, picture.width, picture.height),
      isSure: (seen?.confidence ?? 0) >= minConfidence,
    };
  };
}

function measureDocument(
  frame: AnalysisFrame,
  { quad, confidence }: FoundDocument,
  subject: CameraSubject,
): DocumentMeasures {
  const { picture, detail, fullWidthPx } = frame;
  const scale = fullWidthPx / picture.width;
  const [a, b] = quad;
  const [top, right, bottom, left] = sideLengths(quad);
  const longSidePx = Math.max(top, right, bottom, left) * scale;
  // The first corners of the quad span a longer side. On a rotated page, that side is upright.
  const side = { x: b.x - a.x, y: b.y - a.y };
  const { form, fits } = matchForm(subject, (top + bottom) / (left + right));
  const size = { widthPx: fullWidthPx, heightPx: picture.height * scale };
  // A document that is shown smaller than wanted only needs to be as sharp as one of the wanted size.
  const blurLimitPx = mrzBlurLimitPx(Math.max(longSidePx / form.widthMm, WANTED_PX_PER_MM), 1);
  // ID-1 cards have their machine-readable lines on the back; larger cards and passport pages on the front.
  const hasLines = subject === 'BACK' || (form !== ID1 && subject !== 'SHEET');
  return {
    ...requiredSize(subject, form, size, side),
    confidence,
    longSidePx,
    fits,
    margin: measureMargin(quad, picture.width, picture.height),
    evenness: Math.min(top / bottom, bottom / top, left / right, right / left),
    glareShare: lostToGlare(picture, quad, hasLines ? form.lines : null, Math.abs(side.x) > Math.abs(side.y)),
    blurRatio: detail && measureSharpness(toGray(detail)).blurPx / blurLimitPx,
  };
}

function measureMargin(quad: Quad, width: number, height: number): number {
  return Math.min(...quad.flatMap(({ x, y }) => [x, y, width - x, height - y])) / Math.max(width, height);
}

function toOutline(quad: Quad, width: number, height: number): Outline {
  return quad.flatMap(({ x, y }) => [x / width, y / height]) as unknown as Outline;
}
