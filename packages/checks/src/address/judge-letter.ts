import type { AddressCheckMember, AddressRetryReason, Outcome } from '@vendor/contract';
import { assertNever } from '@vendor/contract/assert-never';
import type { TextLine } from '../file/page-text.ts';
import type { AddressBlock } from './address-block.ts';
import type { AddressEvaluation, AddressFinding, AddressFindingCode, AddressTask } from './address-task.ts';
import { compareAddress } from './compare-address.ts';
import { findName, isInText } from './find-name.ts';
import { findNameLines, findRecipient, type Recipient } from './find-recipient.ts';
import { findDates, type LetterDate } from './letter-date.ts';
import { findLetterKinds, type LetterKindFound } from './letter-kind.ts';
import { removeLabel } from './letter-labels.ts';
import { findCountries, lacksPostalCodes } from './postal-codes.ts';
import { findTenants } from './rental-agreement.ts';
import { isWrittenOver } from './shown-lines.ts';

/** Outcome of one member, and what another letter might correct. */
interface Judgement {
  readonly outcome: Outcome;
  readonly code?: AddressFindingCode;
  readonly retryReason?: AddressRetryReason;
}

/** Minimum confidence of a reading for PASS; below it the outcome is REVIEW at best. */
const SURE = 0.6;

/** Minimum confidence of a reading to FAIL a letter for a different address. */
const CERTAIN = 0.8;

/** Maximum lines per page and characters per line that are judged. Longer letters are cut there and cannot PASS. */
const MAX_LINES = 400;
const MAX_LENGTH = 500;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Judges the content of a letter.
 *
 * @param allPages - the lines of each page.
 * @param isShown - whether the lines match the rendered pages.
 */
export function judgeLetter(
  allPages: readonly (readonly TextLine[])[],
  isShown: boolean,
  task: Pick<AddressTask, 'accepts' | 'maxAgeDays' | 'expected' | 'now'>,
): AddressEvaluation {
  const pages = allPages.map((page) =>
    page.slice(0, MAX_LINES).map((line) => ({ ...line, text: line.text.slice(0, MAX_LENGTH) })),
  );
  const isWhole = allPages.every(
    (page) => page.length <= MAX_LINES && page.every(({ text }) => text.length <= MAX_LENGTH),
  );
  // Ignores hidden text. If hardly any text is visible, judges all of it and caps the outcome at REVIEW.
  const shownPages = isShown ? pages.map((page) => page.filter(({ isHidden }) => !isHidden)) : pages;
  const lines = shownPages.flat();
  const kinds = findLetterKinds(lines.map(({ text }) => text));
  const isAgreement = kinds[0]?.kind === 'RENTAL_AGREEMENT';
  const found = findRecipientOnPages(shownPages, isAgreement, task.expected);
  const withHidden = findRecipientOnPages(pages, isAgreement, task.expected);
  const isByHidden = found.kind !== 'certain' && withHidden.kind === 'certain';
  const recipient = isByHidden ? withHidden : found;
  const judged: Readonly<Record<AddressCheckMember, Judgement>> = {
    addressDocumentCheckResult: judgeKind(kinds, task),
    addressDocumentMustNotBeExpiredCheckResult: judgeAge(findDates(lines), task),
    addressValidationCheckResult: judgeAddress(recipient, task),
    fullAddressCheckResult: judgeMatch(recipient, task),
    nameMatchCheckResult: judgeName(recipient, lines, task),
  };
  const block = mostLikely(recipient);
  const isCertain = isShown && isWhole && !isByHidden && !pages.some(isWrittenOver);
  const shown = isCertain ? judged : capAtReview(judged);
  const members = Object.entries(shown) as [AddressCheckMember, Judgement][];
  const outcomes = Object.fromEntries(members.map(([member, { outcome }]) => [member, outcome]));
  return {
    kind: 'evaluated',
    outcomes: outcomes as Record<AddressCheckMember, Outcome>,
    extracted: { extractedAddress: block && `${block.street}, ${block.place}` },
    findings: members.flatMap(([member, { outcome, code }]): AddressFinding[] =>
      code !== undefined && (outcome === 'REVIEW' || outcome === 'FAIL') ? [{ member, code, outcome }] : [],
    ),
    retryReasons: members.flatMap(([member, { retryReason }]) =>
      retryReason === undefined ? [] : [{ member, reason: retryReason }],
    ),
  };
}

