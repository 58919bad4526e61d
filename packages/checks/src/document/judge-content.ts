import type { DocumentCheckMember } from '@vendor/contract';
import { assertNever } from '@vendor/contract/assert-never';
import { findWrongCheckDigits, listCheckDigits, matchZoneLayout, readSpan } from '@vendor/vision';
import { isKnownIssuer, SPECIMEN_ISSUER } from '../mrz/issuer.ts';
import { calculateAge } from '../mrz/mrz-date.ts';
import type { MrzContent } from '../mrz/parse-mrz.ts';
import { type ExpectedName, matchExpectedName } from '../name/match-expected.ts';
import { dateInLastZone } from './current-date.ts';
import type { DocumentFinding, DocumentFindingCode, DocumentTask } from './document-task.ts';

/** Members of the result that an MRZ or a barcode decides, and the findings against the document. */
export interface ContentVerdict {
  readonly evaluated: readonly DocumentCheckMember[];
  readonly findings: readonly DocumentFinding[];
}

/** Criteria to judge the MRZ by. */
export interface ContentQuestion
  extends Pick<DocumentTask, 'expected' | 'minimumAge' | 'now' | 'acceptsSpecimens'> {
  /** `YYYY-MM-DD`, in UTC. */
  readonly today: string;
  readonly lines: readonly string[];
  /** Whether the reader changed a character. */
  readonly isCorrected: boolean;
  /** The lines in which every character covered by check digits is as the reader saw it. */
  readonly seenLines: readonly string[];
  /** Birth date in the century that the document itself implies; null if unknown. */
  readonly documentBirthDate: string | null;
}

/** Maximum validity of a document; thirty-year cards exist. */
const MAX_VALIDITY_YEARS = 31;
/** Maximum validity for holders from this age on: Czech identity cards that are issued to them are valid for 35 years. */
const MAX_VALIDITY_YEARS_OF_OLDER = 36;
const OLDER_FROM_AGE = 70;

/** Judges the content of an MRZ. */
export function judgeContent(content: MrzContent, question: ContentQuestion): ContentVerdict {
  const evaluated: DocumentCheckMember[] = [
    'formatCheckResult',
    'logicCheckResult',
    'dataIntegrityCheckResult',
    'documentValidityCheckResult',
  ];
  const findings = [
    ...judgeFormat(content, question.acceptsSpecimens),
    ...judgeLogic(content, question.today, maxValidityYears(question)),
    ...judgeIntegrity(question),
    ...judgeValidity(content, question.now),
  ];
  const { fullName, dateOfBirth } = question.expected;
  if (fullName !== null) {
    evaluated.push('nameMatchCheckResult');
    const isSameBirthDate = dateOfBirth !== null && judgeBirthDate(content, dateOfBirth).length === 0;
    findings.push(...judgeName(content, fullName, isSameBirthDate));
  }
  if (dateOfBirth !== null) {
    evaluated.push('dateOfBirthCheckResult');
    findings.push(...judgeBirthDate(content, dateOfBirth));
  }
  const { minimumAge, now, documentBirthDate } = question;
  if (minimumAge !== null) {
    evaluated.push('ageVerificationCheckResult');
    const found = judgeAge(content, minimumAge, now);
    const isUnproven =
      found.length === 0 && judgeAge({ birthDate: documentBirthDate }, minimumAge, now).length > 0;
    findings.push(...found, ...(isUnproven ? doubtCentury(evaluated) : []));
  }
  // A corrected reading is doubtful as a whole, because check digits do not show which character was wrong.
  if (question.isCorrected) {
    for (const member of evaluated) findings.push({ member, code: 'READING_CORRECTED', outcome: 'REVIEW' });
  }
  return { evaluated, findings };
}

function judgeFormat(
  { malformed, issuer, nationality }: MrzContent,
  acceptsSpecimens: boolean,
): DocumentFinding[] {
  const against = createFindings('formatCheckResult');
  return [
    ...(malformed.length > 0 ? [against('FIELD_MALFORMED', 'REVIEW')] : []),
    ...(isKnownIssuer(issuer) && isKnownIssuer(nationality) ? [] : [against('ISSUER_UNKNOWN', 'REVIEW')]),
    ...(issuer === SPECIMEN_ISSUER && !acceptsSpecimens ? [against('SPECIMEN', 'FAIL')] : []),
  ];
}

/** Dates of an MRZ or a barcode; null if unknown. */
type Dates = Pick<MrzContent, 'birthDate' | 'expirationDate'>;

/** Judges whether dates are in order and plausible. */
export function judgeLogic(
  { birthDate, expirationDate }: Dates,
  today: string,
  maxYears = MAX_VALIDITY_YEARS,
): DocumentFinding[] {
  const against = createFindings('logicCheckResult');
  const lastYear = Number(today.slice(0, 4)) + maxYears;
  return [
    ...(birthDate === null ? [against('BIRTH_DATE_UNKNOWN', 'REVIEW')] : []),
    ...(birthDate !== null && expirationDate !== null && birthDate >= expirationDate
      ? [against('BIRTH_AFTER_EXPIRATION', 'FAIL')]
      : []),
    ...(expirationDate !== null && Number(expirationDate.slice(0, 4)) > lastYear
      ? [against('EXPIRATION_IMPLAUSIBLE', 'REVIEW')]
      : []),
  ];
}

