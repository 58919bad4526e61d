// The codes alone: the package's own entry loads the names of countries in eighty languages.
import countries from 'i18n-iso-countries/index.js';
import { z } from 'zod';

/** What the package lists besides: ISO leaves XK to its users, who mean Kosovo, and assigns it to no country. */
const leftToUsers: readonly string[] = ['XK'];

/** Every code that ISO 3166-1 assigns, alpha-2, in the order of the alphabet. */
export const countryCodes: readonly string[] = Object.keys(countries.getAlpha2Codes())
  .filter((code) => !leftToUsers.includes(code))
  .sort();

const assigned = new Set(countryCodes);

/** A country that ISO 3166-1 assigns a code of two letters to. */
export const countryCodeSchema = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: 'must be two capital letters' })
  .refine((code) => assigned.has(code), { error: 'must be an ISO 3166-1 alpha-2 code' });
