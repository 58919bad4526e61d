import type { CardCheckMember, CardRetryReason, Outcome } from '@vendor/contract';
import { type ExpectedName, matchExpectedName } from '../name/match-expected.ts';
import type { NameMatch } from '../name/match-name.ts';
import type { CardBrand } from './card-brand.ts';
import type { CardNameReading, CardReading } from './card-reading.ts';

/** The sides that were read and what is asked about them. */
export interface CardTask {
  readonly readings: readonly CardReading[];
  /** Null: nothing is compared. */
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
      /** Why members are not PASS. */
      readonly findings: readonly CardFinding[];
    };

/** Finding against a card, or part of it that was not seen. */
export interface CardFinding {
  readonly member: CardCheckMember;
  readonly code: CardFindingCode;
}

/** Stable codes of what can be found against a card. */
export type CardFindingCode =
  /** Check digit or length are not those of a card. */
  | 'CARD_NUMBER_INVALID'
  /** The middle digits were covered, so that the number cannot be checked. */
  | 'CARD_NUMBER_COVERED'
  /** Its first digits are those of no network that is known. */
  | 'CARD_BRAND_UNKNOWN'
  | 'CARD_EXPIRED'
  | 'CARD_EXPIRY_NOT_READ'
  /** Two looks did not read the same. */
  | 'CARD_EXPIRY_UNCERTAIN'
  /** Good for longer than cards are issued for. */
  | 'CARD_EXPIRY_IMPLAUSIBLE'
  | 'NAME_SIMILAR'
  | 'NAME_DIFFERENT'
  | 'NAME_NOT_READ';

/** No card is issued for longer. */
const LONGEST_VALIDITY_YEARS = 20;

/** A line read with less than this may be another name than it seems. */
const SURE_OF_NAME = 0.85;

interface Verdict {
  readonly outcome: Outcome;
  readonly code: CardFindingCode | null;
}

/** Judges a card by what was read of its sides. */
export function judgeCard({ readings, expectedName, now }: CardTask): CardEvaluation {
  const number = readings.map((reading) => reading.number).find((found) => found !== null);
  if (!number) {
    const reasons = [...new Set(readings.flatMap((reading) => reading.reasons))];
    return { kind: 'retry', reasons: reasons.length > 0 ? reasons : ['CARD_NUMBER_NOT_FOUND'] };
  }
  const verdicts: Record<CardCheckMember, Verdict> = {
    numberCheckResult: judgeNumber(number),
    expiryCheckResult: judgeExpiry(readings, now),
    nameMatchCheckResult: judgeName(readings, expectedName),
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

function judgeNumber({ check, brand }: NonNullable<CardReading['number']>): Verdict {
  if (check === 'wrong') return { outcome: 'FAIL', code: 'CARD_NUMBER_INVALID' };
  // Parts that were not seen are not evaluated.
  if (check === 'covered') return { outcome: 'NOT_PERFORMED', code: 'CARD_NUMBER_COVERED' };
  return brand === null ? { outcome: 'REVIEW', code: 'CARD_BRAND_UNKNOWN' } : pass;
}

/** A card is good through the last day of its month. */
function judgeExpiry(readings: readonly CardReading[], now: number): Verdict {
  const read = readings.find(({ expiry }) => expiry !== null);
  if (!read?.expiry) return { outcome: 'NOT_PERFORMED', code: 'CARD_EXPIRY_NOT_READ' };
  if (!read.isExpiryCertain) return { outcome: 'REVIEW', code: 'CARD_EXPIRY_UNCERTAIN' };
  const today = new Date(now);
  if (read.expiry < today.toISOString().slice(0, 7)) return { outcome: 'FAIL', code: 'CARD_EXPIRED' };
  const isTooFar = Number(read.expiry.slice(0, 4)) > today.getUTCFullYear() + LONGEST_VALIDITY_YEARS;
  return isTooFar ? { outcome: 'REVIEW', code: 'CARD_EXPIRY_IMPLAUSIBLE' } : pass;
}

const likeness: readonly NameMatch[] = ['same', 'similar', 'different', 'not-comparable'];

/** The line that is most like the name counts; that none is like it is certain only of a line that must be the name. */
function judgeName(readings: readonly CardReading[], expected: ExpectedName | null): Verdict {
  if (expected === null) return { outcome: 'NOT_PERFORMED', code: null };
  const lines = readings.flatMap(({ names }) => names);
  const matches = lines.map((line) => match(expected, line));
  const best = likeness.find((kind) => matches.includes(kind));
  if (best === 'same') return pass;
  if (best === 'similar') return { outcome: 'REVIEW', code: 'NAME_SIMILAR' };
  const isCertain = lines.some(
    ({ isBelowNumber, confidence }) => isBelowNumber && confidence >= SURE_OF_NAME,
  );
  if (best !== 'different' || !isCertain) return { outcome: 'REVIEW', code: 'NAME_NOT_READ' };
  return { outcome: 'FAIL', code: 'NAME_DIFFERENT' };
}

/** Cards print given names first; titles and initials make a name similar at most. */
function match(expected: ExpectedName, { text }: CardNameReading): NameMatch {
  const words = text.replaceAll('.', '').split(' ');
  return matchExpectedName(expected, {
    surname: words.at(-1) ?? '',
    givenNames: words.slice(0, -1).join(' '),
    isCut: false,
  });
}

const pass: Verdict = { outcome: 'PASS', code: null };
