import { assertNever } from '@vendor/contract/assert-never';
import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { combineFindings, type FraudEvaluation, type FraudFinding } from './fraud-finding.ts';

/** Line types of a phone number. */
export type PhoneLineType = 'MOBILE' | 'FIXED_LINE' | 'FIXED_LINE_OR_MOBILE' | 'VOIP' | 'OTHER';

/** Stable codes of findings about a phone number. */
export type PhoneFindingCode =
  | 'PHONE_NUMBER_VALID'
  /** Not assigned by the country's numbering plan. */
  | 'PHONE_NUMBER_INVALID'
  | 'PHONE_LINE_TYPE_PERSONAL'
  /** Number of an internet service, which anybody can get from anywhere. */
  | 'PHONE_LINE_TYPE_VOIP'
  /** Toll-free, premium, pager, voicemail and others: not a personal number. */
  | 'PHONE_LINE_TYPE_NOT_PERSONAL'
  /** The country's numbering plan does not distinguish line types. */
  | 'PHONE_LINE_TYPE_UNKNOWN'
  /** Carrier of the number was not looked up. */
  | 'PHONE_CARRIER_UNKNOWN'
  /** Whether the number is in use was not checked. */
  | 'PHONE_REACHABILITY_UNKNOWN';

export interface PhoneEvaluation extends FraudEvaluation<PhoneFindingCode> {
  /** ISO 3166-1 alpha-2; null for invalid numbers and those of no country. */
  readonly country: string | null;
  readonly lineType: PhoneLineType | null;
}

const NOT_LOOKED_AT: readonly FraudFinding<PhoneFindingCode>[] = [
  { code: 'PHONE_CARRIER_UNKNOWN', outcome: 'NOT_PERFORMED' },
  { code: 'PHONE_REACHABILITY_UNKNOWN', outcome: 'NOT_PERFORMED' },
];

/**
 * Checks a phone number without network access: whether its country's numbering plan assigns it, and its line type
 * (libphonenumber's full metadata).
 *
 * @param phoneNumber - with `+` and the country code.
 */
export function checkPhone(phoneNumber: string): PhoneEvaluation {
  const parsed = phoneNumber.startsWith('+') ? parsePhoneNumberFromString(phoneNumber) : undefined;
  if (!parsed?.isValid()) {
    const findings = [{ code: 'PHONE_NUMBER_INVALID', outcome: 'FAIL' }] as const;
    return { ...combineFindings<PhoneFindingCode>(findings), country: null, lineType: null };
  }
  const lineType = lineTypeOf(parsed.getType());
  const findings: readonly FraudFinding<PhoneFindingCode>[] = [
    { code: 'PHONE_NUMBER_VALID', outcome: 'PASS' },
    lineFinding(lineType),
    ...NOT_LOOKED_AT,
  ];
  return { ...combineFindings(findings), country: parsed.country ?? null, lineType };
}

function lineTypeOf(type: NumberType | undefined): PhoneLineType | null {
  switch (type) {
    case undefined:
      return null;
    case 'MOBILE':
    case 'FIXED_LINE':
    case 'FIXED_LINE_OR_MOBILE':
    case 'VOIP':
      return type;
    case 'PERSONAL_NUMBER':
      return 'FIXED_LINE_OR_MOBILE';
    case 'PREMIUM_RATE':
    case 'TOLL_FREE':
    case 'SHARED_COST':
    case 'PAGER':
    case 'UAN':
    case 'VOICEMAIL':
      return 'OTHER';
    default:
      return assertNever(type);
  }
}

function lineFinding(lineType: PhoneLineType | null): FraudFinding<PhoneFindingCode> {
  switch (lineType) {
    case null:
      return { code: 'PHONE_LINE_TYPE_UNKNOWN', outcome: 'NOT_PERFORMED' };
    case 'VOIP':
      return { code: 'PHONE_LINE_TYPE_VOIP', outcome: 'REVIEW' };
    case 'OTHER':
      return { code: 'PHONE_LINE_TYPE_NOT_PERSONAL', outcome: 'REVIEW' };
    case 'MOBILE':
    case 'FIXED_LINE':
    case 'FIXED_LINE_OR_MOBILE':
      return { code: 'PHONE_LINE_TYPE_PERSONAL', outcome: 'PASS' };
    default:
      return assertNever(lineType);
  }
}
