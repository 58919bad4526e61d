import type { DocumentCheckMember } from '@vendor/contract';
import { type BarcodeAnomaly, findAnomalies } from '../aamva/find-anomalies.ts';
import { removeSuffix } from '../aamva/licence-names.ts';
import type { AamvaContent } from '../aamva/parse-aamva.ts';
import type { ExpectedName } from '../name/match-expected.ts';
import { hasSuffix } from '../name/name-codes.ts';
import type { DocumentFinding, DocumentTask } from './document-task.ts';
import {
  type ContentVerdict,
  createFindings,
  judgeAge,
  judgeLogic,
  judgeName,
  judgeValidity,
} from './judge-content.ts';

/** Criteria to judge a barcode by. */
export interface BarcodeQuestion extends Pick<DocumentTask, 'expected' | 'minimumAge' | 'now'> {
  /** `YYYY-MM-DD`, in UTC. */
  readonly today: string;
}

/** Anomalies that no issuer causes by mistake. All others occur on genuine cards and are REVIEW. */
const impossible: readonly BarcodeAnomaly[] = ['BARCODE_COUNTRY_DIFFERENT', 'BARCODE_DATES_IMPOSSIBLE'];

/** Judges a card without an MRZ by its barcode. */
export function judgeBarcode(content: AamvaContent, question: BarcodeQuestion): ContentVerdict {
  const { expected, minimumAge, now, today } = question;
  const evaluated: DocumentCheckMember[] = [
    'barcodeAnomalyCheckResult',
    'formatCheckResult',
    'logicCheckResult',
    'dataIntegrityCheckResult',
    'documentValidityCheckResult',
  ];
  const findings = [
    ...judgeStructure(content, today),
    ...judgeFormat(content),
    ...judgeDates(content, today),
    ...judgeIntegrity(content),
    ...judgeValidity(content, now),
  ];
  if (expected.fullName !== null) {
    evaluated.push('nameMatchCheckResult');
    const { fullName, dateOfBirth } = expected;
    const isSameBirthDate = dateOfBirth !== null && judgeBirthDate(content, dateOfBirth).length === 0;
    findings.push(...judgeNameWithSuffix(content, fullName, isSameBirthDate));
  }
  if (expected.dateOfBirth !== null) {
    evaluated.push('dateOfBirthCheckResult');
    findings.push(...judgeBirthDate(content, expected.dateOfBirth));
  }
  if (minimumAge !== null) {
    evaluated.push('ageVerificationCheckResult');
    findings.push(...judgeAge(content, minimumAge, now));
  }
  return { evaluated, findings };
}

/** Judges the name together with its suffix, which a barcode states in an element of its own. */
function judgeNameWithSuffix(
  content: AamvaContent,
  expected: ExpectedName,
  isSameBirthDate: boolean,
): DocumentFinding[] {
  const { surname, givenNames, suffix, isNameCut } = content;
  // A truncated name of one word ends where it was cut.
  const endsAtCut = isNameCut && givenNames === '';
  const name = typeof expected === 'string' ? removeSuffix(expected, suffix) : expected;
  const hasOtherSuffix = name === expected && suffix !== null && hasSuffix(suffix) && !endsAtCut;
  const found = hasOtherSuffix ? { ...content, surname: `${surname} ${suffix}` } : content;
  return judgeName(found, name, isSameBirthDate);
}

/** Age of the holder until which licences of Arizona are valid. */
const ARIZONA_AGE = 65;

/** Judges whether dates are in order and plausible. Cards of other issuers are valid for at most three decades. */
function judgeDates(content: AamvaContent, today: string): DocumentFinding[] {
  const { issuer, birthDate, expirationDate } = content;
  const isUntilAge =
    issuer?.state === 'AZ' &&
    birthDate !== null &&
    expirationDate !== null &&
    expirationDate <= `${Number(birthDate.slice(0, 4)) + ARIZONA_AGE}${birthDate.slice(4)}`;
  return judgeLogic(content, today).filter(({ code }) => !(isUntilAge && code === 'EXPIRATION_IMPLAUSIBLE'));
}

/** Judges whether the barcode conforms to its standard. */
export function judgeStructure(content: AamvaContent, today: string): DocumentFinding[] {
  const against = createFindings('barcodeAnomalyCheckResult');
  return findAnomalies(content, today).map((anomaly) =>
    against(anomaly, impossible.includes(anomaly) ? 'FAIL' : 'REVIEW'),
  );
}

function judgeFormat({ malformed, surname }: AamvaContent): DocumentFinding[] {
  const isMalformed = malformed.length > 0 || surname === '';
  return isMalformed ? [createFindings('formatCheckResult')('FIELD_MALFORMED', 'REVIEW')] : [];
}

/** Judges the stated lengths, which must match because a code that was read has passed error correction. */
function judgeIntegrity({ subfiles }: AamvaContent): DocumentFinding[] {
  return subfiles.areLengthsRight
    ? []
    : [createFindings('dataIntegrityCheckResult')('BARCODE_LENGTHS_WRONG', 'REVIEW')];
}

function judgeBirthDate({ birthDate }: AamvaContent, expected: string): DocumentFinding[] {
  const against = createFindings('dateOfBirthCheckResult');
  if (birthDate === null) return [against('BIRTH_DATE_UNKNOWN', 'REVIEW')];
  return birthDate === expected ? [] : [against('DATE_OF_BIRTH_DIFFERENT', 'FAIL')];
}
