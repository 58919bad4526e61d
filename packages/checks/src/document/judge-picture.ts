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
import { fitsAsMrz, isSamePage } from '../page/page-around-mrz.ts';
import { pageLayouts } from '../page/page-layout.ts';
import { documentKinds } from './document-kind.ts';
import type { SideView } from './measure-side.ts';

/** Verdict on one picture. */
export interface PictureVerdict {
  /** Reasons to ask for another picture, the most helpful first; empty if this one is good enough. */
  readonly reasons: readonly DocumentRetryReason[];
  /** The MRZ was read, although the picture is too blurred or smeared for finer print. */
  readonly isSoft: boolean;
  /** The MRZ was read, but too much of the rest of the page is washed out. */
  readonly isGlaring: boolean;
}

/** Distance between the characters of an MRZ. */
const PITCH_MM = 2.54;
/** Pitch from which nearly every MRZ is read. Below the minimum none is, and a face is less than 200 pixels wide. */
const LEGIBLE_PITCH_PX = 18;
const MIN_PITCH_PX = 12;
/**
 * Minimum pitch for a side of a card without a visible MRZ, which serves for its portrait and print: a card 505 pixels wide, as
 * one that fills the frame of a 640-pixel camera. An MRZ of this size would be found. The side may be as blurred as a larger
 * one, because such a camera does not resolve finer edges.
 */
const PRINT_PITCH_PX = 15;

/**
 * Minimum width of a document, as a share of its picture's longer side; below it the document is too far away, otherwise the
 * picture is too small.
 */
const FAR_SHARE = 0.5;

/**
 * Maximum washed-out share of a page whose MRZ was read, before another picture is asked for: a tenth is most of a passport's
 * portrait (35 × 45 mm, 14 % of the page). From {@link PAGE_GLARE_LIMIT} up to here the outcome is REVIEW.
 */
const READ_PAGE_GLARE_LIMIT = 0.1;

/**
 * Washed-out share of the MRZ band from which glare is the reason for an unread MRZ: 1 % is 15 to 18 mm² of the band, a spot
 * nearly two characters wide. Glare on the band of an MRZ that was read does not matter.
 */
const BAND_GLARE_LIMIT = 0.01;

/** Washed-out share above which the whole picture is too bright, rather than showing a reflection. */
const OVEREXPOSED_SHARE = 0.3;

/**
 * Millimetres by which a side of a page, as computed from its MRZ, may lie outside the picture: an MRZ is printed up to three
 * millimetres from its standard position. Every character of it must be inside.
 */
const READ_SLACK_MM = 4.5;
/**
 * Maximum margin beyond a side, computed from the MRZ, in a picture cropped to its page. If two opposite sides are within it,
 * the page may lack up to CROP_LOSS_MM in that direction: three millimetres on each side, and the corners lost by a rotated
 * page.
 */
const CROP_MARGIN_MM = 3.5;
const CROP_LOSS_MM = 7;
/** The MRZ outline begins a millimetre outside the ink. */
const OUTLINE_SLACK_MM = 0.5;
/**
 * Tolerance for an MRZ that was not read, which may be something else. An MRZ is printed less than this away from its standard
 * position.
 */
const UNREAD_SLACK_MM = 1.5;
/**
 * Maximum distance between found corners and those computed from the MRZ, in page widths, at which the found ones belong to the
 * page; they differ by 0.012 at most. If a page extends outside, or sometimes if it ends right at the border, the finder
 * mistakes a printed line for a side: 0.045 and more.
 */
const OWN_CORNER_SHARE = 0.03;
/** Tolerance for corners outside the picture, as a share of its longer side; the finder's error is smaller. */
const CORNER_SLACK = 0.01;
/** Larger tolerance for a page located by an unread MRZ, which may be something else. */
const LINES_SLACK = 0.06;

/** A picture is soft if its MRZ was read at more than this multiple of the blur limit for reliable reading. */
const SOFT_FACTOR = 2;

/** Mean luma beyond which a picture without a document counts as black or white. */
const BLACK_MEAN = 25;
const WHITE_MEAN = 245;

/** Judges whether a picture shows its document well enough. */
export function judgePicture(side: SideView, documentType: DocumentType): PictureVerdict {
  const isBarcodeRead = typeof side.barcode?.text === 'string';
  const isRead = isBarcodeRead || certainLines(side.reading) !== null;
  if (side.documentWidthPx === null && !side.reading && !isBarcodeRead)
    return { reasons: [reasonWithoutDocument(side)], isSoft: false, isGlaring: false };

  const reasons: DocumentRetryReason[] = [];
  if (isCutOff(side)) reasons.push('DOCUMENT_CUT_OFF');
  const pitchPx = findPitch(side, documentType);
  const unreadPitchPx = hasOnlyPrint(side, documentType) ? PRINT_PITCH_PX : LEGIBLE_PITCH_PX;
  const minPitchPx = isRead ? MIN_PITCH_PX : unreadPitchPx;
  const blurLimitPx = blurLimit(side, documentType);
  // Small pictures are blurred for their size as well, and coming closer corrects both. A barcode that was read was large and
  // sharp enough.
  if (!isBarcodeRead && pitchPx < minPitchPx) reasons.push(sizeReason(side));
  else if (!isRead && (side.blurPx > blurLimitPx || side.isSmeared)) reasons.push('IMAGE_BLURRED');
  reasons.push(...findLightReasons(side, isRead));
  return {
    reasons,
    isSoft: isRead && !isBarcodeRead && (side.blurPx > SOFT_FACTOR * blurLimitPx || side.isSmeared),
    isGlaring: isRead && !side.isWhite && side.glare.share > PAGE_GLARE_LIMIT,
  };
}

