import { codeFits } from './acceptance.ts';
import type { ZoneScores } from './classify-zone.ts';
import type { DecodedZone } from './decoding/decode-zone.ts';
import { largestFlaw } from './flaw.ts';
import type { MrzFormat } from './mrz-format.ts';

/** As for a reading that agrees. */
const LEAST_POSTERIOR = 0.98;
const MOST_OTHER_COST = 3;
/**
 * How much check digits must have to overrule the cells, in nats. On frames that were hard to read they overruled clear cells
 * by 6 at most; a digit that was printed wrong costs 12 and more, because the composite digit contradicts it too.
 */
const LEAST_CHECK_COST = 10;
/**
 * How much less a cell may look like a character than the zone's middle one, in correlation. Printed characters lie within
 * 0.06; one that a scratch or a stain has turned into another, however clear to read, is 0.12 off and more.
 */
const MOST_FLAW = 0.08;

/**
 * The lines as they are printed, when that is certain and their check digits do not hold; null otherwise. Whoever printed
 * them is told from a reader's error by three things: every cell is read for certain on its own, no character near to what
 * was read would make the digits hold, and no cell that they count has a flaw.
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
    seenPosterior >= LEAST_POSTERIOR &&
    cost - checkCost <= MOST_OTHER_COST &&
    checkCost >= LEAST_CHECK_COST;
  if (!isClear) return null;
  const isSeen = checkedCells.every(
    ({ line, column }) => seenLines[line]![column] === rawLines[line]![column],
  );
  return isSeen && largestFlaw(checkedCells, likenesses) <= MOST_FLAW ? seenLines : null;
}
