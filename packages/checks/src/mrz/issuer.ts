import countries from 'i18n-iso-countries';
import { states } from 'mrz';

/** Issuers whose code is not their country's ISO 3166-1 alpha-3 code (ICAO Doc 9303-3, section 5): Germany, and who is British. */
const countryOfSpecialCode: ReadonlyMap<string, string> = new Map([
  ['D', 'DE'],
  ['GBD', 'GB'],
  ['GBN', 'GB'],
  ['GBO', 'GB'],
  ['GBP', 'GB'],
  ['GBS', 'GB'],
]);

/** What ICAO lists and the package does not: the Parliamentary Assembly of the Mediterranean. */
const otherIssuers: readonly string[] = ['XMP'];

/** What the package of countries has besides: ISO leaves the code to its users, and assigns it to no country. */
const leftToUsers: readonly string[] = ['XKK'];

/** Utopia: what ICAO prints its specimens for; no state has the code. */
export const SPECIMEN_ISSUER = 'UTO';

/**
 * The country of an issuer or nationality, ISO 3166-1 alpha-2. Null for codes that stand for no country of ISO's: organizations
 * (UNO, EUE, XOM), persons without a nationality (XXA), UTO, and Kosovo, to which ISO assigns no code: its passports have RKS, and
 * what others write for it (XKX, XKK) ICAO does not list.
 *
 * @param code - one to three letters, fillers removed.
 */
export function countryOfIssuer(code: string): string | null {
  if (!/^[A-Z]{1,3}$/.test(code) || leftToUsers.includes(code)) return null;
  return countryOfSpecialCode.get(code) ?? countries.alpha3ToAlpha2(code) ?? null;
}

/** Whether a code is one that ICAO lists. */
export function isKnownIssuer(code: string): boolean {
  return (
    code === SPECIMEN_ISSUER ||
    Object.hasOwn(states, code) ||
    otherIssuers.includes(code) ||
    countryOfIssuer(code) !== null
  );
}
