import type { DocumentName, ExpectedName } from '@vendor/checks';
import type { Inputs } from '@vendor/contract';
import type { CheckFindings } from '../../check-kinds/check-findings.ts';
import type { DataKey } from '../../secrets/vault.ts';
import type { ExecutionReads } from '../execution-store.ts';
import { openJson, sealContext } from '../sealed-data.ts';
import type { StoredExecution } from '../stored-execution.ts';

/** Holder whom a document names. */
export interface NamedHolder {
  readonly fullName: string;
  /** Null: they were not read. */
  readonly names: DocumentName | null;
  /** `YYYY-MM-DD`; null: it was not read. */
  readonly birthDate: string | null;
}

/**
 * Name that another document, letter or card should show. If a document cuts off the name, or has a single name, the parts tell
 * which are missing.
 */
export function expectedNameOf({ fullName, names }: NamedHolder): ExpectedName {
  return names && (names.isCut || names.givenNames === '') ? names : fullName;
}

/** Claims of start request, forms and documents about the user. */
export interface UserClaims {
  /** ISO 3166-1 alpha-2, each once. */
  readonly countries: readonly string[];
  /** `YYYY-MM-DD`, as the start request or a form gave it, else as the document shown last has it; null: not known. */
  readonly birthDate: string | null;
  /** Holder on the document shown last, of those on which a name was read; null: there is none. */
  readonly onDocument: NamedHolder | null;
}

/**
 * Collects the known data of the user. Data from the start request or a form takes precedence over documents, because it is what
 * the check must confirm.
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
