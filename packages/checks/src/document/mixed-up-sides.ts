import { likenessOfSides } from '@vendor/vision';
import { type AamvaContent, parseAamva } from '../aamva/parse-aamva.ts';
import { certainLines } from '../page/certain-lines.ts';
import { documentKinds } from './document-kind.ts';
import type { DocumentTask } from './document-task.ts';
import type { SideView } from './look-at-side.ts';

/** Reads a side's barcode of AAMVA's kind; null without one, and for codes of other kinds, which are not read. */
export function readAamva({ barcode }: SideView): AamvaContent | null {
  return typeof barcode?.text === 'string' ? parseAamva(barcode.text) : null;
}

/** Likeness of two looks at one side; how it was measured: `docs/licences.md`. */
const SAME_SIDE = 0.5;

/**
 * Whether the back of a card was shown as its front, alone or twice, or one file was handed in as both. Three machine readable
 * lines stand on a card's back (ICAO Doc 9303-5, zone VII), and so does the code of North American cards (AAMVA DL/ID Card Design
 * Standard); where one side has lines and the other a code, nothing tells which is which, and a side with both is the back. Two
 * photographs of one card that has neither are of one side where they look alike. A single side is whichever the workflow asks for.
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
  return documentKinds[documentType].format === 'TD1' && areOfOneSide(front, back);
}

/** By their looks, where neither has lines or a code that tell them apart. */
function areOfOneSide(front: SideView, back: SideView): boolean {
  const isTold = [front, back].some((side) => certainLines(side.reading) || readAamva(side));
  return !isTold && front.look && back.look ? likenessOfSides(front.look, back.look) > SAME_SIDE : false;
}

function hasThreeLines({ reading }: SideView): boolean {
  return reading?.format === 'TD1' && certainLines(reading) !== null;
}