/** Turns PASS into REVIEW, because the text may not be visible on the pages. */
function capAtReview(judged: Readonly<Record<AddressCheckMember, Judgement>>): typeof judged {
  const doubt = (judgement: Judgement): Judgement =>
    judgement.outcome === 'PASS' ? { outcome: 'REVIEW', code: 'TEXT_NOT_SHOWN' } : judgement;
  const entries = Object.entries(judged).map(([member, judgement]) => [member, doubt(judgement)]);
  return Object.fromEntries(entries) as typeof judged;
}

function judgeKind(kinds: readonly LetterKindFound[], { accepts }: Pick<AddressTask, 'accepts'>): Judgement {
  const retryReason = 'ADDRESS_DOCUMENT_NOT_FOUND';
  if (kinds.length === 0) return { outcome: 'FAIL', code: 'LETTER_KIND_UNKNOWN', retryReason };
  const taken = kinds.filter(({ kind }) => accepts.includes(kind));
  const accepted = taken.find(({ isSure }) => isSure) ?? taken[0];
  if (!accepted) return { outcome: 'FAIL', code: 'LETTER_KIND_NOT_ACCEPTED', retryReason };
  // A bill names the bank that collects it, so words of another kind count only if there are many more of them.
  const isOther = (kinds[0]?.words ?? 0) > 2 * accepted.words;
  return accepted.isSure && !isOther
    ? { outcome: 'PASS' }
    : { outcome: 'REVIEW', code: 'LETTER_KIND_UNSURE' };
}

/** Judges the age by the date labelled as the letter's, or else by the latest date that is not in the future. */
function judgeAge(
  dates: readonly LetterDate[],
  { now, maxAgeDays }: Pick<AddressTask, 'now' | 'maxAgeDays'>,
): Judgement {
  const ageOf = (day: string) => Math.floor((now - Date.parse(`${day}T00:00:00Z`)) / dayMs);
  // Accepts tomorrow's date, which is today further east.
  const past = dates
    .map((date) => ({ ...date, ages: date.days.map(ageOf).filter((age) => age >= -1) }))
    .filter(({ ages }) => ages.length > 0);
  const labelled = past.filter(({ isLabelled }) => isLabelled);
  const [date] = (labelled.length > 0 ? labelled : past).sort(
    (one, other) => Math.min(...one.ages) - Math.min(...other.ages),
  );
  if (!date) return { outcome: 'REVIEW', code: 'LETTER_DATE_UNKNOWN' };
  const recent = date.ages.filter((age) => age <= maxAgeDays);
  if (recent.length === 0 && date.confidence < SURE) return { outcome: 'REVIEW', code: 'READING_UNSURE' };
  if (recent.length === 0)
    return { outcome: 'FAIL', code: 'LETTER_TOO_OLD', retryReason: 'DOCUMENT_TOO_OLD' };
  if (recent.length < date.ages.length) return { outcome: 'REVIEW', code: 'LETTER_DATE_AMBIGUOUS' };
  return judgeConfidence(date.confidence);
}

/** Returns the recipient from the first page with addresses, where letters name it. */
function findRecipientOnPages(
  pages: readonly (readonly TextLine[])[],
  isAgreement: boolean,
  expected: AddressTask['expected'],
): Recipient {
  const all = pages.map((lines) => findRecipient(lines, expected));
  const found = all.find(({ kind }) => kind !== 'none') ?? { kind: 'none' };
  return isAgreement ? findTenants(pages, found) : found;
}

