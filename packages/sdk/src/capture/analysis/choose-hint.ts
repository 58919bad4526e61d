import { BRIGHT_MEAN, DARK_MEAN, LOW_CONTRAST, PAGE_GLARE_LIMIT } from '@vendor/vision';
import type { CaptureHint } from '../../flow/screen.ts';

/** Measures of a frame that the guidance needs. */
export interface FrameMeasures {
  /** Mean luma of the document, or of the whole frame when none was found; 0..255. */
  readonly meanLuma: number;
  /** Distance of paper and print, 0..255. */
  readonly contrast: number;
  /** The document; null when none was found. */
  readonly document: DocumentMeasures | null;
}

export interface DocumentMeasures {
  /** How sure the finder is, 0..1. */
  readonly confidence: number;
  /** Longest side of the document in pixels of the picture that will be sent. */
  readonly longSidePx: number;
  /** How long it is to be: as small print asks for, or as this camera can show it. */
  readonly leastLongSidePx: number;
  /** True if the document, turned as it is, would not fit into the frame at the required size. */
  readonly isAskew: boolean;
  /** Whether the outline has the form of the wanted document; a part of it, or something else, has not. */
  readonly fits: boolean;
  /** Even so large its machine readable lines may not be read. */
  readonly isCoarse: boolean;
  /** The corner nearest to the border, as a share of the frame's longer side; negative outside. */
  readonly margin: number;
  /** Shortest opposite side by longest, 0..1: 1 is seen from straight above. */
  readonly evenness: number;
  /** Share of the document that is washed out, 0..1; what hides its machine readable lines counts twofold. */
  readonly glareShare: number;
  /** Blur by its limit for reading the print; above 1 it is too much. Null when it was not measured. */
  readonly blurRatio: number | null;
}

/** A document this sure may be pictured by itself, and cut out; less is enough to guide. */
export const sureEnough = 0.7;

/** Corners nearer to the border are about to leave the picture. */
const leastMargin = 0.012;

/** Opposite sides may differ by a quarter: a tilt of some 25°, after which straightening costs resolution. */
const leastEvenness = 0.75;

/**
 * The one thing to tell the user: what can be seen at all first, then where the document lies, then how it looks.
 */
export function chooseHint(frame: FrameMeasures): CaptureHint {
  const { document } = frame;
  if (frame.meanLuma < DARK_MEAN) return 'too-dark';
  if (!document) return frame.meanLuma > BRIGHT_MEAN ? 'too-bright' : 'looking';
  if (document.margin < leastMargin) return 'farther';
  // The frame that is drawn lies level.
  if (document.longSidePx < document.leastLongSidePx) return document.isAskew ? 'looking' : 'closer';
  if (document.evenness < leastEvenness) return 'straighten';
  if (!document.fits) return 'looking';
  if (document.glareShare > PAGE_GLARE_LIMIT) return 'glare';
  if (frame.meanLuma > BRIGHT_MEAN) return 'too-bright';
  if (frame.contrast < LOW_CONTRAST) return 'too-dark';
  if ((document.blurRatio ?? 0) > 1) return 'blurred';
  if (document.confidence < sureEnough) return 'looking';
  return document.isCoarse ? 'by-hand' : 'hold-still';
}
