import { countryCodes, documentExtractedDataSchema, formFieldNames, inputsSchema } from '@vendor/contract';
import { expect, it } from 'vitest';
import { countriesIn } from './country-codes.ts';
import { answersOf, faultOf, fieldTraits, genders, writtenAs } from './form-fields.ts';

const today = '2030-06-01';
const faultIn = (name: keyof typeof fieldTraits, value: string, required = true) =>
  faultOf(name, writtenAs(name, value), required, today);

it.each([
  ['cpf', '12345678909', '123.456.789-09'],
  ['cpf', ' 123 456 789 09 ', '123.456.789-09'],
  ['ssn', '123 45 6789', '123-45-6789'],
  ['aadhaar', '1234 5678 9012', '123456789012'],
  ['curp', 'gode 561231 gr8', 'GODE561231GR8'],
  ['phone_number', '0044 (20) 7946-0000', '+44 20 7946-0000'],
  ['user_address', '1 High Street\nLondon', '1 High Street, London'],
  ['user_region', ' ny ', 'NY'],
  ['user_fullname', '  Ada  Lovelace ', 'Ada  Lovelace'],
] as const)('writes %s as it is sent: %s', (name, value, written) => {
  expect(writtenAs(name, value)).toBe(written);
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
] as const)('knows of %s: %s is %s', (name, value, fault) => {
  expect(faultIn(name, value)).toBe(fault);
});

it('lets a field that is not required be empty, and sends nothing of it', () => {
  expect(faultIn('user_street2', ' ', false)).toBeNull();
  expect(answersOf({ email: 'ada@example.com', user_street2: '' })).toEqual({ email: 'ada@example.com' });
});

it('sends a gender as the reading of a document would say it', () => {
  const { options } = documentExtractedDataSchema.shape.gender.unwrap();
  expect([...genders].sort()).toEqual([...options].sort());
});

it('shows every field that the contract has, and none that it would refuse for its shape', () => {
  expect(Object.keys(fieldTraits).sort()).toEqual([...formFieldNames].sort());
  for (const [name, { shape }] of Object.entries(fieldTraits)) {
    if (!shape) continue;
    const value = writtenAs(name as 'cpf', shape.replace(/[^#]/g, '').replace(/#/g, '1'));
    expect(inputsSchema.safeParse({ user_id: 'u', [name]: value }).success, name).toBe(true);
  }
});

it('offers every country that the service takes, by name', () => {
  const countries = countriesIn('en');
  expect(countries.map(([code]) => code).sort()).toEqual(countryCodes);
  expect(countries).toContainEqual(['XK', 'Kosovo']);
});
