import { countryCodes, documentExtractedDataSchema, formFieldNames, inputsSchema } from '@vendor/contract';
import { expect, it } from 'vitest';
import { listCountries } from './country-codes.ts';
import { collectAnswers, fieldTraits, findFault, genders, normalizeAnswer } from './form-fields.ts';

const today = '2030-06-01';
const faultIn = (name: keyof typeof fieldTraits, value: string, required = true) =>
  findFault(name, normalizeAnswer(name, value), required, today);

it.each([
  ['cpf', '12345678909', '123.456.789-09'],
  ['cpf', ' 123 456 789 09 ', '123.456.789-09'],
  ['ssn', '123 45 6789', '123-45-6789'],
  ['aadhaar', '1234 5678 9012', '123456789012'],
  ['curp', 'gode 561231 gr8', 'GODE561231GR8'],
  ['phone_number', '0044 (20) 7946-0000', '+44 20 7946-0000'],
  ['phone_number', '+55 (11) 9 1234 - 5678', '+5511912345678'],
  ['phone_number', '+44 (020) 7946 0000', '+44 020 7946 0000'],
  ['phone_number', '(+44) (0)20 7946 0000', '+44 20 7946 0000'],
  ['phone_number', '+1-[800]-555·0100', '+1- 800 -555 0100'],
  ['phone_number', '+44[0]20 7946 0000', '+44 20 7946 0000'],
  ['phone_number', '• +33·1·23 • 45.67.89.', '+33 1 23 45 67 89'],
  ['phone_number', '+49-(0)-171/123 45 67', '+49- 171 123 45 67'],
  ['phone_number', '+54 9 (11) 1234-5678', '+54 9 11 1234-5678'],
  ['phone_number', '+46 (8) 123 456 78', '+46 8 123 456 78'],
  ['phone_number', '+39 (0)6 1234567', '+39 06 1234567'],
  ['phone_number', '+39 (0)335 1234567', '+39 335 1234567'],
  ['phone_number', '+39 (0)06 1234567', '+39 06 1234567'],
  ['phone_number', '+225(0)7 12 34 56 78', '+225 07 12 34 56 78'],
  // Groups of four digits, common in villages and offices.
  ['phone_number', '+43 (0)4877 / 6366', '+43 4877 6366'],
  ['phone_number', '+43 1/4000', '+43 1 4000'],
  ['phone_number', '+49 (9332) 1234', '+49 9332 1234'],
  ['phone_number', '+503 (7012) 3456', '+503 7012 3456'],
  ['cpf', '123.456.789/09', '123.456.789-09'],
  ['user_address', '1 High Street\nLondon', '1 High Street, London'],
  ['user_region', ' ny ', 'NY'],
  ['user_fullname', '  Ada  Lovelace ', 'Ada  Lovelace'],
] as const)('converts %s to the format that is sent: %s', (name, value, written) => {
  expect(normalizeAnswer(name, value)).toBe(written);
});

it.each([
  ['email', 'ada@example', 'malformed'],
  ['email', 'ada@example.com', null],
  ['email', '  ', 'missing'],
  ['phone_number', '020 7946 0000', 'malformed'],
  ['phone_number', '+44 20 7946 0000', null],
  ['user_dob', '2030-06-01', 'malformed'],
  ['user_dob', '1815-12-10', 'malformed'],
  ['user_dob', '1985-12-10', null],
  ['cpf', '1234567890', 'malformed'],
  ['curp', 'GODE561231HDFABC09', null],
  ['curp', 'GODE', 'malformed'],
  ['user_region', 'California', 'malformed'],
  ['user_region', '07', null],
] as const)('validates %s: %s is %s', (name, value, fault) => {
  expect(faultIn(name, value)).toBe(fault);
});

