import type { FormAnswers, FormFieldName } from '@vendor/contract';

/** How a field is shown and filled in. */
export interface FieldTraits {
  readonly kind: 'text' | 'lines' | 'email' | 'tel' | 'date' | 'country' | 'gender';
  /** What the browser may fill in (HTML standard, autofill detail tokens). */
  readonly autoComplete: string;
  /** A number that is written so, whatever the language; `#` is a digit. */
  readonly shape?: string;
  /** Which keys a phone shows. */
  readonly inputMode?: 'numeric';
  /** The name of a number of a state, which has no translation. */
  readonly properName?: string;
}

const text = (autoComplete: string): FieldTraits => ({ kind: 'text', autoComplete });
const number = (properName: string, shape?: string): FieldTraits => ({
  kind: 'text',
  autoComplete: 'off',
  properName,
  ...(shape && { shape, inputMode: 'numeric' }),
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
  user_region: text('address-level1'),
  user_city: text('address-level2'),
  user_zip: text('postal-code'),
  user_street: text('address-line1'),
  user_street2: text('address-line2'),
  user_address: { kind: 'lines', autoComplete: 'street-address' },
  user_photoid_number: text('off'),
  nin: number('NIN', '###########'),
  bvn: number('BVN', '###########'),
  cpf: number('CPF', '###.###.###-##'),
  curp: number('CURP'),
  ssn: number('SSN', '###-##-####'),
  aadhaar: number('Aadhaar', '############'),
};

/** What a document can say of its holder; what is sent is the word of its reading. */
export const genders = ['FEMALE', 'MALE', 'UNSPECIFIED'] as const;

/** What is wrong with a field. */
export type FieldFault = 'missing' | 'malformed';

/** What the user wrote, as it is sent: people write numbers in groups, and a shape has its own. Empty: nothing was said. */
export function writtenAs(name: FormFieldName, value: string): string {
  const { shape } = fieldTraits[name];
  const trimmed = value.trim();
  if (name === 'curp') return trimmed.replace(/[\s-]/g, '').toUpperCase();
  if (name === 'user_region') return trimmed.toUpperCase();
  // The zero in brackets is dialled within the country alone.
  if (name === 'phone_number')
    return trimmed
      .replace('(0)', ' ')
      .replace(/^00/, '+')
      .replace(/[^\d+ -]/g, ' ')
      .replace(/ +/g, ' ')
      .trim();
  if (name === 'user_address') return trimmed.replace(/\s*\n\s*/g, ', ');
  if (!shape) return trimmed;
  const digits = trimmed.replace(/[\s.-]/g, '');
  const isWhole = /^\d+$/.test(digits) && digits.length === shape.replace(/[^#]/g, '').length;
  if (!isWhole) return trimmed;
  let next = 0;
  return shape.replace(/#/g, () => digits[next++]!);
}

/** What the browser can tell of a value; the service looks again. @param today - `YYYY-MM-DD`. */
export function faultOf(
  name: FormFieldName,
  value: string,
  required: boolean,
  today: string,
): FieldFault | null {
  if (value === '') return required ? 'missing' : null;
  const { kind, shape } = fieldTraits[name];
  if (shape) return value.length === shape.length ? null : 'malformed';
  if (kind === 'email') return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? null : 'malformed';
  if (kind === 'tel') return /^\+[\d -]{6,18}$/.test(value) ? null : 'malformed';
  if (kind === 'date')
    return /^\d{4}-\d\d-\d\d$/.test(value) && value >= '1900' && value < today ? null : 'malformed';
  const length = { curp: 18, user_region: 2 }[name as string];
  return length && !RegExp(`^[A-Z0-9]{${length}}$`).test(value) ? 'malformed' : null;
}

/** The answers of the fields that say something. */
export function answersOf(values: Readonly<Partial<Record<FormFieldName, string>>>): FormAnswers {
  const said = Object.entries(values).filter(([, value]) => value !== '');
  return Object.fromEntries(said) as FormAnswers;
}
