import type { CardCheckMember, CardRetryReason, Outcome } from '@vendor/contract';
import { dateInLastZone } from '../document/current-date.ts';
import { type ExpectedName, matchExpectedName } from '../name/match-expected.ts';
import type { NameMatch } from '../name/match-name.ts';
import type { CardBrand } from './card-brand.ts';
import type { CardNameReading, CardNumberReading, CardReading } from './card-reading.ts';

/** The sides that were read, and the criteria to judge them by. */
export interface CardTask {
  readonly readings: readonly CardReading[];
  /** Null skips the comparison. */
  readonly expectedName: ExpectedName | null;
  /** The time of the check, in milliseconds since 1970. */
  readonly now: number;
}

export type CardEvaluation =
  | { readonly kind: 'retry'; readonly reasons: readonly CardRetryReason[] }
  | {
      readonly kind: 'evaluated';
      readonly outcomes: Readonly<Record<CardCheckMember, Outcome>>;
      readonly brand: CardBrand | null;
      readonly bin: string;
      readonly lastFour: string;
      /** Reasons why members are not PASS. */
      readonly findings: readonly CardFinding[];
    };

/** A finding against a card, or a part that could not be read. */
export interface CardFinding {
  readonly member: CardCheckMember;
  readonly code: CardFindingCode;
}

/** Stable codes of the findings against a card. */
export type CardFindingCode =
  /** Check digit or length is invalid for a card. */
  | 'CARD_NUMBER_INVALID'
  /** Middle digits are covered, so the number cannot be validated. */
  | 'CARD_NUMBER_COVERED'
  /** First digits belong to no known network. */
  | 'CARD_BRAND_UNKNOWN'
  /** The sides have different numbers, or another name stands below the number, so they may belong to two cards. */
  | 'CARD_SIDES_DIFFER'
  | 'CARD_EXPIRED'
  | 'CARD_EXPIRY_NOT_READ'
  /** Readings of the expiry differ. */
  | 'CARD_EXPIRY_UNCERTAIN'
  /** Expiry is further in the future than cards are issued for. */
  | 'CARD_EXPIRY_IMPLAUSIBLE'
  | 'NAME_SIMILAR'
  | 'NAME_DIFFERENT'
  | 'NAME_NOT_READ';

/** Maximum validity of a card. */
const MAX_VALIDITY_YEARS = 20;

/** Minimum confidence of a line to conclude that it is another name. */
const SURE_OF_NAME = 0.85;

/** Minimum length of a line that may be cut off: issuers print 20 to 26 characters of a name. */
const MIN_CUT_LENGTH = 20;

interface Verdict {
  readonly outcome: Outcome;
  readonly code: CardFindingCode | null;
}

/**
 * Judges a card by the readings of its sides. The first number counts. A side with another number may belong to another card,
 * so its expiry and names do not count.
 */
export function judgeCard({ readings, expectedName, now }: CardTask): CardEvaluation {
  const number = readings.map((reading) => reading.number).find((found) => found !== null);
  if (!number) {
    const reasons = [...new Set(readings.flatMap((reading) => reading.reasons))];
    return { kind: 'retry', reasons: reasons.length > 0 ? reasons : ['CARD_NUMBER_NOT_FOUND'] };
  }
  const sameCard = readings.filter((side) => side.number === null || areSameNumber(side.number, number));
  const verdicts: Record<CardCheckMember, Verdict> = {
    numberCheckResult: judgeNumber(number, sameCard.length < readings.length),
    expiryCheckResult: judgeExpiry(sameCard, now),
    nameMatchCheckResult: judgeName(sameCard, expectedName),
  };
  const members = Object.keys(verdicts) as CardCheckMember[];
  return {
    kind: 'evaluated',
    outcomes: Object.fromEntries(members.map((member) => [member, verdicts[member].outcome])) as Record<
      CardCheckMember,
      Outcome
    >,
    brand: number.brand,
    bin: number.bin,
    lastFour: number.lastFour,
    findings: members.flatMap((member) => {
      const { code } = verdicts[member];
      return code ? [{ member, code }] : [];
    }),
  };
}

