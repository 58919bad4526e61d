import type { CameraSubject } from '../../session/ports.ts';

/** How large a document is to be in the picture. */
export interface LeastSize {
  /** Its true width in mm, by which its print is judged; of a sheet that of a page. */
  readonly widthMm: number;
  /** Its longer side in pixels: as print asks for, or as large as it fits into this camera's frame. */
  readonly leastLongSidePx: number;
  /** That is too small for machine readable lines to be read, and for the service to look at. */
  readonly isCoarse: boolean;
}

/** True widths and heights in mm (ISO/IEC 7810: ID-3 and ID-1). */
const page = [125, 88] as const;
const card = [85.6, 54] as const;

/** Print that is 2.49 mm high, as machine readable lines are, has 18 px a character: 905 px of a page, 620 of a card. */
export const WANTED_PX_PER_MM = 7.24;

/**
 * The code on the back of a licence is read by its modules. Those of 0.257 mm (290 across a code 74.6 mm wide) have 2.5 px so: drawn
 * ones of 1.9 px were read in 9 of 14 pictures, of 2.2 and more in all.
 */
const barsPxPerMm = 9.7;

/** Of 15 px a character lines are still read; the service asks for another picture of a card of fewer. */
const legiblePxPerMm = 6.04;

/** How much of the frame a hand fills without losing a corner. */
const filledShare = 0.82;

/** The longer side of a sheet by the shorter one of the frame. */
const leastSheetShare = 0.8;

/**
 * How large what is held before the camera is to be. A sheet of paper is larger than any camera of a page shows it sharp enough
 * for small print: how near it is to be follows from the frame that it has to fit into, whichever way round it lies. A camera
 * of 480 or 720 lines shows a page no larger than its frame either.
 *
 * @param frameWidthPx - of the picture that will be sent.
 * @param liesAcross - whether the document's longer side is more level than plumb in the frame.
 */
export function leastSize(
  subject: CameraSubject,
  frameWidthPx: number,
  frameHeightPx: number,
  liesAcross: boolean,
): LeastSize {
  const isSheet = subject === 'SHEET';
  const [widthMm, heightMm] = isSheet || subject === 'PASSPORT' ? page : card;
  const [along, beside] = liesAcross ? [frameWidthPx, frameHeightPx] : [frameHeightPx, frameWidthPx];
  const fittingPx = Math.min(along, (beside * widthMm) / heightMm) * filledShare;
  return {
    widthMm,
    leastLongSidePx: isSheet
      ? Math.min(along, beside) * leastSheetShare
      : Math.min(widthMm * (subject === 'BARS' ? barsPxPerMm : WANTED_PX_PER_MM), fittingPx),
    isCoarse: !isSheet && fittingPx < widthMm * legiblePxPerMm,
  };
}
