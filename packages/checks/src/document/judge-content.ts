import type { DocumentCheckMember } from '@vendor/contract';
import { assertNever } from '@vendor/contract/assert-never';
import { findWrongCheckDigits, listCheckDigits, matchZoneLayout, readSpan } from '@vendor/vision';
import { isKnownIssuer, SPECIMEN_ISSUER } from '../mrz/issuer.ts';
import { calculateAge } from '../mrz/mrz-date.ts';
import type { MrzContent } from '../mrz/parse-mrz.ts';
import { type ExpectedName, matchExpectedName } from '../name/match-expected.ts';
import type { DocumentFinding, DocumentFindingCode, DocumentTask } from './document-task.ts';

/** Members of the result that an MRZ or a barcode decides, and the findings against the document. */
export interface ContentVerdict {
  readonly evaluated: readonly DocumentCheckMember[];
  readonly findings: readonly DocumentFinding[];
}

/** Criteria to judge the MRZ by. */
export interface ContentQuestion extends Pick<DocumentTask, 'expected' | 'minimumAge' | 'acceptsSpecimens'> {
  /** `YYYY-MM-DD`, in UTC. */
  readonly today: string;
  readonly lines: readonly string[];
  /** Whether the reader changed a character. */
  readonly isCorrected: boolean;
  /** The lines in which every character covered by check digits is as the reader saw it. */
  readonly seenLines: readonly string[];
}

/** Maximum validity of a document; thirty-year cards exist. */
const MAX_VALIDITY_YEARS = 31;

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
    ...judgeLogic(content, question.today),
    ...judgeIntegrity(question),
    ...judgeValidity(content, question.today),
  ];
  const { fullName, dateOfBirth } = question.expected;
  if (fullName !== null) {
    evaluated.push('nameMatchCheckResult');
    findings.push(...judgeName(content, fullName));
  }
  if (dateOfBirth !== null) {
    evaluated.push('dateOfBirthCheckResult');
    findings.push(...judgeBirthDate(content, dateOfBirth));
  }
  if (question.minimumAge !== null) {
    evaluated.push('ageVerificationCheckResult');
    findings.push(...judgeAge(content, question.minimumAge, question.today));
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

export function judgeLogic({ birthDate, expirationDate }: Dates, today: string): DocumentFinding[] {
  const against = createFindings('logicCheckResult');
  const lastYear = Number(today.slice(0, 4)) + MAX_VALIDITY_YEARS;
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
 * Judges the expiry date; the document is valid through that day. If the date is not known exactly, the latest possible date
 * counts.
 */
export function judgeValidity(
  {
    expirationDate,
    isPermanent,
    latestExpirationDate,
  }: Pick<MrzContent, 'expirationDate' | 'isPermanent' | 'latestExpirationDate'>,
  today: string,
): DocumentFinding[] {
  const against = createFindings('documentValidityCheckResult');
  if (isPermanent) return [];
  const latest = expirationDate ?? latestExpirationDate;
  if (latest !== undefined && latest < today) return [against('EXPIRED', 'FAIL')];
  return expirationDate === null ? [against('EXPIRATION_DATE_UNKNOWN', 'REVIEW')] : [];
}

export function judgeName(
  { surname, givenNames, isNameCut }: Pick<MrzContent, 'surname' | 'givenNames' | 'isNameCut'>,
  fullName: ExpectedName,
): DocumentFinding[] {
  const against = createFindings('nameMatchCheckResult');
  const match = matchExpectedName(fullName, { surname, givenNames, isCut: isNameCut });
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

/** Judges the age; the minimum age itself passes. */
export function judgeAge(
  { birthDate }: Pick<Dates, 'birthDate'>,
  minimumAge: number,
  today: string,
): DocumentFinding[] {
  const against = createFindings('ageVerificationCheckResult');
  if (birthDate === null) return [against('BIRTH_DATE_UNKNOWN', 'REVIEW')];
  return calculateAge(birthDate, today) < minimumAge ? [against('UNDER_MINIMUM_AGE', 'FAIL')] : [];
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
