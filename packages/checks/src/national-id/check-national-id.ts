import type { Outcome } from '@vendor/contract';
import { validate as validateCpf } from 'stdnum/lib/cjs/br/cpf.js';
import { validate as validateAadhaar } from 'stdnum/lib/cjs/in/aadhaar.js';
import { validate as validateCurp } from 'stdnum/lib/cjs/mx/curp.js';
import { validate as validateSsn } from 'stdnum/lib/cjs/us/ssn.js';
import { combineFindings, type FraudEvaluation, type FraudFinding } from '../fraud/fraud-finding.ts';

/** National numbers that can be checked. */
export const nationalIdKinds = ['NIN', 'BVN', 'CPF', 'CURP', 'SSN', 'AADHAAR'] as const;
export type NationalIdKind = (typeof nationalIdKinds)[number];

/** Stable codes of findings about a national number. */
export type NationalIdFindingCode =
  /** Check digits and assigned ranges are valid, so the number may belong to somebody. */
  | 'NATIONAL_ID_POSSIBLE'
  /** The number cannot exist. */
  | 'NATIONAL_ID_IMPOSSIBLE'
  /** Numbers of this kind have no public check digit: any number of the right length may exist. */
  | 'NATIONAL_ID_UNPROVABLE'
  /** The birth date in the number matches the given one. */
  | 'NATIONAL_ID_BIRTH_DATE_AGREES'
  | 'NATIONAL_ID_BIRTH_DATE_DIFFERS'
  /** The register was not asked, or does not cover this kind of number. */
  | 'NATIONAL_ID_REGISTER_NOT_ASKED'
  /** The register confirms number and person. */
  | 'NATIONAL_ID_REGISTER_AGREES'
  /** The register confirms some of the data. */
  | 'NATIONAL_ID_REGISTER_AGREES_PARTLY'
  /** The number belongs to somebody else. */
  | 'NATIONAL_ID_REGISTER_DIFFERS'
  /** The register does not contain the number. */
  | 'NATIONAL_ID_REGISTER_UNKNOWN';

/** Answer of a national register about a number and a person. */
export type RegisterAnswer = 'MATCH' | 'PARTIAL_MATCH' | 'NO_MATCH' | 'NOT_FOUND' | 'NOT_COVERED';

/** A national number as given at the start, with facts about its holder. */
export interface NationalIdTask {
  readonly kind: NationalIdKind;
  readonly number: string;
  /** `YYYY-MM-DD`; null if not given. */
  readonly dateOfBirth: string | null;
  /** The time of the check, in milliseconds since 1970. */
  readonly now: number;
  /** Null if the register was not asked. */
  readonly register: RegisterAnswer | null;
}

export interface NationalIdEvaluation extends FraudEvaluation<NationalIdFindingCode> {
  /** Outcome for the number itself. */
  readonly number: Outcome;
  /** Outcome of the register for number and person. */
  readonly register: Outcome;
}

const rules: Record<NationalIdKind, ((number: string, now: number) => { isValid: boolean }) | null> = {
  CPF: (number) => validateCpf(number),
  // The library reads the date without its century, so that 29 February 1900 is one of 2000.
  CURP: (number, now) => (birthDateOfCurp(number, now) === null ? { isValid: false } : validateCurp(number)),
  // The library checks area, group and numbers used in advertisements, but not the serial number.
  SSN: (number) => (number.endsWith('0000') ? { isValid: false } : validateSsn(number)),
  AADHAAR: (number) => validateAadhaar(number),
  // Eleven random digits, which cannot be checked.
  NIN: null,
  BVN: null,
};

/**
 * Checks a national number by itself: check digits (CPF modulo 11, CURP, Aadhaar by Verhoeff), assigned ranges (SSN), and the
 * birth date in a CURP, which must exist and not be in the future. A possible number does not prove an identity; only the
 * national register can, if it was asked.
 */
export function checkNationalId({
  kind,
  number,
  dateOfBirth,
  register,
  now,
}: NationalIdTask): NationalIdEvaluation {
  const rule = rules[kind];
  // A number without a rule exists if the register contains it.
  const exists = rule ? rule(number.toUpperCase(), now).isValid : hasNumber(register) || undefined;
  const isPossible = repeatsOneDigit(number) ? false : exists;
  const findings: FraudFinding<NationalIdFindingCode>[] = [
    isPossible === undefined
      ? { code: 'NATIONAL_ID_UNPROVABLE', outcome: 'NOT_PERFORMED' }
      : isPossible
        ? { code: 'NATIONAL_ID_POSSIBLE', outcome: 'PASS' }
        : { code: 'NATIONAL_ID_IMPOSSIBLE', outcome: 'FAIL' },
    ...(kind === 'CURP' && isPossible ? birthDateFinding(number.toUpperCase(), dateOfBirth, now) : []),
  ];
  const outcomes = findings.map(({ outcome }) => outcome);
  const registerFinding = registerFindings[register ?? 'NOT_COVERED'];
  return {
    ...combineFindings([...findings, registerFinding]),
    number: outcomes.find((outcome) => outcome !== 'PASS') ?? 'PASS',
    register: registerFinding.outcome,
  };
}

const registerFindings: Readonly<Record<RegisterAnswer, FraudFinding<NationalIdFindingCode>>> = {
  MATCH: { code: 'NATIONAL_ID_REGISTER_AGREES', outcome: 'PASS' },
  PARTIAL_MATCH: { code: 'NATIONAL_ID_REGISTER_AGREES_PARTLY', outcome: 'REVIEW' },
  NO_MATCH: { code: 'NATIONAL_ID_REGISTER_DIFFERS', outcome: 'FAIL' },
  NOT_FOUND: { code: 'NATIONAL_ID_REGISTER_UNKNOWN', outcome: 'FAIL' },
  NOT_COVERED: { code: 'NATIONAL_ID_REGISTER_NOT_ASKED', outcome: 'NOT_PERFORMED' },
};

/**
 * Returns whether all digits are equal. Such numbers may have valid check digits, but no country assigns them: people type them
 * to get past a form.
 */
function repeatsOneDigit(number: string): boolean {
  return /^(\d)(?:\D?\1)+$/.test(number);
}

function hasNumber(register: RegisterAnswer | null): boolean {
  return register === 'MATCH' || register === 'PARTIAL_MATCH' || register === 'NO_MATCH';
}

function birthDateFinding(
  curp: string,
  dateOfBirth: string | null,
  now: number,
): FraudFinding<NationalIdFindingCode>[] {
  if (dateOfBirth === null) return [];
  return [
    birthDateOfCurp(curp, now) === dateOfBirth
      ? { code: 'NATIONAL_ID_BIRTH_DATE_AGREES', outcome: 'PASS' }
      : { code: 'NATIONAL_ID_BIRTH_DATE_DIFFERS', outcome: 'FAIL' },
  ];
}

/**
 * Returns the birth date in a CURP, `YYYY-MM-DD`; null if it does not exist or is in the future. The character before the check
 * digit is a digit for births until 1999, and a letter since 2000.
 */
function birthDateOfCurp(curp: string, now: number): string | null {
  const [, year, month, day, homonym = ''] = /^.{4}(\d\d)(\d\d)(\d\d).{6}(.).$/.exec(curp) ?? [];
  const date = `${/\d/.test(homonym) ? '19' : '20'}${year}-${month}-${day}`;
  const time = Date.parse(date);
  // Some engines read 30 February as 1 March.
  const isReal = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
  return isReal && time <= now ? date : null;
}