function mostLikely(recipient: Recipient): AddressBlock | null {
  if (recipient.kind === 'certain') return recipient.address;
  return recipient.kind === 'unclear' ? (recipient.addresses[0] ?? null) : null;
}

const unclear: Judgement = { outcome: 'REVIEW', code: 'RECIPIENT_UNCLEAR' };

function judgeAddress(recipient: Recipient, { expected }: Pick<AddressTask, 'expected'>): Judgement {
  const missing: Judgement = {
    outcome: 'FAIL',
    code: 'ADDRESS_INCOMPLETE',
    retryReason: 'ADDRESS_NOT_FOUND',
  };
  if (recipient.kind === 'none') return missing;
  if (recipient.kind === 'unclear') return unclear;
  const { address } = recipient;
  if (address.isWhole) return judgeConfidence(address.confidence);
  // Without a postal code the block matched the expected address: its country may have no codes, or an unknown format.
  if (address.countries.length > 0) return missing;
  const countries = expected.address === null ? null : findCountries(expected.address);
  const lacksCode = countries !== null && [...countries].every(lacksPostalCodes);
  return lacksCode ? judgeConfidence(address.confidence) : { outcome: 'REVIEW', code: 'ADDRESS_INCOMPLETE' };
}

function judgeMatch(recipient: Recipient, { expected }: Pick<AddressTask, 'expected'>): Judgement {
  if (expected.address === null) return { outcome: 'NOT_PERFORMED' };
  // `judgeAddress` asks for another letter; until then nothing was compared.
  if (recipient.kind === 'none') return { outcome: 'NOT_PERFORMED' };
  if (recipient.kind === 'unclear') return unclear;
  const { address } = recipient;
  const likeness = compareAddress(expected.address, address.text);
  switch (likeness) {
    case 'same':
      return judgeConfidence(address.confidence);
    case 'similar':
      return { outcome: 'REVIEW', code: 'ADDRESS_SIMILAR' };
    case 'different':
      if (address.confidence < CERTAIN) return { outcome: 'REVIEW', code: 'READING_UNSURE' };
      // Address formats of other countries are not known well enough to fail a letter.
      return isInSameCountry(expected.address, address)
        ? { outcome: 'FAIL', code: 'ADDRESS_DIFFERENT' }
        : { outcome: 'REVIEW', code: 'ADDRESS_DIFFERENT' };
    case 'not-comparable':
      return { outcome: 'REVIEW', code: 'NOT_COMPARABLE' };
    default:
      return assertNever(likeness);
  }
}

function isInSameCountry(expected: string, { countries }: AddressBlock): boolean {
  const possible = findCountries(expected);
  return possible !== null && countries.some((country) => possible.has(country));
}

/**
 * Judges the name, which must stand with the address. A name elsewhere on the letter is REVIEW if the recipient is uncertain.
 */
function judgeName(
  recipient: Recipient,
  lines: readonly TextLine[],
  { expected }: Pick<AddressTask, 'expected'>,
): Judgement {
  if (expected.fullName === null) return { outcome: 'NOT_PERFORMED' };
  const isCertain = recipient.kind === 'certain';
  const named = isCertain
    ? findNameLines(recipient.address)
    : lines.map((line) => ({ ...line, text: removeLabel(line.text) }));
  const { match, confidence } = findName(expected.fullName, named);
  switch (match) {
    case 'same':
      return isCertain ? judgeConfidence(confidence) : unclear;
    case 'similar':
      return { outcome: 'REVIEW', code: 'NAME_SIMILAR' };
    case 'different':
      if (!isCertain && isInText(expected.fullName, lines)) return unclear;
      return { outcome: 'FAIL', code: 'NAME_MISSING', retryReason: 'NAME_NOT_FOUND' };
    case 'not-comparable':
      return { outcome: 'REVIEW', code: 'NOT_COMPARABLE' };
    default:
      return assertNever(match);
  }
}

function judgeConfidence(confidence: number): Judgement {
  return confidence >= SURE ? { outcome: 'PASS' } : { outcome: 'REVIEW', code: 'READING_UNSURE' };
}
