import { type AamvaContent, parseAamva } from '../aamva/parse-aamva.ts';
import { certainLines } from './certain-lines.ts';
import type { DocumentTask } from './document-task.ts';
import type { SideView } from './look-at-side.ts';

/** What a side's barcode of AAMVA's kind says; null without one, and of codes of other kinds, which are not read. */
export function aamvaOf({ barcode }: SideView): AamvaContent | null {
  return typeof barcode?.text === 'string' ? parseAamva(barcode.text) : null;
}

/**
 * Whether the back of a card was shown as its front, alone or twice, or one file was handed in as both. Three machine readable
 * lines stand on a card's back (ICAO Doc 9303-5, zone VII), and so does the code of North American cards (AAMVA DL/ID Card Design
 * Standard); where one side has lines and the other a code, nothing tells which is which. A single side is whichever the
 * workflow asks for.
 *
 * @param sides - the front first.
 */
export function areSidesMixedUp(
  { front: frontFile, back: backFile }: Pick<DocumentTask, 'front' | 'back'>,
  [front, back]: readonly SideView[],
): boolean {
  if (!front || !back) return false;
  if (backFile && Buffer.compare(frontFile, backFile) === 0) return true;
  return (hasThreeLines(front) && !aamvaOf(back)) || (aamvaOf(front) !== null && !hasThreeLines(back));
}

function hasThreeLines({ reading }: SideView): boolean {
  return reading?.format === 'TD1' && certainLines(reading) !== null;
}
