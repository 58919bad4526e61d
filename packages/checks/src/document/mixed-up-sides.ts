import { likenessOfSides } from '@vendor/vision';
import { type AamvaContent, parseAamva } from '../aamva/parse-aamva.ts';
import { certainLines } from '../page/certain-lines.ts';
import { documentKinds } from './document-kind.ts';
import type { DocumentTask } from './document-task.ts';
import type { SideView } from './measure-side.ts';

/** Parses a side's AAMVA barcode; null if the side has no barcode or one of another standard. */
export function readAamva({ barcode }: SideView): AamvaContent | null {
  return typeof barcode?.text === 'string' ? parseAamva(barcode.text) : null;
}

/** Similarity above which two pictures show the same side. `docs/licences.md` describes the measurement. */
const SAME_SIDE = 0.5;

/**
 * Returns whether a card's back was captured as its front, or the same side twice.
 *
 * - One file for both sides is the same side.
 * - A three-line MRZ is on the back of a card (ICAO Doc 9303-5, zone VII), and so is the barcode of North American cards (AAMVA
 *   DL/ID Card Design Standard). If one side has an MRZ and the other a barcode, either may be the front. A side with both is
 *   the back.
 * - Two pictures of a card with neither show the same side if they look alike.
 * - A single picture is taken for the side that the workflow asks for.
 *
 * @param sides - the front first.
 */
export function areSidesMixedUp(
  { front: frontFile, back: backFile, documentType }: Pick<DocumentTask, 'front' | 'back' | 'documentType'>,
  [front, back]: readonly SideView[],
): boolean {
  if (!front || !back) return false;
  if (backFile && Buffer.compare(frontFile, backFile) === 0) return true;
  const [frontHasLines, frontHasCode] = [hasThreeLines(front), readAamva(front) !== null];
  if (frontHasLines && (frontHasCode || !readAamva(back))) return true;
  if (frontHasCode && !hasThreeLines(back)) return true;
  return documentKinds[documentType].format === 'TD1' && showSameSide(front, back);
}

/** Compares the descriptors of two sides without MRZ and barcode. */
function showSameSide(front: SideView, back: SideView): boolean {
  const hasLinesOrCode = [front, back].some((side) => certainLines(side.reading) || readAamva(side));
  return !hasLinesOrCode && front.look && back.look
    ? likenessOfSides(front.look, back.look) > SAME_SIDE
    : false;
}

function hasThreeLines({ reading }: SideView): boolean {
  return reading?.format === 'TD1' && certainLines(reading) !== null;
}
