import type { Point } from '@vendor/vision';
import type { CameraSubject } from '../../session/ports.ts';
import type { DocumentForm } from './document-form.ts';

/** How large a document is to be in the picture. */
export interface LeastSize {
  /** Its longer side in pixels: as print asks for, or as large as it fits into this camera's frame. */
  readonly leastLongSidePx: number;
  /** True if the document, turned as it is, would not fit into the frame at the required size. The user must level it first. */
  readonly isAskew: boolean;
  /** True if the document is too small in this frame for its machine-readable lines, and for the service. */
  readonly isCoarse: boolean;
}

/** Print that is 2.49 mm high, as machine readable lines are, has 18 px a character: 905 px of a page, 620 of a card. */
export const WANTED_PX_PER_MM = 7.24;

/**
 * The code on the back of a licence is read by its modules. Those of 0.257 mm (290 across a code 74.6 mm wide) have 2.5 px so:
 * drawn ones of 1.9 px were read in 9 of 14 pictures, of 2.2 and more in all.
 */
const barsPxPerMm = 9.7;

/** Lines can be read at 15 px per character. The service asks for another picture of a card with less. */
const legiblePxPerMm = 6.04;

/** How much of the frame a hand fills without losing a corner, and how much there is of it. */
const filledShare = 0.82;
const wholeShare = 0.95;

/** The longer side of a sheet by the shorter one of the frame. */
const leastSheetShare = 0.8;

/**
 * Returns the required size of a document in the frame. A sheet of paper is larger than a camera can show sharply enough for
 * small print, so its size follows from the frame that it must fit into, in either orientation. A camera of 480 or 720 lines also
 * limits the size of a page, even more if it is rotated: it is large enough if it can be read.
 *
 * @param frame - of the picture that will be sent, px.
 * @param side - from one end of the document's longer side to the other, in any unit.
 */
export function leastSize(
  subject: CameraSubject,
  { widthMm, heightMm }: DocumentForm,
  frame: { readonly widthPx: number; readonly heightPx: number },
  side: Point,
): LeastSize {
  const [x, y] = [Math.abs(side.x), Math.abs(side.y)];
  const [along, beside] = x > y ? [frame.widthPx, frame.heightPx] : [frame.heightPx, frame.widthPx];
  if (subject === 'SHEET') {
    return { leastLongSidePx: Math.min(along, beside) * leastSheetShare, isAskew: false, isCoarse: false };
  }
  const ratio = heightMm / widthMm;
  const length = Math.hypot(x, y);
  const [sine, cosine] = [Math.min(x, y) / length, Math.max(x, y) / length];
  const levelPx = filledShare * Math.min(along, beside / ratio);
  /** The longest that has its corners inside, turned as it is. */
  const turnedPx = Math.min(along / (cosine + ratio * sine), beside / (sine + ratio * cosine));
  const [wanted, legible] =
    subject === 'BARS' ? [barsPxPerMm, barsPxPerMm] : [WANTED_PX_PER_MM, legiblePxPerMm];
  const leastLongSidePx = Math.min(
    widthMm * wanted,
    Math.max(filledShare * turnedPx, Math.min(widthMm * legible, levelPx)),
  );
  return {
    leastLongSidePx,
    isAskew: wholeShare * turnedPx < leastLongSidePx,
    isCoarse: levelPx < widthMm * legiblePxPerMm,
  };
}
