import { KOSOVO } from '@vendor/contract';
import { isListedState } from '@vendor/vision';
import countries from 'i18n-iso-countries';

/**
 * Issuers whose code differs from their country's ISO 3166-1 alpha-3 code: Germany, the kinds of British nationals (ICAO Doc
 * 9303-3, section 5), and Kosovo, which has no ISO code. Kosovo's passports have RKS; documents issued by others to its people
 * have XKX, XKK or the two letters alone.
 */
const countryOfSpecialCode: ReadonlyMap<string, string> = new Map([
  ['D', 'DE'],
  ['GBD', 'GB'],
  ['GBN', 'GB'],
  ['GBO', 'GB'],
  ['GBP', 'GB'],
  ['GBS', 'GB'],
  ['RKS', KOSOVO],
  ['XKX', KOSOVO],
  ['XKK', KOSOVO],
  ['XK', KOSOVO],
]);

/** Utopia, the state of ICAO's specimens; no real state has the code. */
export const SPECIMEN_ISSUER = 'UTO';

/**
 * Returns the country of an issuer or nationality, ISO 3166-1 alpha-2, or XK. Null for codes without a country: organizations
 * (UNO, EUE, XOM), persons without a nationality (XXA), and UTO.
 *
 * @param code - one to three letters, fillers removed.
 */
export function findIssuerCountry(code: string): string | null {
  if (!/^[A-Z]{1,3}$/.test(code)) return null;
  return countryOfSpecialCode.get(code) ?? countries.alpha3ToAlpha2(code) ?? null;
}

/** Returns whether ICAO lists a code, or documents use it for a country with another ICAO code. */
export function isKnownIssuer(code: string): boolean {
  return isListedState(code) || findIssuerCountry(code) !== null;
}
