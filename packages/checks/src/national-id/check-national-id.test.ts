import { describe, expect, it } from 'vitest';
import { checkNationalId, nationalIdKinds, type RegisterAnswer } from './check-national-id.ts';

const now = Date.parse('2026-11-29T12:00:00Z');
const checkNumber = (
  kind: (typeof nationalIdKinds)[number],
  number: string,
  dateOfBirth: string | null = null,
  register: RegisterAnswer | null = null,
) => checkNationalId({ kind, number, dateOfBirth, register, now });
const codes = (evaluation: ReturnType<typeof checkNumber>) => evaluation.findings.map(({ code }) => code);

// Numbers from the documentation of their issuers and of python-stdnum, which belong to nobody or were published by their
// state.
describe('checkNationalId', () => {
  it.each([
    ['CPF', '390.533.447-05'],
    ['CURP', 'BOXW310820HNERXN09'],
    ['CURP', 'boxw310820hnerxn09'],
    // Born today.
    ['CURP', 'BOXW261129HNERXNA2'],
    ['SSN', '536-90-4399'],
    ['AADHAAR', '234123412346'],
  ] as const)('accepts as a possible %s the number %s', (kind, number) => {
    expect(checkNumber(kind, number)).toMatchObject({ outcome: 'PASS', number: 'PASS' });
    expect(codes(checkNumber(kind, number))).toContain('NATIONAL_ID_POSSIBLE');
  });

  it.each([
    ['CPF', '390.533.447-06'],
    ['CPF', '111.111.111-11'],
    ['CURP', 'BOXW310820HNERXN08'],
    ['CURP', 'BOXW311320HNERXN09'],
    // Born on 29 February 1900, in 2085, in 2099, and tomorrow.
    ['CURP', 'BOXW000229HNERXN09'],
    ['CURP', 'BOXW850101HNERXNB3'],
    ['CURP', 'BOXW990505HNERXNA9'],
    ['CURP', 'BOXW261130HNERXNA3'],
    ['SSN', '666-12-1234'],
    ['SSN', '000-12-1234'],
    ['SSN', '900-12-1234'],
    ['SSN', '999-99-9999'],
    ['SSN', '123-45-0000'],
    ['SSN', '123-00-4567'],
    // Once used in advertisements.
    ['SSN', '078-05-1120'],
    ['SSN', '219-09-9999'],
    ['SSN', '222-22-2222'],
    ['NIN', '00000000000'],
    ['BVN', '22222222222'],
    ['AADHAAR', '888888888888'],
    ['AADHAAR', '134123412346'],
    ['CPF', '000.000.000-00'],
    ['AADHAAR', '234123412347'],
    ['AADHAAR', '034123412346'],
  ] as const)('rejects as an impossible %s the number %s', (kind, number) => {
    expect(checkNumber(kind, number)).toMatchObject({ outcome: 'FAIL', number: 'FAIL' });
  });

  it.each(['NIN', 'BVN'] as const)('returns NOT_PERFORMED for a %s, which has no check digit', (kind) => {
    expect(checkNumber(kind, '12345678901')).toMatchObject({
      number: 'NOT_PERFORMED',
      register: 'NOT_PERFORMED',
    });
  });

  it('reports that no register was asked', () => {
    for (const kind of nationalIdKinds) {
      expect(checkNumber(kind, '1').register).toBe('NOT_PERFORMED');
      expect(codes(checkNumber(kind, '1'))).toContain('NATIONAL_ID_REGISTER_NOT_ASKED');
    }
  });

  it('compares the birth date in a CURP with the given one', () => {
    const curp = 'BOXW310820HNERXN09';
    expect(codes(checkNumber('CURP', curp, '1931-08-20'))).toContain('NATIONAL_ID_BIRTH_DATE_AGREES');
    expect(checkNumber('CURP', curp, '1931-08-21')).toMatchObject({ outcome: 'FAIL', number: 'FAIL' });
    expect(codes(checkNumber('CURP', curp))).not.toContain('NATIONAL_ID_BIRTH_DATE_DIFFERS');
  });

  it('reads the century of the birth date in a CURP from its letter', () => {
    const evaluation = checkNumber('CURP', 'BOXW000229HNERXNA9', '2000-02-29');
    expect(evaluation).toMatchObject({ outcome: 'PASS', number: 'PASS' });
    expect(codes(evaluation)).toContain('NATIONAL_ID_BIRTH_DATE_AGREES');
    expect(codes(checkNumber('CURP', 'boxw000229hnerxna9', '1985-01-01'))).toContain(
      'NATIONAL_ID_BIRTH_DATE_DIFFERS',
    );
  });

  it.each([
    ['CURP', 'BOXW000229HNERXN09', '1985-01-01'],
    ['CURP', 'BOXW850101HNERXNB3', '1950-07-07'],
  ] as const)(
    'rejects an impossible birth date in the %s %s also when one is given',
    (kind, number, birth) => {
      expect(codes(checkNumber(kind, number, birth))).toContain('NATIONAL_ID_IMPOSSIBLE');
      expect(checkNumber(kind, number, birth)).toMatchObject({ outcome: 'FAIL', number: 'FAIL' });
    },
  );

  it.each([
    ['MATCH', 'PASS', 'NATIONAL_ID_REGISTER_AGREES'],
    ['PARTIAL_MATCH', 'REVIEW', 'NATIONAL_ID_REGISTER_AGREES_PARTLY'],
    ['NO_MATCH', 'FAIL', 'NATIONAL_ID_REGISTER_DIFFERS'],
    ['NOT_FOUND', 'FAIL', 'NATIONAL_ID_REGISTER_UNKNOWN'],
    ['NOT_COVERED', 'NOT_PERFORMED', 'NATIONAL_ID_REGISTER_NOT_ASKED'],
  ] as const)('reports the answer of the register: %s', (answer, outcome, code) => {
    const evaluation = checkNumber('CPF', '390.533.447-05', null, answer);
    expect(evaluation).toMatchObject({ number: 'PASS', register: outcome });
    expect(codes(evaluation)).toEqual(['NATIONAL_ID_POSSIBLE', code]);
  });

  it('accepts a number without check digits that the register contains', { tags: ['S1-20'] }, () => {
    expect(checkNumber('NIN', '12345678901', null, 'MATCH')).toMatchObject({
      number: 'PASS',
      register: 'PASS',
    });
    expect(checkNumber('NIN', '12345678901', null, 'NOT_FOUND')).toMatchObject({ number: 'NOT_PERFORMED' });
    // Check digits count nevertheless.
    expect(checkNumber('CPF', '390.533.447-06', null, 'MATCH')).toMatchObject({ number: 'FAIL' });
  });
});
