import type { CaptureHint } from '../../flow/screen.ts';

/** What a frame measures, as the guidance needs it. */
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
  /** The corner nearest to the border, as a share of the frame's longer side; negative outside. */
  readonly margin: number;
  /** Shortest opposite side by longest, 0..1: 1 is seen from straight above. */
  readonly evenness: number;
  /** Share of the document that is washed out, 0..1. */
  readonly glareShare: number;
  /** Blur by its limit for reading the print; above 1 it is too much. Null when it was not measured. */
  readonly blurRatio: number | null;
}

/** Limits of the guidance. Those of light, glare and blur belong to `vision`, which derives them. */
export interface HintLimits {
  readonly darkMean: number;
  readonly brightMean: number;
  readonly lowContrast: number;
  readonly glareShare: number;
  /** Print of 18 px a character, below which reading suffers: 905 px for a passport, 620 px for a card. */
  readonly leastLongSidePx: number;
}

/** A document this sure may be pictured by itself; less is enough to guide. */
const sureEnough = 0.7;

/** Corners nearer to the border are about to leave the picture. */
const leastMargin = 0.012;

/** Opposite sides may differ by a quarter: a tilt of some 25°, after which straightening costs resolution. */
const leastEvenness = 0.75;

/**
 * The one thing to tell the user: what can be seen at all first, then where the document lies, then how it looks.
 */
export function chooseHint(frame: FrameMeasures, limits: HintLimits): CaptureHint {
  const { document } = frame;
  if (frame.meanLuma < limits.darkMean) return 'too-dark';
  if (!document) return frame.meanLuma > limits.brightMean ? 'too-bright' : 'looking';
  if (document.margin < leastMargin) return 'farther';
  if (document.longSidePx < limits.leastLongSidePx) return 'closer';
  if (document.evenness < leastEvenness) return 'straighten';
  if (document.glareShare > limits.glareShare) return 'glare';
  if (frame.meanLuma > limits.brightMean) return 'too-bright';
  if (frame.contrast < limits.lowContrast) return 'too-dark';
  if (document.blurRatio !== null && document.blurRatio > 1) return 'blurred';
  return document.confidence >= sureEnough ? 'hold-still' : 'looking';
}
