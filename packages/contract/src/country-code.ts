// Imports the codes only: the package's main entry loads the names of countries in eighty languages.
import countries from 'i18n-iso-countries/index.js';
import { z } from 'zod';

/** Kosovo. ISO 3166-1 leaves this code to its users, and CLDR, the European Union and telephone plans all use it for Kosovo. */
export const KOSOVO = 'XK';

/** Alpha-2 codes of all countries of ISO 3166-1 and of {@link KOSOVO}, in alphabetical order. */
export const countryCodes: readonly string[] = [
  ...new Set([...Object.keys(countries.getAlpha2Codes()), KOSOVO]),
].sort();

const known = new Set(countryCodes);

/** Two-letter code of a country. */
export const countryCodeSchema = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: 'must be two capital letters' })
  .refine((code) => known.has(code), { error: 'must be an ISO 3166-1 alpha-2 code, or XK' });
