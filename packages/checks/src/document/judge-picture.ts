import type { DocumentRetryReason, DocumentType } from '@vendor/contract';
import {
  BRIGHT_MEAN,
  DARK_MEAN,
  type MrzReading,
  mrzBlurLimitPx,
  PAGE_GLARE_LIMIT,
  type Quad,
} from '@vendor/vision';
import { certainLines } from '../page/certain-lines.ts';
import { fitAsLines, isSamePage } from '../page/page-around-mrz.ts';
import { pageLayouts } from '../page/page-layout.ts';
import { documentKinds } from './document-kind.ts';
import type { SideView } from './look-at-side.ts';

/** Verdict on one picture. */
export interface PictureVerdict {
  /** Reasons why the user should take another one, the most helpful first; empty if it is good enough. */
  readonly reasons: readonly DocumentRetryReason[];
  /** The lines were read although the picture is softer than it should be, or smeared. */
  readonly isSoft: boolean;
  /** The lines were read, but elsewhere more of the page is washed out than should be. */
  readonly isGlaring: boolean;
}

/** Pixels from one character of the lines to the next, 2.54 mm apart. */
const PITCH_MM = 2.54;
/** From here on nearly every line is read; below the second figure none is, and a face is less than 200 pixels wide. */
const LEGIBLE_PITCH_PX = 18;
const LEAST_PITCH_PX = 12;
/**
 * A side of a card on which no lines are seen is looked at for its portrait and its print: 505 pixels of a card, which one that
 * fills the frame of a camera of 640 pixels has. Lines of this size are found, so that there are none. It need be no sharper
 * than a larger one: such a camera shows no finer edge.
 */
const PRINT_PITCH_PX = 15;

/** A document narrower than this share of its picture's longer side is far away; otherwise the picture is small. */
const FAR_SHARE = 0.5;

/**
 * A page whose lines were read is only taken again when more than this share of it is washed out: a tenth is most of a
 * passport's portrait (35 × 45 mm, 14 % of the page). From {@link PAGE_GLARE_LIMIT} up to here a person should look at it.
 */
const READ_PAGE_GLARE_LIMIT = 0.1;

/**
 * Washed out shares of the band above this are why its lines could not be read: 1 % is 15 to 18 mm² of the band, a spot
 * nearly two characters wide. Lines that were read had no glare that matters, whatever the band shows between them.
 */
const BAND_GLARE_LIMIT = 0.01;

/** More glare than this is no reflection: the whole picture is too bright. */
const OVEREXPOSED_SHARE = 0.3;

/**
 * Millimetres by which a side of a page may lie outside by its lines, which are printed up to three off their place. Every
 * character of them must be inside.
 */
const READ_SLACK_MM = 4.5;
/**
 * A picture cropped to its page ends at most this far beyond a side, by the lines. Of two sides at which it does, this much may be
 * missing together: three millimetres each, and what a turned page loses at its corners.
 */
const CROP_MARGIN_MM = 3.5;
const CROP_LOSS_MM = 7;
/** Outlines of lines begin a millimetre outside of their ink. */
const OUTLINE_SLACK_MM = 0.5;
/**
 * Lines that were not read may belong to something else. Lines of a document are printed less than this away from their standard
 * position.
 */
const UNREAD_SLACK_MM = 1.5;
/**
 * Corners found this near to where the lines say, in widths of the page, are its own: they differ by 0.012 at most. Of a page
 * that reaches outside, and of some that end right at the border, the finder takes a printed line for a side: 0.045 and more.
 */
const OWN_CORNER_SHARE = 0.03;
/** Corners this far outside, in shares of the picture's longer side, are cut off; the finder errs by less. */
const CORNER_SLACK = 0.01;
/** A larger tolerance for a page whose lines could not be read, as they may be something else. */
const LINES_SLACK = 0.06;

/** Lines that were read with more than this many times the blur that is read for certain come from a soft picture. */
const SOFT_FACTOR = 2;

/** A picture in which nothing was found is black or white beyond these means. */
const BLACK_MEAN = 25;
const WHITE_MEAN = 245;

/** Judges whether a picture shows its document well enough. */
export function judgePicture(side: SideView, documentType: DocumentType): PictureVerdict {
  const isBarcodeRead = typeof side.barcode?.text === 'string';
  const isRead = isBarcodeRead || certainLines(side.reading) !== null;
  if (side.documentWidthPx === null && !side.reading && !isBarcodeRead)
    return { reasons: [reasonForNothing(side)], isSoft: false, isGlaring: false };

  const reasons: DocumentRetryReason[] = [];
  if (isCutOff(side)) reasons.push('DOCUMENT_CUT_OFF');
  const pitchPx = pitchOf(side, documentType);
  const unreadPitchPx = hasPrintAlone(side, documentType) ? PRINT_PITCH_PX : LEGIBLE_PITCH_PX;
  const leastPitchPx = isRead ? LEAST_PITCH_PX : unreadPitchPx;
  const blurLimitPx = blurLimit(side, documentType);
  // Small pictures are soft for their size as well: coming closer mends both. A code that was read was large and sharp
  // enough.
  if (!isBarcodeRead && pitchPx < leastPitchPx) reasons.push(sizeReason(side));
  else if (!isRead && (side.blurPx > blurLimitPx || side.isSmeared)) reasons.push('IMAGE_BLURRED');
  reasons.push(...lightReasons(side, isRead));
  return {
    reasons,
    isSoft: isRead && !isBarcodeRead && (side.blurPx > SOFT_FACTOR * blurLimitPx || side.isSmeared),
    isGlaring: isRead && !side.isWhite && side.glare.share > PAGE_GLARE_LIMIT,
  };
}

