import { domainToASCII, domainToUnicode } from 'node:url';
import { AsYouType, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { searchableWords } from '../aml/name-words.ts';
import { enumerateSpellings, spellName } from '../name/mrz-spelling.ts';

/**
 * Normalizes an e-mail address: composed letters, lower case, domain in ASCII (IDNA). Addresses that still differ may be
 * different mailboxes.
 */
export function plainEmail(text: string): string {
  const address = text.trim().normalize('NFC').toLowerCase().normalize('NFC');
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  return at < 0 ? address : `${address.slice(0, at)}@${domainToASCII(domain) || domain}`;
}

/**
 * Spells an e-mail address, or a part of one, as it is read: compatibility letters (NFKC) in lower case, no invisible
 * characters, domain labels in Unicode. A part of an address stays a part of it, unless it ends within such a label.
 */
export function readableEmail(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/(?<![^.@])xn--[a-z0-9-]+(?!.*@)/gs, (label) => domainToUnicode(label) || label);
}

/**
 * Normalizes a phone number to E.164.
 *
 * @returns null for a text without `+` and a country code.
 */
export function plainPhone(text: string): string | null {
  const written = text.trim().normalize('NFKC');
  const digits = written.replace(/\D/g, '');
  if (!written.startsWith('+') || digits === '') return null;
  return parsePhoneNumberFromString(written)?.number ?? `+${digits}`;
}

/**
 * Normalizes the beginning of a phone number, or a part of it, to that of E.164: digits, without the national prefix behind the
 * country code, as in `+44 07`.
 */
export function plainPhonePart(text: string): string {
  const written = text.replace(/[^+\d]/g, '');
  if (!written.startsWith('+')) return written;
  const typed = new AsYouType();
  typed.input(written);
  return typed.getNumberValue() ?? written;
}

/** Normalizes a document number: capitals, without spaces, hyphens and fillers. */
export function plainDocumentNumber(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Spellings of one word of a name in capital Latin letters, the most usual first. */
export type SearchedWord = readonly string[];

/** Maximum size of a name; longer ones are truncated to limit the work. */
const maxLetters = 1024;
const maxWords = 12;

/**
 * Returns the words of a name, each with its spellings in documents: `Müller` is MULLER, MUELLER and MUXXLLER. Two spellings of
 * one name share at least one of them. Particles such as `von` are left out unless nothing else is left.
 *
 * @param maxSpellings - maximum number of spellings per word.
 * @returns at most 12 words.
 */
export function searchedWords(name: string, maxSpellings: number): SearchedWord[] {
  const plain = name.slice(0, maxLetters).normalize('NFKC');
  const significant = new Set(searchableWords(plain));
  return plain
    .split(/[\s\-‐‑–,;/<]+/)
    .map((word) => ({ word, latin: searchableWords(word) }))
    .filter(({ latin }) => latin.some((word) => significant.has(word)))
    .slice(0, maxWords)
    .map(({ word, latin }) => {
      // Words in ASCII, as in most names, have only one spelling.
      const spelled = /^[!-~]*$/.test(word) ? [] : (spellName(word) ?? []).flatMap(enumerateSpellings);
      return [...new Set([...latin, ...spelled])].slice(0, maxSpellings);
    });
}
