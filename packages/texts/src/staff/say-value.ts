import { wordsOfName } from './words-of-name.ts';

/** Statuses and outcomes whose wording differs from their codes. */
const codes: Readonly<Record<string, string>> = {
  PENDING: 'in progress',
  RETRY_REQUIRED: 'retry asked',
  NOT_PERFORMED: 'not checked',
  DRIVERS_LICENSE: "driver's license",
  NATIONAL_ID: 'national ID',
};

/** Members of a check that hold one of a few codes. Text read from a document may look like a code, but is none. */
const coded = /^(status|gender|documentType|\w*Result)$/;

/** Inputs and members of a check that hold a country (ISO 3166-1 alpha-2). */
const countries = /^(user_country|country)$/;

/** Writes a code within a sentence: `REVIEW` → "review", `NOT_PERFORMED` → "not checked". */
export function sayCode(code: string): string {
  return codes[code] ?? wordsOfName(code).toLowerCase();
}

/**
 * Writes a value of a fact within a sentence.
 *
 * @param member - last name of the fact, such as `gender` of a document.
 */
export function sayValue(member: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => sayValue(member, one)).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string') return String(value);
  if (coded.test(member)) return sayCode(value);
  if (member === 'brand') return wordsOfName(value);
  return countries.test(member) && /^[A-Z]{2}$/.test(value) ? nameOfCountry(value) : value;
}

function nameOfCountry(code: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;
}
