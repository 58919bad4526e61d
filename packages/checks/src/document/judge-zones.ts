import type { MrzContent } from '../mrz/parse-mrz.ts';
import { matchName } from '../name/match-name.ts';
import type { DocumentFinding } from './document-task.ts';
import { createFindings } from './judge-content.ts';

/** Data that two zones of a document have in common. */
type Zone = Pick<
  MrzContent,
  'surname' | 'givenNames' | 'isNameCut' | 'birthDate' | 'expirationDate' | 'documentNumber'
>;

/**
 * Compares a card's MRZ with its barcode, or with the MRZ on its other side. Different birth dates are FAIL, because they
 * belong to two people. Different names and numbers are REVIEW: names are truncated and spelled in different ways, and some
 * issuers number the MRZ separately.
 */
export function judgeZones(mrz: Zone, other: Zone): DocumentFinding[] {
  const against = createFindings('matchCheckResult');
  // The MRZ has only two digits of the year.
  if (differ(mrz.birthDate?.slice(2), other.birthDate?.slice(2))) return [against('ZONES_DIFFERENT', 'FAIL')];
  const name = matchName(`${other.givenNames} ${other.surname}`, {
    surname: mrz.surname,
    givenNames: mrz.givenNames,
    isCut: mrz.isNameCut || other.isNameCut,
  });
  const isAlike =
    name === 'same' &&
    !differ(mrz.expirationDate, other.expirationDate) &&
    !differ(charactersOf(mrz.documentNumber), charactersOf(other.documentNumber));
  return isAlike ? [] : [against('ZONES_DIFFERENT', 'REVIEW')];
}

/** Removes what is printed between the characters of a number; in an MRZ, that is a space in place of a filler. */
function charactersOf(number: string | null): string | null {
  return number?.replace(/[^A-Z0-9]/g, '') ?? null;
}

/** Returns whether two values differ; a missing value does not contradict the other. */
function differ(one: string | null | undefined, other: string | null | undefined): boolean {
  return typeof one === 'string' && typeof other === 'string' && one !== other;
}
