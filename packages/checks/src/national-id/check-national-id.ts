import type { Outcome } from '@vendor/contract';
import { validate as validateCpf } from 'stdnum/lib/cjs/br/cpf.js';
import { validate as validateAadhaar } from 'stdnum/lib/cjs/in/aadhaar.js';
import { getBirthDate as birthDateOfCurp, validate as validateCurp } from 'stdnum/lib/cjs/mx/curp.js';
import { validate as validateSsn } from 'stdnum/lib/cjs/us/ssn.js';
import { combineFindings, type FraudEvaluation, type FraudFinding } from '../fraud/fraud-finding.ts';

/** The national numbers that there is a check for. */
export const nationalIdKinds = ['NIN', 'BVN', 'CPF', 'CURP', 'SSN', 'AADHAAR'] as const;
export type NationalIdKind = (typeof nationalIdKinds)[number];

/** Stable codes of what a national number is found to be. */
export type NationalIdFindingCode =
  /** Its check digits, or the ranges that are given out, allow it: somebody may have it. */
  | 'NATIONAL_ID_POSSIBLE'
  /** Nobody can have it. */
  | 'NATIONAL_ID_IMPOSSIBLE'
  /** Its kind has no check digit that is public: any number of its length could be one. */
  | 'NATIONAL_ID_UNPROVABLE'
  /** The birth date that it carries is the one that was given. */
  | 'NATIONAL_ID_BIRTH_DATE_AGREES'
  | 'NATIONAL_ID_BIRTH_DATE_DIFFERS'
  /** Whose number it is, the register of the state was not asked, or it has none of the kind. */
  | 'NATIONAL_ID_REGISTER_NOT_ASKED'
  /** The register says that it is that person's. */
  | 'NATIONAL_ID_REGISTER_AGREES'
  /** Some of what was asked is as the register has it. */
  | 'NATIONAL_ID_REGISTER_AGREES_PARTLY'
  /** Number that belongs to somebody else. */
  | 'NATIONAL_ID_REGISTER_DIFFERS'
  /** Number that belongs to nobody. */
  | 'NATIONAL_ID_REGISTER_UNKNOWN';

/** Answer of a state's register about a number and a person. */
export type RegisterAnswer = 'MATCH' | 'PARTIAL_MATCH' | 'NO_MATCH' | 'NOT_FOUND' | 'NOT_COVERED';

/** A number as the start request gave it, and what was said about its holder. */
export interface NationalIdTask {
  readonly kind: NationalIdKind;
  readonly number: string;
  /** `YYYY-MM-DD`; null where nothing was said. */
  readonly dateOfBirth: string | null;
  /** Null: it was not asked. */
  readonly register: RegisterAnswer | null;
}

export interface NationalIdEvaluation extends FraudEvaluation<NationalIdFindingCode> {
  /** Outcome of looking at the number alone. */
  readonly number: Outcome;
  /** Whether it is that person's. */
  readonly register: Outcome;
}

const rules: Record<NationalIdKind, ((number: string) => { isValid: boolean }) | null> = {
  CPF: validateCpf,
  CURP: validateCurp,
  // The library looks at areas, groups and the numbers of advertisements, but not at the serial number.
  SSN: (number) => (number.endsWith('0000') ? { isValid: false } : validateSsn(number)),
  AADHAAR: validateAadhaar,
  // Eleven digits, given out at random: nothing in them can be checked.
  NIN: null,
  BVN: null,
};

/**
 * Looks at a national number by itself: check digits (CPF modulo 11, CURP, Aadhaar after Verhoeff), the ranges that are
 * given out (SSN), and the birth date that a CURP carries. A possible number is no identity: that only the register of the
 * state can tell, where it was asked.
 */
export function checkNationalId({
  kind,
  number,
  dateOfBirth,
  register,
}: NationalIdTask): NationalIdEvaluation {
  const rule = rules[kind];
  // A number that the register has is one, whatever can be told of it by itself.
  const looked = rule ? rule(number.toUpperCase()).isValid : hasNumber(register) || undefined;
  const isPossible = repeatsOneDigit(number) ? false : looked;
  const findings: FraudFinding<NationalIdFindingCode>[] = [
    isPossible === undefined
      ? { code: 'NATIONAL_ID_UNPROVABLE', outcome: 'NOT_PERFORMED' }
      : isPossible
        ? { code: 'NATIONAL_ID_POSSIBLE', outcome: 'PASS' }
        : { code: 'NATIONAL_ID_IMPOSSIBLE', outcome: 'FAIL' },
    ...(kind === 'CURP' && isPossible ? birthDateFinding(number, dateOfBirth) : []),
  ];
  const looks = findings.map(({ outcome }) => outcome);
  const told = registerFindings[register ?? 'NOT_COVERED'];
  return {
    ...combineFindings([...findings, told]),
    number: looks.find((outcome) => outcome !== 'PASS') ?? 'PASS',
    register: told.outcome,
  };
}

const registerFindings: Readonly<Record<RegisterAnswer, FraudFinding<NationalIdFindingCode>>> = {
  MATCH: { code: 'NATIONAL_ID_REGISTER_AGREES', outcome: 'PASS' },
  PARTIAL_MATCH: { code: 'NATIONAL_ID_REGISTER_AGREES_PARTLY', outcome: 'REVIEW' },
  NO_MATCH: { code: 'NATIONAL_ID_REGISTER_DIFFERS', outcome: 'FAIL' },
  NOT_FOUND: { code: 'NATIONAL_ID_REGISTER_UNKNOWN', outcome: 'FAIL' },
  NOT_COVERED: { code: 'NATIONAL_ID_REGISTER_NOT_ASKED', outcome: 'NOT_PERFORMED' },
};

/** One digit throughout can have right check digits, and no country gives it out: people type it to get on. */
function repeatsOneDigit(number: string): boolean {
  return /^(\d)(?:\D?\1)+$/.test(number);
}

function hasNumber(register: RegisterAnswer | null): boolean {
  return register === 'MATCH' || register === 'PARTIAL_MATCH' || register === 'NO_MATCH';
}

function birthDateFinding(curp: string, dateOfBirth: string | null): FraudFinding<NationalIdFindingCode>[] {
  const carried = birthDateOfCurp(curp.toUpperCase());
  if (dateOfBirth === null || !carried) return [];
  const date = [
    String(carried.getFullYear()).padStart(4, '0'),
    String(carried.getMonth() + 1).padStart(2, '0'),
    String(carried.getDate()).padStart(2, '0'),
  ].join('-');
  return [
    date === dateOfBirth
      ? { code: 'NATIONAL_ID_BIRTH_DATE_AGREES', outcome: 'PASS' }
      : { code: 'NATIONAL_ID_BIRTH_DATE_DIFFERS', outcome: 'FAIL' },
  ];
}
