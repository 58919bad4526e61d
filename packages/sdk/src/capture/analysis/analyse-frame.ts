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
import { chooseHint, type DocumentMeasures, sureEnough } from './choose-hint.ts';
import { ID1, matchForm } from './document-form.ts';
import { leastSize, WANTED_PX_PER_MM } from './least-size.ts';
import { lostToGlare } from './lost-to-glare.ts';

/** Looks at the frames of one camera in turn; it remembers where the document was. */
export type FrameAnalysis = (frame: AnalysisFrame, subject: CameraSubject) => FrameFindings;

/**
 * Makes the analysis of one camera's frames. No DOM: it runs in a worker as well as on the page's thread.
 *
 * @param net - sees the corners of documents.
 */
export function createFrameAnalysis(net: PackedCornerNet): FrameAnalysis {
  let tracker: DocumentTracker | null = null;
  let tracked = '';

  function find(picture: FramePixels): FoundDocument | null {
    const { width, height } = picture;
    const wanted = `${width}x${height}`;
    if (!tracker || wanted !== tracked) {
      // The first frame, another camera, or the device was turned.
      const size = { widthPx: width, heightPx: height };
      tracker = createDocumentTracker(createDocumentFinder(size, net));
      tracked = wanted;
    }
    return tracker.next(picture);
  }

  return (frame, subject) => {
    const { picture } = frame;
    const seen = find(picture);
    // There are black payment cards: whether it is dark shows around them.
    const region = subject === 'CARD' ? undefined : seen?.quad;
    const { mean, contrast } = measureExposure(toGray(picture), region);
    const hint = chooseHint({
      meanLuma: mean,
      // The print of a sheet is too fine for the small picture, and paper alone is pale.
      contrast: subject === 'SHEET' ? 255 : contrast,
      document: seen && measureDocument(frame, seen, subject),
    });
    return {
      hint,
      outline: seen && outlineOf(seen.quad, picture.width, picture.height),
      isSure: (seen?.confidence ?? 0) >= sureEnough,
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
  // Corners begin at a longer side, with which a page that lies across stands upright.
  const side = { x: b.x - a.x, y: b.y - a.y };
  const { form, fits } = matchForm(subject, (top + bottom) / (left + right));
  const size = { widthPx: fullWidthPx, heightPx: picture.height * scale };
  // Documents that the camera shows smaller than wanted need be no sharper than that size allows.
  const blurLimitPx = mrzBlurLimitPx(Math.max(longSidePx / form.widthMm, WANTED_PX_PER_MM), 1);
  // The front of a card has its lines on the back; that of a larger one, and the page of a passport, carry them.
  const hasLines = subject === 'BACK' || (form !== ID1 && subject !== 'SHEET');
  return {
    ...leastSize(subject, form, size, side),
    confidence,
    longSidePx,
    fits,
    margin: marginOf(quad, picture.width, picture.height),
    evenness: Math.min(top / bottom, bottom / top, left / right, right / left),
    glareShare: lostToGlare(picture, quad, hasLines ? form.lines : null, Math.abs(side.x) > Math.abs(side.y)),
    blurRatio: detail && measureSharpness(toGray(detail)).blurPx / blurLimitPx,
  };
}

function marginOf(quad: Quad, width: number, height: number): number {
  return Math.min(...quad.flatMap(({ x, y }) => [x, y, width - x, height - y])) / Math.max(width, height);
}

function outlineOf(quad: Quad, width: number, height: number): Outline {
  return quad.flatMap(({ x, y }) => [x / width, y / height]) as unknown as Outline;
}
