import type { DocumentCheckMember } from '@vendor/contract';
import { type BarcodeAnomaly, findAnomalies } from '../aamva/find-anomalies.ts';
import { removeSuffix } from '../aamva/licence-names.ts';
import type { AamvaContent } from '../aamva/parse-aamva.ts';
import type { DocumentFinding, DocumentTask } from './document-task.ts';
import {
  type ContentVerdict,
  createFindings,
  judgeAge,
  judgeLogic,
  judgeName,
  judgeValidity,
} from './judge-content.ts';

/** Conditions that a barcode is judged by. */
export interface BarcodeQuestion extends Pick<DocumentTask, 'expected' | 'minimumAge'> {
  /** `YYYY-MM-DD`, in UTC. */
  readonly today: string;
}

/** Anomalies that no issuer causes by mistake. All others occur on genuine cards, so a person reviews them. */
const impossible: readonly BarcodeAnomaly[] = ['BARCODE_COUNTRY_DIFFERENT', 'BARCODE_DATES_IMPOSSIBLE'];

/** Judges a card without machine readable lines by its barcode. */
export function judgeBarcode(content: AamvaContent, question: BarcodeQuestion): ContentVerdict {
  const { expected, minimumAge, today } = question;
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
    ...judgeValidity(content, today),
  ];
  if (expected.fullName !== null) {
    evaluated.push('nameMatchCheckResult');
    const { fullName } = expected;
    const name = typeof fullName === 'string' ? removeSuffix(fullName, content.suffix) : fullName;
    findings.push(...judgeName(content, name));
  }
  if (expected.dateOfBirth !== null) {
    evaluated.push('dateOfBirthCheckResult');
    findings.push(...judgeBirthDate(content, expected.dateOfBirth));
  }
  if (minimumAge !== null) {
    evaluated.push('ageVerificationCheckResult');
    findings.push(...judgeAge(content, minimumAge, today));
  }
  return { evaluated, findings };
}

/** Licences of Arizona are good until the holder is so old. */
const ARIZONA_AGE = 65;

/** Whether dates are in order and plausible; no other issuer's card is good for more than three decades. */
function judgeDates(content: AamvaContent, today: string): DocumentFinding[] {
  const { issuer, birthDate, expirationDate } = content;
  const isUntilAge =
    issuer?.state === 'AZ' &&
    birthDate !== null &&
    expirationDate !== null &&
    expirationDate <= `${Number(birthDate.slice(0, 4)) + ARIZONA_AGE}${birthDate.slice(4)}`;
  return judgeLogic(content, today).filter(({ code }) => !(isUntilAge && code === 'EXPIRATION_IMPLAUSIBLE'));
}

/** Whether the barcode is as its standard wants it. */
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

/** A code that was read has passed its error correction, so its content must have the stated length. */
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
