import type { Inputs, Outcome } from '@vendor/contract';
import type { AdminAgreement } from '@vendor/contract/admin';
import type { CheckFindings } from '../../check-kinds/check-findings.ts';
import { cellOf } from './mask.ts';

/** A check with its findings. */
interface FoundCheck {
  readonly nodeId: string;
  readonly findings: CheckFindings;
}

type Field = AdminAgreement['field'];
type Source = AdminAgreement['cells'][number]['source'];

const fields: readonly Field[] = [
  'name',
  'birthDate',
  'documentNumber',
  'country',
  'gender',
  'address',
  'postalCode',
  'cardNumber',
];

/** Members of check results that compare a field. */
const rules: Partial<Record<Field, readonly string[]>> = {
  name: ['nameMatchCheckResult'],
  birthDate: ['dateOfBirthCheckResult'],
  address: ['fullAddressCheckResult'],
};

/**
 * Puts side by side what the start request, forms, documents, letters and cards say about the user. Leaves out fields that only
 * one source states and no check compared.
 */
export function fieldAgreement(
  inputs: Partial<Inputs>,
  checks: readonly FoundCheck[],
  isMasked: boolean,
): AdminAgreement[] {
  return fields.flatMap((field) => {
    const stated = [
      ...statedBy('sent', null, sentValues(inputs)[field]),
      ...checks.flatMap(({ nodeId, findings }) => [
        ...statedBy('document', nodeId, documentValues(findings)[field]),
        ...statedBy('letter', nodeId, letterValues(findings)[field]),
        ...statedBy('card', nodeId, cardValues(findings)[field]),
      ]),
    ];
    const compared = comparedBy(field, checks);
    if (stated.length < 2 && compared === null) return [];
    const cells = stated.map(({ source, nodeId, value }) => ({
      source,
      nodeId,
      value: cellOf(field, value, isMasked),
    }));
    return { field, cells, rule: compared?.rule ?? null, outcome: compared?.outcome ?? null };
  });
}

type Values = Partial<Record<Field, string | null | undefined>>;

function statedBy(source: Source, nodeId: string | null, value: string | null | undefined) {
  return value === undefined || value === null || value === '' ? [] : [{ source, nodeId, value }];
}

/** Returns the name of the user among the inputs, whole or put together of its parts; empty if there is none. */
export function sentName({
  user_fullname,
  user_firstname,
  user_middlename,
  user_lastname,
}: Partial<Inputs>): string {
  return user_fullname ?? [user_firstname, user_middlename, user_lastname].filter(Boolean).join(' ');
}

function sentValues(inputs: Partial<Inputs>): Values {
  const lines = [inputs.user_street, inputs.user_street2, inputs.user_city, inputs.user_region].filter(
    Boolean,
  );
  return {
    name: sentName(inputs),
    birthDate: inputs.user_dob,
    documentNumber: inputs.user_photoid_number,
    country: inputs.user_country,
    gender: inputs.user_gender,
    address: inputs.user_address ?? lines.join(', '),
    postalCode: inputs.user_zip,
  };
}

function documentValues({ documentCheckExtractedData: read }: CheckFindings): Values {
  return read ? { ...read, name: read.fullName } : {};
}

function letterValues({ proofOfAddressExtractedData: read }: CheckFindings): Values {
  return { address: read?.extractedAddress };
}

function cardValues({ creditCardVerificationResult: read }: CheckFindings): Values {
  return { cardNumber: read?.lastFour };
}

/** Finds the first member that compared a field with an outcome. */
function comparedBy(field: Field, checks: readonly FoundCheck[]): { rule: string; outcome: Outcome } | null {
  for (const { findings } of checks)
    for (const result of [
      findings.documentCheckResult,
      findings.proofOfAddressCheckResult,
      findings.creditCardVerificationResult,
    ])
      for (const rule of rules[field] ?? []) {
        const outcome = (result as Record<string, unknown> | undefined)?.[rule] as Outcome | undefined;
        if (outcome !== undefined && outcome !== 'NOT_PERFORMED') return { rule, outcome };
      }
  return null;
}
