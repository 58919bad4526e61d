import type { AddressCheckMember, AddressRetryReason, Outcome } from '@vendor/contract';
import { assertNever } from '@vendor/contract/assert-never';
import type { TextLine } from '../file/page-text.ts';
import type { AddressBlock } from './address-block.ts';
import type { AddressEvaluation, AddressFinding, AddressFindingCode, AddressTask } from './address-task.ts';
import { compareAddress } from './compare-address.ts';
import { findName, isInText } from './find-name.ts';
import { findRecipient, findTenants, nameLines, type Recipient } from './find-recipient.ts';
import { findDates, type LetterDate } from './letter-date.ts';
import { type LetterKindFound, letterKinds } from './letter-kind.ts';
import { removeLabel } from './letter-labels.ts';
import { findCountries, lacksPostalCodes } from './postal-codes.ts';
import { isWrittenOver } from './shown-lines.ts';

/** Outcome of one member, and what another letter might mend. */
interface Judgement {
  readonly outcome: Outcome;
  readonly code?: AddressFindingCode;
  readonly mendable?: AddressRetryReason;
}

/** A reading under this is at best for a person to look at. */
const SURE = 0.6;

/** Nobody is told to live elsewhere by a reading under this. */
const CERTAIN = 0.8;

/** A letter has fewer lines on a page, and shorter ones: of what is made to have more so much is looked at, and doubted. */
const MOST_LINES = 400;
const MOST_LENGTH = 500;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Judges what a letter says.
 *
 * @param allPages - its lines, page by page.
 * @param isShown - whether they are what the pages show.
 */
export function judgeLetter(
  allPages: readonly (readonly TextLine[])[],
  isShown: boolean,
  task: Pick<AddressTask, 'accepts' | 'maxAgeDays' | 'expected' | 'now'>,
): AddressEvaluation {
  const pages = allPages.map((page) =>
    page.slice(0, MOST_LINES).map((line) => ({ ...line, text: line.text.slice(0, MOST_LENGTH) })),
  );
  const isWhole = allPages.every(
    (page) => page.length <= MOST_LINES && page.every(({ text }) => text.length <= MOST_LENGTH),
  );
  // Hidden text speaks for nothing; where hardly anything is shown, all of it is judged and doubted.
  const shownPages = isShown ? pages.map((page) => page.filter(({ isHidden }) => !isHidden)) : pages;
  const lines = shownPages.flat();
  const kinds = letterKinds(lines.map(({ text }) => text));
  const isAgreement = kinds[0]?.kind === 'RENTAL_AGREEMENT';
  const found = recipientOf(shownPages, isAgreement, task.expected.address);
  const withHidden = recipientOf(pages, isAgreement, task.expected.address);
  const isByHidden = found.kind !== 'certain' && withHidden.kind === 'certain';
  const recipient = isByHidden ? withHidden : found;
  const judged: Readonly<Record<AddressCheckMember, Judgement>> = {
    addressDocumentCheckResult: judgeKind(kinds, task),
    addressDocumentMustNotBeExpiredCheckResult: judgeAge(findDates(lines), task),
    addressValidationCheckResult: judgeAddress(recipient, task),
    fullAddressCheckResult: judgeMatch(recipient, task),
    nameMatchCheckResult: judgeName(recipient, lines, task),
  };
  const block = likeliest(recipient);
  const isCertain = isShown && isWhole && !isByHidden && !pages.some(isWrittenOver);
  const shown = isCertain ? judged : doubted(judged);
  const members = Object.entries(shown) as [AddressCheckMember, Judgement][];
  const outcomes = Object.fromEntries(members.map(([member, { outcome }]) => [member, outcome]));
  return {
    kind: 'evaluated',
    outcomes: outcomes as Record<AddressCheckMember, Outcome>,
    extracted: { extractedAddress: block && `${block.street}, ${block.place}` },
    findings: members.flatMap(([member, { outcome, code }]): AddressFinding[] =>
      code !== undefined && (outcome === 'REVIEW' || outcome === 'FAIL') ? [{ member, code, outcome }] : [],
    ),
    mendable: members.flatMap(([member, { mendable }]) =>
      mendable === undefined ? [] : [{ member, reason: mendable }],
    ),
  };
}

/** Nothing passes by words that cannot be seen. */
function doubted(judged: Readonly<Record<AddressCheckMember, Judgement>>): typeof judged {
  const doubt = (judgement: Judgement): Judgement =>
    judgement.outcome === 'PASS' ? { outcome: 'REVIEW', code: 'TEXT_NOT_SHOWN' } : judgement;
  const entries = Object.entries(judged).map(([member, judgement]) => [member, doubt(judgement)]);
  return Object.fromEntries(entries) as typeof judged;
}

