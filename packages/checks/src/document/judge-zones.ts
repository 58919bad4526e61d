import type { AamvaContent } from '../aamva/parse-aamva.ts';
import type { MrzContent } from '../mrz/parse-mrz.ts';
import { matchName } from '../name/match-name.ts';
import type { DocumentFinding } from './document-task.ts';
import { createFindings } from './judge-content.ts';

/**
 * Compares a card's MRZ with its barcode. Different birth dates are FAIL, because they belong to two people. Different names
 * and numbers are REVIEW: names are truncated and spelled in different ways, and some issuers number the MRZ separately.
 */
export function judgeZones(mrz: MrzContent, barcode: AamvaContent): DocumentFinding[] {
  const against = createFindings('matchCheckResult');
  // The MRZ has only two digits of the year.
  if (differ(mrz.birthDate?.slice(2), barcode.birthDate?.slice(2)))
    return [against('ZONES_DIFFERENT', 'FAIL')];
  const name = matchName(`${barcode.givenNames} ${barcode.surname}`, {
    surname: mrz.surname,
    givenNames: mrz.givenNames,
    isCut: mrz.isNameCut || barcode.isNameCut,
  });
  const isAlike =
    name === 'same' &&
    !differ(mrz.expirationDate, barcode.expirationDate) &&
    !differ(mrz.documentNumber, barcode.documentNumber?.replace(/[^A-Z0-9]/g, ''));
  return isAlike ? [] : [against('ZONES_DIFFERENT', 'REVIEW')];
}

/** Returns whether two values differ; a missing value does not contradict the other. */
function differ(one: string | null | undefined, other: string | null | undefined): boolean {
  return typeof one === 'string' && typeof other === 'string' && one !== other;
}
