import { BRIGHT_MEAN, DARK_MEAN, LOW_CONTRAST, PAGE_GLARE_LIMIT } from '@vendor/vision';
import type { CaptureHint } from '../../flow/screen.ts';

/** Measurements of a frame from which the hint is chosen. */
export interface FrameMeasures {
  /** Mean luma of the document, or of the whole frame when none was found; 0..255. */
  readonly meanLuma: number;
  /** Difference between the luma of paper and print, 0..255. */
  readonly contrast: number;
  /** The document; null when none was found. */
  readonly document: DocumentMeasures | null;
}

export interface DocumentMeasures {
  /** Confidence of the document finder, 0..1. */
  readonly confidence: number;
  /** Longest side of the document in pixels of the picture that will be sent. */
  readonly longSidePx: number;
  /** Minimum for `longSidePx`: as large as small print requires, or the largest that this camera can show. */
  readonly leastLongSidePx: number;
  /** True if the document, at its present angle, would not fit into the frame at the required size. */
  readonly isAskew: boolean;
  /** Whether the outline has the aspect ratio of the wanted document; false for a part of it or another object. */
  readonly fits: boolean;
  /** True if this camera may be too coarse for the machine-readable lines, even when the document fills the frame. */
  readonly isCoarse: boolean;
  /** Distance from the border to the nearest corner, as a share of the frame's longer side; negative outside the frame. */
  readonly margin: number;
  /** Ratio of the shorter to the longer of two opposite sides, 0..1; 1 is a view from straight above. */
  readonly evenness: number;
  /** Share of the document that is washed out, 0..1. Glare on the machine-readable lines counts double. */
  readonly glareShare: number;
  /** Blur divided by the limit for reading the print; above 1 is too blurred. Null if it was not measured. */
  readonly blurRatio: number | null;
}

/** Minimum confidence to capture a document automatically and to crop it; lower values only guide the user. */
export const minConfidence = 0.7;

/** Corners closer to the border than this are about to leave the picture. */
const minMargin = 0.012;

/** Allows opposite sides to differ by a quarter, a tilt of about 25°. Beyond that, straightening costs resolution. */
const minEvenness = 0.75;

/** Chooses the one hint to show: checks visibility first, then the position of the document, then its image quality. */
export function chooseHint(frame: FrameMeasures): CaptureHint {
  const { document } = frame;
  if (frame.meanLuma < DARK_MEAN) return 'too-dark';
  if (!document) return frame.meanLuma > BRIGHT_MEAN ? 'too-bright' : 'looking';
  if (document.margin < minMargin) return 'farther';
  // The frame drawn on the screen is level, so `looking` asks the user to align the document with it.
  if (document.longSidePx < document.leastLongSidePx) return document.isAskew ? 'looking' : 'closer';
  if (document.evenness < minEvenness) return 'straighten';
  if (!document.fits) return 'looking';
  if (document.glareShare > PAGE_GLARE_LIMIT) return 'glare';
  if (frame.meanLuma > BRIGHT_MEAN) return 'too-bright';
  if (frame.contrast < LOW_CONTRAST) return 'too-dark';
  if ((document.blurRatio ?? 0) > 1) return 'blurred';
  if (document.confidence < minConfidence) return 'looking';
  return document.isCoarse ? 'by-hand' : 'hold-still';
}