function reasonWithoutDocument({ exposure, isWhite }: SideView): DocumentRetryReason {
  if (exposure.mean < BLACK_MEAN) return 'IMAGE_TOO_DARK';
  return exposure.mean > WHITE_MEAN && !isWhite ? 'IMAGE_TOO_BRIGHT' : 'DOCUMENT_NOT_FOUND';
}

function findLightReasons(side: SideView, isRead: boolean): DocumentRetryReason[] {
  const { exposure, glare, isWhite } = side;
  if (exposure.mean < DARK_MEAN) return ['IMAGE_TOO_DARK'];
  // White paper is as bright as a reflection, and a darker picture would not help.
  if (isWhite) return hidesMrz(side, isRead) ? ['IMAGE_GLARE'] : [];
  if (exposure.mean > BRIGHT_MEAN || glare.share > OVEREXPOSED_SHARE) return ['IMAGE_TOO_BRIGHT'];
  const hidesPage = glare.share > (isRead ? READ_PAGE_GLARE_LIMIT : PAGE_GLARE_LIMIT);
  return hidesPage || hidesMrz(side, isRead) ? ['IMAGE_GLARE'] : [];
}

function hidesMrz({ bandGlare }: SideView, isRead: boolean): boolean {
  return !isRead && (bandGlare?.share ?? 0) > BAND_GLARE_LIMIT;
}

/** Returns whether a side has only a portrait and print. A passport's page always has an MRZ, found or not. */
function hasOnlyPrint({ reading }: SideView, documentType: DocumentType): boolean {
  return !reading && documentKinds[documentType].format !== 'TD3';
}

function sizeReason(side: SideView): DocumentRetryReason {
  const widthPx = side.documentWidthPx ?? 0;
  return widthPx < FAR_SHARE * Math.max(side.width, side.height) ? 'DOCUMENT_TOO_FAR' : 'IMAGE_TOO_SMALL';
}

/**
 * Returns the pitch of the MRZ if it was read, otherwise the one computed from the document's width: an unread MRZ may be
 * something else.
 */
function findPitch({ reading, documentWidthPx }: SideView, documentType: DocumentType): number {
  if (reading && (certainLines(reading) || documentWidthPx === null)) return reading.pitchPx;
  return ((documentWidthPx ?? 0) / widthMmOf(documentType)) * PITCH_MM;
}

function blurLimit(side: SideView, documentType: DocumentType): number {
  const pitchPx = findPitch(side, documentType);
  const judgedPitchPx = hasOnlyPrint(side, documentType) ? Math.max(pitchPx, LEGIBLE_PITCH_PX) : pitchPx;
  return mrzBlurLimitPx(judgedPitchPx / PITCH_MM, 1);
}

function widthMmOf(documentType: DocumentType): number {
  return pageLayouts[documentKinds[documentType].format].width;
}

function isCutOff(side: SideView): boolean {
  const { corners, pageByMrz, reading } = side;
  const longerSide = Math.max(side.width, side.height);
  const pxPerMm = (reading?.pitchPx ?? 0) / PITCH_MM;
  if (reading && certainLines(reading) && pageByMrz) {
    if (reachesOutside(reading.outline, OUTLINE_SLACK_MM * pxPerMm, side)) return true;
    const isFound = corners !== null && isSamePage(corners, pageByMrz, OWN_CORNER_SHARE);
    return losesTooMuch(isFound ? corners : pageByMrz, reading, side);
  }
  const areItsLines = reading && (!corners || fitsAsMrz(corners, reading.outline));
  if (areItsLines && reachesOutside(reading.outline, UNREAD_SLACK_MM * pxPerMm, side)) return true;
  const page = corners ?? pageByMrz;
  return page !== null && reachesOutside(page, (corners ? CORNER_SLACK : LINES_SLACK) * longerSide, side);
}

function reachesOutside(quad: Quad, slackPx: number, { width, height }: SideView): boolean {
  return quad.some(({ x, y }) => x < -slackPx || y < -slackPx || x > width + slackPx || y > height + slackPx);
}

/**
 * Returns whether more of a page lies outside than a cropped picture may lose. The missing part is computed from the size of
 * the picture and the pitch of the MRZ, so it does not depend on the printed position of the MRZ.
 */
function losesTooMuch(
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