function reasonForNothing({ exposure, isWhite }: SideView): DocumentRetryReason {
  if (exposure.mean < BLACK_MEAN) return 'IMAGE_TOO_DARK';
  return exposure.mean > WHITE_MEAN && !isWhite ? 'IMAGE_TOO_BRIGHT' : 'DOCUMENT_NOT_FOUND';
}

function lightReasons(side: SideView, isRead: boolean): DocumentRetryReason[] {
  const { exposure, glare, isWhite } = side;
  if (exposure.mean < DARK_MEAN) return ['IMAGE_TOO_DARK'];
  // White paper is as bright as a reflection, and no darker picture of it would be better.
  if (isWhite) return hidesLines(side, isRead) ? ['IMAGE_GLARE'] : [];
  if (exposure.mean > BRIGHT_MEAN || glare.share > OVEREXPOSED_SHARE) return ['IMAGE_TOO_BRIGHT'];
  const hidesPage = glare.share > (isRead ? READ_PAGE_GLARE_LIMIT : PAGE_GLARE_LIMIT);
  return hidesPage || hidesLines(side, isRead) ? ['IMAGE_GLARE'] : [];
}

function hidesLines({ bandGlare }: SideView, isRead: boolean): boolean {
  return !isRead && (bandGlare?.share ?? 0) > BAND_GLARE_LIMIT;
}

/** A passport's page has lines, be they found or not. */
function hasPrintAlone({ reading }: SideView, documentType: DocumentType): boolean {
  return !reading && documentKinds[documentType].format !== 'TD3';
}

function sizeReason(side: SideView): DocumentRetryReason {
  const widthPx = side.documentWidthPx ?? 0;
  return widthPx < FAR_SHARE * Math.max(side.width, side.height) ? 'DOCUMENT_TOO_FAR' : 'IMAGE_TOO_SMALL';
}

/** From the lines if they were read; otherwise the supposed lines may be something else. */
function pitchOf({ reading, documentWidthPx }: SideView, documentType: DocumentType): number {
  if (reading && (certainLines(reading) || documentWidthPx === null)) return reading.pitchPx;
  return ((documentWidthPx ?? 0) / widthMmOf(documentType)) * PITCH_MM;
}

function blurLimit(side: SideView, documentType: DocumentType): number {
  const pitchPx = pitchOf(side, documentType);
  const judgedPitchPx = hasPrintAlone(side, documentType) ? Math.max(pitchPx, LEGIBLE_PITCH_PX) : pitchPx;
  return mrzBlurLimitPx(judgedPitchPx / PITCH_MM, 1);
}

function widthMmOf(documentType: DocumentType): number {
  return pageLayouts[documentKinds[documentType].format].width;
}

function isCutOff(side: SideView): boolean {
  const { corners, pageByLines, reading } = side;
  const longerSide = Math.max(side.width, side.height);
  const pxPerMm = (reading?.pitchPx ?? 0) / PITCH_MM;
  if (reading && certainLines(reading) && pageByLines) {
    if (reachesOutside(reading.outline, OUTLINE_SLACK_MM * pxPerMm, side)) return true;
    const isFound = corners !== null && isSamePage(corners, pageByLines, OWN_CORNER_SHARE);
    return losesSide(isFound ? corners : pageByLines, reading, side);
  }
  const areItsLines = reading && (!corners || fitAsLines(corners, reading.outline));
  if (areItsLines && reachesOutside(reading.outline, UNREAD_SLACK_MM * pxPerMm, side)) return true;
  const page = corners ?? pageByLines;
  return page !== null && reachesOutside(page, (corners ? CORNER_SLACK : LINES_SLACK) * longerSide, side);
}

function reachesOutside(quad: Quad, slackPx: number, { width, height }: SideView): boolean {
  return quad.some(({ x, y }) => x < -slackPx || y < -slackPx || x > width + slackPx || y > height + slackPx);
}

/**
 * Whether more of a page lies outside than a cropped picture may lose. How much of a cropped page is missing is told by its size and the
 * pitch of its lines, whatever place and distance these are printed at.
 */
function losesSide(
  page: Quad,
  { format, pitchPx, outline }: MrzReading,
  { width, height }: SideView,
): boolean {
  const pxPerMm = pitchPx / PITCH_MM;
  const [xs, ys] = [page.map(({ x }) => x), page.map(({ y }) => y)];
  const [start, end] = outline;
  const layout = pageLayouts[format];
  const isAcross = Math.abs(end.x - start.x) >= Math.abs(end.y - start.y);
  const loses = (places: readonly number[], sizePx: number, sizeMm: number): boolean => {
    const outsideMm = [-Math.min(...places), Math.max(...places) - sizePx].map((px) => px / pxPerMm);
    if (Math.max(...outsideMm) <= READ_SLACK_MM) return false;
    return Math.min(...outsideMm) < -CROP_MARGIN_MM || sizeMm - sizePx / pxPerMm > CROP_LOSS_MM;
  };
  return (
    loses(xs, width, isAcross ? layout.width : layout.height) ||
    loses(ys, height, isAcross ? layout.height : layout.width)
  );
}