it.each([
  ['phone_number', '٠٠٩٧١٥٠١٢٣٤٥٦٧', '+971501234567'],
  ['phone_number', '+٩٧١٥٠١٢٣٤٥٦٧', '+971501234567'],
  ['phone_number', '۰۰۹۸۲۱۱۲۳۴۵۶۷۸', '+982112345678'],
  ['phone_number', '+९१ ९८७६५ ४३२१०', '+91 98765 43210'],
  ['phone_number', '＋８６１３８００１３８０００', '+8613800138000'],
  ['phone_number', '＋８１（０）９０－１２３４ー５６７８', '+81 90-1234-5678'],
  ['phone_number', '\u202a+971\u00a050\u202f123\u20114567\u202c', '+971 50 123-4567'],
  ['phone_number', '\u2066+49\u2069 171–1234−567\u200e', '+49 171-1234-567'],
  ['nin', '١٢٣٤٥٦٧٨٩٠١', '12345678901'],
  ['bvn', '１２３４ ５６７８ ９０１', '12345678901'],
  ['ssn', '١٢٣–٤٥–٦٧٨٩\u061c', '123-45-6789'],
  ['cpf', '１２３．４５６．７８９－０９', '123.456.789-09'],
  ['aadhaar', '१२३४ ५६७८ ९०१२', '123456789012'],
  ['curp', 'ＧＯＤＥ５６１２３１ＨＤＦＡＢＣ٠٩', 'GODE561231HDFABC09'],
  ['user_region', '٠٧', '07'],
  ['user_dob', '١٩٨٥-١٢-١٠', '1985-12-10'],
  ['user_dob', '1985–12—10', '1985-12-10'],
  ['email', 'ａｄａ７＠ｅｘａｍｐｌｅ．ｃｏｍ\u200f', 'ada7@example.com'],
  ['email', ' user@müller.de', 'user@müller.de'],
  ['email', '用户＠例子。广告', '用户@例子.广告'],
  ['email', 'почта@пример.рф', 'почта@пример.рф'],
] as const)('converts input from a keyboard of another script for %s: %s', (name, value, written) => {
  expect(normalizeAnswer(name, value)).toBe(written);
  expect(faultIn(name, value)).toBeNull();
  expect(inputsSchema.safeParse({ user_id: 'u', [name]: written }).success).toBe(true);
});

it.each([
  ['phone_number', '+49 171 1234567 ext 5'],
  ['phone_number', '+٤٩ ١٧١ ١٢٣٤٥٦٧ تحويلة ٥'],
  ['phone_number', '+49 171 1234567;5'],
  ['phone_number', '+1 800 FLOWERS'],
  ['phone_number', '()'],
  // Part of a number, or more than one.
  ['phone_number', '+49 30 1234567/68'],
  ['phone_number', '+49 30 1234567 (8)'],
  ['phone_number', '+49 30 1234567 (0)'],
  ['phone_number', '+49 30 1234567 [68]'],
  ['phone_number', '+49 30 (0) 1234567'],
  ['phone_number', '+43 1 1234/1235'],
  ['phone_number', '+43 1 12345/12346'],
  ['phone_number', '+683 4000/4001'],
  ['phone_number', '+298 123456/7'],
  ['phone_number', '+49 30 1234567 / +49 171 1234567'],
  ['phone_number', '+49 30 12345 67 49 171 1234567'],
  // Partly hidden numbers.
  ['phone_number', '+49 171 •••4567'],
  ['phone_number', '+49 171 ...4567'],
  ['phone_number', '+49 171 ––4567'],
  ['phone_number', '+49 171 – – – – 4567'],
  ['user_dob', '10–12–1985'],
  ['user_dob', '1985–12'],
  ['nin', '١٢٣٤٥٦٧٨٩٠'],
  ['nin', 'elf Ziffern'],
  ['ssn', '123-45-67e9'],
  ['cpf', '１２３．４５６'],
] as const)('rejects a value of %s that is not one complete number: %s', (name, value) => {
  expect(faultIn(name, ` ${value} `)).toBe('malformed');
});

it('treats a value of invisible characters as empty', () => {
  expect(faultIn('phone_number', '\u200e\u2066')).toBe('missing');
});

it.each([
  'user_fullname',
  'user_pob',
  'user_zip',
  'user_street',
  'user_photoid_number',
  'user_address',
] as const)('keeps %s in its own letters, digits and joiners', (name) => {
  const written = 'می\u200cخواهم Ａ１ ٧−٣ ー';
  expect(normalizeAnswer(name, ` ${written} `)).toBe(written);
});

it('accepts an empty optional field, and does not send it', () => {
  expect(faultIn('user_street2', ' ', false)).toBeNull();
  expect(collectAnswers({ email: 'ada@example.com', user_street2: '' })).toEqual({
    email: 'ada@example.com',
  });
});

it('sends the same values for a gender as the reading of a document', () => {
  const { options } = documentExtractedDataSchema.shape.gender.unwrap();
  expect([...genders].sort()).toEqual([...options].sort());
});

it('covers every field of the contract, with shapes that the contract accepts', () => {
  expect(Object.keys(fieldTraits).sort()).toEqual([...formFieldNames].sort());
  for (const [name, { shape }] of Object.entries(fieldTraits)) {
    if (!shape) continue;
    const value = normalizeAnswer(name as 'cpf', shape.replace(/[^#]/g, '').replace(/#/g, '1'));
    expect(inputsSchema.safeParse({ user_id: 'u', [name]: value }).success, name).toBe(true);
  }
});

it('offers every country that the service accepts, by name', { tags: ['S2.3-21'] }, () => {
  const countries = listCountries('en');
  expect(countries.map(([code]) => code).sort()).toEqual(countryCodes);
  expect(countries).toContainEqual(['XK', 'Kosovo']);
});
