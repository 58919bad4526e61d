import type { Point } from '@vendor/vision';
import type { CameraSubject } from '../../session/ports.ts';
import type { DocumentForm } from './document-form.ts';

/** Required size of a document in the picture. */
export interface RequiredSize {
  /** Minimum length of the longer side, in pixels: as print requires, or the largest that fits this camera's frame. */
  readonly leastLongSidePx: number;
  /**
   * True if the document, at its present angle, would not fit into the frame at the required size. The user must level it
   * first.
   */
  readonly isAskew: boolean;
  /** True if even a level document that fills this frame is too small for its machine-readable lines, and for the service. */
  readonly isCoarse: boolean;
}

/** Gives machine-readable lines, which are 2.49 mm high, 18 px per character: 905 px across a page, 620 across a card. */
export const WANTED_PX_PER_MM = 7.24;

/**
 * Resolution for the barcode on the back of a licence, which is read by its modules. Modules of 0.257 mm (290 across a code
 * 74.6 mm wide) get 2.5 px. Drawn codes with 1.9 px per module were read in 9 of 14 pictures, those with 2.2 px or more in all
 * of them.
 */
const barsPxPerMm = 9.7;

/** Minimum for reading the lines: 15 px per character. The service asks for another picture of a card with less. */
const legiblePxPerMm = 6.04;

/** Share of the frame that a hand-held document can fill without losing a corner. */
const filledShare = 0.82;

/** Largest share of the frame that any document can fill. */
const maxShare = 0.95;

/** Minimum ratio of a sheet's longer side to the frame's shorter side. */
const minSheetShare = 0.8;

/**
 * Returns the required size of a document in the frame. A sheet of paper is too large for any camera to resolve its small
 * print, so its size follows from the frame, in either orientation. A camera with 480 or 720 lines also limits the size of a
 * page, more so if the page is rotated: there, a legible size is enough.
 *
 * @param frame - size of the picture that will be sent, in pixels.
 * @param side - vector along the document's longer side, in any unit.
 */
export function requiredSize(
  subject: CameraSubject,
  { widthMm, heightMm }: DocumentForm,
  frame: { readonly widthPx: number; readonly heightPx: number },
  side: Point,
): RequiredSize {
  const [x, y] = [Math.abs(side.x), Math.abs(side.y)];
  const [along, beside] = x > y ? [frame.widthPx, frame.heightPx] : [frame.heightPx, frame.widthPx];
  if (subject === 'SHEET') {
    return { leastLongSidePx: Math.min(along, beside) * minSheetShare, isAskew: false, isCoarse: false };
  }
  const ratio = heightMm / widthMm;
  const length = Math.hypot(x, y);
  const [sine, cosine] = [Math.min(x, y) / length, Math.max(x, y) / length];
  const levelPx = filledShare * Math.min(along, beside / ratio);
  /** Longest side that keeps all corners inside the frame, at the present angle. */
  const turnedPx = Math.min(along / (cosine + ratio * sine), beside / (sine + ratio * cosine));
  const [wanted, legible] =
    subject === 'BARS' ? [barsPxPerMm, barsPxPerMm] : [WANTED_PX_PER_MM, legiblePxPerMm];
  const leastLongSidePx = Math.min(
    widthMm * wanted,
    Math.max(filledShare * turnedPx, Math.min(widthMm * legible, levelPx)),
  );
  return {
    leastLongSidePx,
    isAskew: maxShare * turnedPx < leastLongSidePx,
    isCoarse: levelPx < widthMm * legiblePxPerMm,
  };
}