function areSameNumber(one: CardNumberReading, other: CardNumberReading): boolean {
  return one.bin === other.bin && one.lastFour === other.lastFour;
}

function judgeNumber({ check, brand }: CardNumberReading, doSidesDiffer: boolean): Verdict {
  if (check === 'wrong') return { outcome: 'FAIL', code: 'CARD_NUMBER_INVALID' };
  // Never FAIL, because one of the numbers may be misread.
  if (doSidesDiffer) return { outcome: 'REVIEW', code: 'CARD_SIDES_DIFFER' };
  // Parts that were not visible are not evaluated.
  if (check === 'covered') return { outcome: 'NOT_PERFORMED', code: 'CARD_NUMBER_COVERED' };
  return brand === null ? { outcome: 'REVIEW', code: 'CARD_BRAND_UNKNOWN' } : pass;
}

/** Judges the expiry; a card is valid through the last day of its month, wherever its holder is. */
function judgeExpiry(readings: readonly CardReading[], now: number): Verdict {
  const read = readings.find(({ expiry }) => expiry !== null);
  if (!read?.expiry) return { outcome: 'NOT_PERFORMED', code: 'CARD_EXPIRY_NOT_READ' };
  if (!read.isExpiryCertain) return { outcome: 'REVIEW', code: 'CARD_EXPIRY_UNCERTAIN' };
  if (read.expiry < dateInLastZone(now).slice(0, 7)) return { outcome: 'FAIL', code: 'CARD_EXPIRED' };
  const isTooFar = Number(read.expiry.slice(0, 4)) > new Date(now).getUTCFullYear() + MAX_VALIDITY_YEARS;
  return isTooFar ? { outcome: 'REVIEW', code: 'CARD_EXPIRY_IMPLAUSIBLE' } : pass;
}

const likeness: readonly NameMatch[] = ['same', 'similar', 'different', 'not-comparable'];

/**
 * Judges the line most similar to the expected name. A different name is FAIL only if a confident line stands below the number,
 * where the holder's name is. Such a line contradicts the same name on a side without a number, which may belong to another card.
 */
function judgeName(readings: readonly CardReading[], expected: ExpectedName | null): Verdict {
  if (expected === null) return { outcome: 'NOT_PERFORMED', code: null };
  const lines = readings.flatMap(({ number, names }) =>
    names.map((line) => ({
      match: match(expected, line),
      isOnNumberedSide: number !== null,
      isSureHolder: line.isBelowNumber && line.confidence >= SURE_OF_NAME,
    })),
  );
  const best = likeness.find((kind) => lines.some((line) => line.match === kind));
  const isCertain = lines.some(({ isSureHolder }) => isSureHolder);
  if (best === 'same') {
    const isNumbered = lines.some((line) => line.match === 'same' && line.isOnNumberedSide);
    const isContradicted = lines.some((line) => line.match === 'different' && line.isSureHolder);
    return isContradicted && !isNumbered ? { outcome: 'REVIEW', code: 'CARD_SIDES_DIFFER' } : pass;
  }
  if (best === 'similar') return { outcome: 'REVIEW', code: 'NAME_SIMILAR' };
  if (best !== 'different' || !isCertain) return { outcome: 'REVIEW', code: 'NAME_NOT_READ' };
  return { outcome: 'FAIL', code: 'NAME_DIFFERENT' };
}

/**
 * Matches a line with the expected name. Cards print given names first; titles and initials make a name similar at best, and so
 * does a line that may be cut off.
 */
function match(expected: ExpectedName, { text }: CardNameReading): NameMatch {
  const words = text.replaceAll('.', '').split(' ');
  const [last = '', others] = [words.at(-1), words.slice(0, -1).join(' ')];
  const whole = matchExpectedName(expected, { surname: last, givenNames: others, isCut: false });
  if (whole !== 'different' || text.length < MIN_CUT_LENGTH) return whole;
  // `isCut` concerns the last given name, so the last word is passed as one.
  const cut = matchExpectedName(expected, { surname: others, givenNames: last, isCut: true });
  return cut === 'same' ? 'similar' : cut;
}

const pass: Verdict = { outcome: 'PASS', code: null };
