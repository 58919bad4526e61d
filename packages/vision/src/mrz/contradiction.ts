import { codeFits } from './acceptance.ts';
import type { ZoneScores } from './classify-zone.ts';
import type { DecodedZone } from './decoding/decode-zone.ts';
import { largestFlaw } from './flaw.ts';
import type { MrzFormat } from './mrz-format.ts';

/** Same limits as for an accepted reading. */
const MIN_POSTERIOR = 0.98;
const MAX_OTHER_COST = 3;
/**
 * Minimum cost of overruling the cells by check digits, in nats. On frames that were hard to read it was at most 6 for clear
 * cells; a digit that was printed wrong costs 12 and more, because the composite check digit contradicts it as well.
 */
const MIN_CHECK_COST = 10;
/**
 * Maximum flaw of a cell, relative to the zone's median cell, in correlation. Flaws of printed characters are at most 0.06; a
 * scratch or stain that changes a character, however clear it is to read, gives 0.12 and more.
 */
const MAX_FLAW = 0.08;

/**
 * Returns the lines as printed if they are certain and their check digits are wrong; otherwise null. Three conditions
 * distinguish wrong print from a reading error: every cell is certain by itself, no similar characters would make the check
 * digits match, and no cell covered by them has a flaw.
 */
export function findContradiction(
  format: MrzFormat,
  decoded: DecodedZone,
  likenesses: ZoneScores['likenesses'],
): readonly string[] | null {
  const { seenLines, rawLines, seenPosterior, checkCost, cost, checkedCells } = decoded;
  const isClear =
    codeFits({ format, documentCode: seenLines[0]?.[0] }) &&
    decoded.isLiteral &&
    seenPosterior >= MIN_POSTERIOR &&
    cost - checkCost <= MAX_OTHER_COST &&
    checkCost >= MIN_CHECK_COST;
  if (!isClear) return null;
  const isSeen = checkedCells.every(
    ({ line, column }) => seenLines[line]![column] === rawLines[line]![column],
  );
  return isSeen && largestFlaw(checkedCells, likenesses) <= MAX_FLAW ? seenLines : null;
}