function judgeKind(kinds: readonly LetterKindFound[], { accepts }: Pick<AddressTask, 'accepts'>): Judgement {
  const mendable = 'ADDRESS_DOCUMENT_NOT_FOUND';
  if (kinds.length === 0) return { outcome: 'FAIL', code: 'LETTER_KIND_UNKNOWN', mendable };
  const taken = kinds.filter(({ kind }) => accepts.includes(kind));
  const accepted = taken.find(({ isSure }) => isSure) ?? taken[0];
  if (!accepted) return { outcome: 'FAIL', code: 'LETTER_KIND_NOT_ACCEPTED', mendable };
  // A bill names the bank that it is paid by: words of another kind count only when they are many more.
  const isOther = (kinds[0]?.words ?? 0) > 2 * accepted.words;
  return accepted.isSure && !isOther
    ? { outcome: 'PASS' }
    : { outcome: 'REVIEW', code: 'LETTER_KIND_UNSURE' };
}

/** By the day that is named as the letter's; where none is, by the latest that is not to come. */
function judgeAge(
  dates: readonly LetterDate[],
  { now, maxAgeDays }: Pick<AddressTask, 'now' | 'maxAgeDays'>,
): Judgement {
  const ageOf = (day: string) => Math.floor((now - Date.parse(`${day}T00:00:00Z`)) / dayMs);
  // A day ahead is today further east.
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
  if (recent.length === 0) return { outcome: 'FAIL', code: 'LETTER_TOO_OLD', mendable: 'DOCUMENT_TOO_OLD' };
  if (recent.length < date.ages.length) return { outcome: 'REVIEW', code: 'LETTER_DATE_AMBIGUOUS' };
  return byReading(date.confidence);
}

/** The recipient of the first page that has addresses: a letter says on it whom it is for. */
function recipientOf(
  pages: readonly (readonly TextLine[])[],
  isAgreement: boolean,
  expected: string | null,
): Recipient {
  const all = pages.map((lines) => findRecipient(lines, expected));
  const found = all.find(({ kind }) => kind !== 'none') ?? { kind: 'none' };
  return isAgreement ? findTenants(pages, found) : found;
}

function likeliest(recipient: Recipient): AddressBlock | null {
  if (recipient.kind === 'certain') return recipient.address;
  return recipient.kind === 'unclear' ? (recipient.addresses[0] ?? null) : null;
}

const unclear: Judgement = { outcome: 'REVIEW', code: 'RECIPIENT_UNCLEAR' };

function judgeAddress(recipient: Recipient, { expected }: Pick<AddressTask, 'expected'>): Judgement {
  const missing: Judgement = { outcome: 'FAIL', code: 'ADDRESS_INCOMPLETE', mendable: 'ADDRESS_NOT_FOUND' };
  if (recipient.kind === 'none') return missing;
  if (recipient.kind === 'unclear') return unclear;
  const { address } = recipient;
  if (address.isWhole) return byReading(address.confidence);
  // All that is expected stands there: its country may know no codes, or write them in a way that is not known here.
  if (address.countries.length > 0) return missing;
  const countries = expected.address === null ? null : findCountries(expected.address);
  const lacksCode = countries !== null && [...countries].every(lacksPostalCodes);
  return lacksCode ? byReading(address.confidence) : { outcome: 'REVIEW', code: 'ADDRESS_INCOMPLETE' };
}

function judgeMatch(recipient: Recipient, { expected }: Pick<AddressTask, 'expected'>): Judgement {
  if (expected.address === null) return { outcome: 'NOT_PERFORMED' };
  // Asks again for a name that could not be found; until then nothing was compared.
  if (recipient.kind === 'none') return { outcome: 'NOT_PERFORMED' };
  if (recipient.kind === 'unclear') return unclear;
  const { address } = recipient;
  const likeness = compareAddress(expected.address, address.text);
  switch (likeness) {
    case 'same':
      return byReading(address.confidence);
    case 'similar':
      return { outcome: 'REVIEW', code: 'ADDRESS_SIMILAR' };
    case 'different':
      if (address.confidence < CERTAIN) return { outcome: 'REVIEW', code: 'READING_UNSURE' };
      // Formats of other countries than the expected one are not known well enough to refuse anybody.
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

/** The name must stand with the address. One that stands elsewhere is for a person to see where the recipient is not certain. */
function judgeName(
  recipient: Recipient,
  lines: readonly TextLine[],
  { expected }: Pick<AddressTask, 'expected'>,
): Judgement {
  if (expected.fullName === null) return { outcome: 'NOT_PERFORMED' };
  const isCertain = recipient.kind === 'certain';
  const named = isCertain
    ? nameLines(recipient.address)
    : lines.map((line) => ({ ...line, text: removeLabel(line.text) }));
  const { match, confidence } = findName(expected.fullName, named);
  switch (match) {
    case 'same':
      return isCertain ? byReading(confidence) : unclear;
    case 'similar':
      return { outcome: 'REVIEW', code: 'NAME_SIMILAR' };
    case 'different':
      if (!isCertain && isInText(expected.fullName, lines)) return unclear;
      return { outcome: 'FAIL', code: 'NAME_MISSING', mendable: 'NAME_NOT_FOUND' };
    case 'not-comparable':
      return { outcome: 'REVIEW', code: 'NOT_COMPARABLE' };
    default:
      return assertNever(match);
  }
}

function byReading(confidence: number): Judgement {
  return confidence >= SURE ? { outcome: 'PASS' } : { outcome: 'REVIEW', code: 'READING_UNSURE' };
}
