import type { FormAnswers, FormFieldName } from '@vendor/contract';
import { plainDigits } from './plain-digits.ts';

/** How a field is shown and filled in. */
export interface FieldTraits {
  readonly kind: 'text' | 'lines' | 'email' | 'tel' | 'date' | 'country' | 'gender';
  /** Value that the browser may fill in (HTML standard, autofill detail tokens). */
  readonly autoComplete: string;
  /** Format of a number, the same in every language; `#` is a digit. */
  readonly shape?: string;
  /** Number of ASCII letters and digits. */
  readonly length?: number;
  /** Name of a national number, which is not translated. */
  readonly properName?: string;
}

const text = (autoComplete: string): FieldTraits => ({ kind: 'text', autoComplete });
const number = (properName: string, shape: string): FieldTraits => ({
  ...text('off'),
  properName,
  shape,
});

/** Every field that a form can have. */
export const fieldTraits: Readonly<Record<FormFieldName, FieldTraits>> = {
  user_fullname: text('name'),
  user_firstname: text('given-name'),
  user_middlename: text('additional-name'),
  user_lastname: text('family-name'),
  user_dob: { kind: 'date', autoComplete: 'bday' },
  user_pob: text('off'),
  user_gender: { kind: 'gender', autoComplete: 'sex' },
  email: { kind: 'email', autoComplete: 'email' },
  phone_number: { kind: 'tel', autoComplete: 'tel' },
  user_country: { kind: 'country', autoComplete: 'country' },
  user_region: { ...text('address-level1'), length: 2 },
  user_city: text('address-level2'),
  user_zip: text('postal-code'),
  user_street: text('address-line1'),
  user_street2: text('address-line2'),
  user_address: { kind: 'lines', autoComplete: 'street-address' },
  user_photoid_number: text('off'),
  nin: number('NIN', '###########'),
  bvn: number('BVN', '###########'),
  cpf: number('CPF', '###.###.###-##'),
  curp: { ...text('off'), properName: 'CURP', length: 18 },
  ssn: number('SSN', '###-##-####'),
  aadhaar: number('Aadhaar', '############'),
};

/** Genders that a document can state, with the values that the reading of a document returns. */
export const genders = ['FEMALE', 'MALE', 'UNSPECIFIED'] as const;

/** Fault of a field. */
export type FieldFault = 'missing' | 'malformed';

/**
 * Converts typed text to the value that is sent: people write numbers in groups and in the digits of their script, and phone
 * numbers and the like have their own formats. Names and free text stay as written. Malformed input results in a value that
 * {@link findFault} reports. An empty value means no answer.
 */
export function normalizeAnswer(name: FormFieldName, value: string): string {
  const { kind, shape, length } = fieldTraits[name];
  const typed = value.trim();
  if (kind === 'lines') return typed.replace(/\s*\n\s*/g, ', ');
  if (kind === 'text' && !shape && !length) return typed;
  const plain = plainDigits(value).trim();
  // Chinese and Japanese keyboards have their own full stop.
  if (kind === 'email') return plain.replace(/[。｡]/g, '.');
  // Any dash, the minus sign, and the long vowel mark that Japanese keyboards type instead.
  const dashed = plain.replace(/[\p{Pd}−ー]/gu, '-');
  if (kind === 'date') return dashed;
  if (kind === 'tel') return normalizePhoneNumber(dashed);
  const bare = dashed.replace(/[\s./-]/g, '');
  if (length) return bare.toUpperCase();
  let next = 0;
  return toMask(bare) === shape?.replace(/[^#]/g, '') ? shape.replace(/#/g, () => bare[next++]!) : plain;
}

/**
 * Removes separators from a phone number. Brackets and slashes may only surround or follow the country code and the area code:
 * further on, they start an extension or another number, as may any other sign. Letters may stand for digits, and consecutive
 * dots for hidden digits, so both stay and make the value malformed.
 */
function normalizePhoneNumber(text: string): string {
  const number = text
    .replace(/^00/, '+')
    // A bracketed zero is dialled only within the country and is dropped, except where numbers start with it: in Italy, San
    // Marino and some others. It is also dropped before another zero, and before the ten digits of an Italian mobile number.
    .replace(/^(\W*(?:39|378|22[569]|24[12]|992)\W*)[([]0[)\]](?!\D*0|(\D*\d){10})/, '$1 0')
    .replace(/^(\W*\d{1,3}\W*)[([]0[)\]]\W*/, '$1 ')
    // Covers the country and area codes: up to six digits, because no number is that short, and a seventh if at least five more
    // or a closing bracket follow, because otherwise it may be the last of the number.
    .replace(/^(\D*\d){1,6}(\D*\d(?=(\D*\d){5}|[)\]]))?\D*/, (head) =>
      head.replace(/[([](?!0[)\]])|[)\]/]/g, ' '),
    )
    .replace(/(^|\d)\s*[.·•]\s*(?=[+\d]|$)/g, '$1 ')
    .replace(/\s+/g, ' ')
    .trim();
  // Removes separators from numbers that are too long for the service's format; malformed values stay malformed.
  return number.length > 19 ? number.replace(/\b( | ?- ?)\b/g, '') : number;
}

const toMask = (value: string) => value.replace(/\d/g, '#');

/**
 * Finds the fault of a value, as far as the browser can; the service checks again. Null if there is none.
 *
 * @param today - `YYYY-MM-DD`.
 */
export function findFault(
  name: FormFieldName,
  value: string,
  required: boolean,
  today: string,
): FieldFault | null {
  if (value === '') return required ? 'missing' : null;
  const { kind, shape, length } = fieldTraits[name];
  if (shape) return toMask(value) === shape ? null : 'malformed';
  if (length) return RegExp(`^[A-Z0-9]{${length}}$`).test(value) ? null : 'malformed';
  if (kind === 'email') return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? null : 'malformed';
  if (kind === 'tel') return /^\+(( | ?- ?)?\d){6,15}$/.test(value) ? null : 'malformed';
  if (kind === 'date')
    return /^\d{4}-\d\d-\d\d$/.test(value) && value >= '1900' && value < today ? null : 'malformed';
  return null;
}

/** Returns the answers of the fields that are not empty. */
export function collectAnswers(values: Readonly<Partial<Record<FormFieldName, string>>>): FormAnswers {
  const given = Object.entries(values).filter(([, value]) => value !== '');
  return Object.fromEntries(given) as FormAnswers;
}