/** Returns the maximum validity by the document's own birth date, because the user may have typed another century. */
function maxValidityYears({
  documentBirthDate,
  today,
}: Pick<ContentQuestion, 'documentBirthDate' | 'today'>): number {
  const isOlder = documentBirthDate !== null && calculateAge(documentBirthDate, today) >= OLDER_FROM_AGE;
  return isOlder ? MAX_VALIDITY_YEARS_OF_OLDER : MAX_VALIDITY_YEARS;
}

/** Judges the check digits. Wrong ones are FAIL only if every character that they cover was read with certainty. */
function judgeIntegrity({
  lines,
  seenLines,
}: Pick<ContentQuestion, 'lines' | 'seenLines'>): DocumentFinding[] {
  const against = createFindings('dataIntegrityCheckResult');
  const layout = matchZoneLayout(lines);
  if (!layout) return [against('CHECK_DIGIT_WRONG', 'REVIEW')];
  const wrong = findWrongCheckDigits(layout, lines);
  if (wrong.length === 0) return [];
  const isSeen = listCheckDigits(layout)
    .filter(({ part }) => wrong.includes(part))
    .some(({ spans, digit }) =>
      [...spans, digit].every((span) => readSpan(lines, span) === readSpan(seenLines, span)),
    );
  return [against('CHECK_DIGIT_WRONG', isSeen ? 'FAIL' : 'REVIEW')];
}

/**
 * Judges the expiry date; the document is valid through that day, wherever its holder is. If the date is not known exactly, the
 * latest possible date counts.
 */
export function judgeValidity(
  {
    expirationDate,
    isPermanent,
    latestExpirationDate,
  }: Pick<MrzContent, 'expirationDate' | 'isPermanent' | 'latestExpirationDate'>,
  now: number,
): DocumentFinding[] {
  const against = createFindings('documentValidityCheckResult');
  if (isPermanent) return [];
  const latest = expirationDate ?? latestExpirationDate;
  if (latest !== undefined && latest < dateInLastZone(now)) return [against('EXPIRED', 'FAIL')];
  return expirationDate === null ? [against('EXPIRATION_DATE_UNKNOWN', 'REVIEW')] : [];
}

export function judgeName(
  { surname, givenNames, isNameCut }: Pick<MrzContent, 'surname' | 'givenNames' | 'isNameCut'>,
  fullName: ExpectedName,
  isSameBirthDate: boolean,
): DocumentFinding[] {
  const against = createFindings('nameMatchCheckResult');
  const match = matchExpectedName(fullName, { surname, givenNames, isCut: isNameCut }, isSameBirthDate);
  switch (match) {
    case 'same':
      return [];
    case 'similar':
      return [against('NAME_SIMILAR', 'REVIEW')];
    case 'different':
      return [against('NAME_DIFFERENT', 'FAIL')];
    case 'not-comparable':
      return [against('NAME_NOT_COMPARABLE', 'REVIEW')];
    default:
      return assertNever(match);
  }
}

/**
 * Judges the age; the minimum age itself passes. The time zone of the holder is unknown: they pass if they have the age
 * everywhere on earth (UTC−12), and fail if they have it nowhere (UTC+14).
 */
export function judgeAge(
  { birthDate }: Pick<Dates, 'birthDate'>,
  minimumAge: number,
  now: number,
): DocumentFinding[] {
  const against = createFindings('ageVerificationCheckResult');
  if (birthDate === null) return [against('BIRTH_DATE_UNKNOWN', 'REVIEW')];
  const ageAt = (utcOffsetHours: number) =>
    calculateAge(birthDate, new Date(now + utcOffsetHours * 3_600_000).toISOString().slice(0, 10));
  if (ageAt(14) < minimumAge) return [against('UNDER_MINIMUM_AGE', 'FAIL')];
  return ageAt(-12) < minimumAge ? [against('AGE_DEPENDS_ON_TIME_ZONE', 'REVIEW')] : [];
}

/** Reports that only the expected date states the century on which the age depends. */
function doubtCentury(evaluated: readonly DocumentCheckMember[]): DocumentFinding[] {
  return (['ageVerificationCheckResult', 'dateOfBirthCheckResult'] as const)
    .filter((member) => evaluated.includes(member))
    .map((member) => createFindings(member)('CENTURY_UNPROVEN', 'REVIEW'));
}

/** Compares only the last two digits of the year, because the MRZ has no others. */
function judgeBirthDate({ birthDate }: MrzContent, expected: string): DocumentFinding[] {
  const against = createFindings('dateOfBirthCheckResult');
  if (birthDate === null) return [against('BIRTH_DATE_UNKNOWN', 'REVIEW')];
  return birthDate.slice(2) === expected.slice(2) ? [] : [against('DATE_OF_BIRTH_DIFFERENT', 'FAIL')];
}

export function createFindings(member: DocumentCheckMember) {
  return (code: DocumentFindingCode, outcome: 'REVIEW' | 'FAIL'): DocumentFinding => ({
    member,
    code,
    outcome,
  });
}
