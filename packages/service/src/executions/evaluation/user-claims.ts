import type { DocumentName, ExpectedName } from '@vendor/checks';
import type { Inputs } from '@vendor/contract';
import type { CheckFindings } from '../../check-kinds/check-findings.ts';
import type { DataKey } from '../../secrets/vault.ts';
import type { ExecutionReads } from '../execution-store.ts';
import { openJson, sealContext } from '../sealed-data.ts';
import type { StoredExecution } from '../stored-execution.ts';

/** Holder named on a document. */
export interface NamedHolder {
  readonly fullName: string;
  /** Null if the names were not read. */
  readonly names: DocumentName | null;
  /** `YYYY-MM-DD`; null if it was not read. */
  readonly birthDate: string | null;
}

/**
 * Returns the name that another document, letter or card should show. If the document truncates the name or has a single name,
 * the parts show what is missing.
 */
export function expectedNameOf({ fullName, names }: NamedHolder): ExpectedName {
  return names && (names.isCut || names.givenNames === '') ? names : fullName;
}

/** Claims about the user from the start request, forms and documents. */
export interface UserClaims {
  /** ISO 3166-1 alpha-2, without duplicates. */
  readonly countries: readonly string[];
  /** `YYYY-MM-DD`, from the start request or a form, otherwise from the last document with a birth date; null if unknown. */
  readonly birthDate: string | null;
  /** Holder on the last document on which a name was read; null if no name was read. */
  readonly onDocument: NamedHolder | null;
}

/**
 * Collects the known data about the user. Data from the start request or a form takes precedence over documents, because the
 * check must confirm it.
 */
export async function collectUserClaims(
  reads: Pick<ExecutionReads, 'checksOf'>,
  { id }: StoredExecution,
  key: DataKey,
  inputs: Inputs,
): Promise<UserClaims> {
  const countries = new Set<string>();
  let birthDate: string | null = null;
  let onDocument: NamedHolder | null = null;
  if (inputs.user_country !== undefined) countries.add(inputs.user_country);
  for (const check of await reads.checksOf(id)) {
    if (check.checkType !== 'DOCUMENT_CHECK' || !check.sealed) continue;
    const findings = openJson<CheckFindings>(key, check.sealed, sealContext.check(check.id));
    const extracted = findings.documentCheckExtractedData;
    if (extracted?.country) countries.add(extracted.country);
    birthDate = extracted?.birthDate ?? birthDate;
    if (extracted?.fullName)
      onDocument = {
        fullName: extracted.fullName,
        names: findings.holderNames ?? null,
        birthDate: extracted.birthDate,
      };
  }
  return { countries: [...countries], birthDate: inputs.user_dob ?? birthDate, onDocument };
}
