// The codes alone: the package's own entry loads the names of countries in eighty languages.
import countries from 'i18n-iso-countries/index.js';
import { z } from 'zod';

/** Kosovo: ISO 3166-1 leaves the code to its users, who all mean this country by it (CLDR, the European Union, telephone plans). */
export const KOSOVO = 'XK';

/** Every country, alpha-2, in the order of the alphabet: what ISO 3166-1 assigns a code to, and {@link KOSOVO}. */
export const countryCodes: readonly string[] = [
  ...new Set([...Object.keys(countries.getAlpha2Codes()), KOSOVO]),
].sort();

const known = new Set(countryCodes);

/** A country by its code of two letters. */
export const countryCodeSchema = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: 'must be two capital letters' })
  .refine((code) => known.has(code), { error: 'must be an ISO 3166-1 alpha-2 code, or XK' });
