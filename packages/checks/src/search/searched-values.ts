import { domainToASCII } from 'node:url';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { wordsOfName } from '../aml/name-words.ts';
import { spellName, writeOut } from '../name/mrz-spelling.ts';

/**
 * An e-mail address in one spelling: composed letters, lower case, and the domain in ASCII (IDNA). Two addresses that differ in
 * anything else may be two mailboxes.
 */
export function plainEmail(text: string): string {
  const address = text.trim().normalize('NFC').toLowerCase().normalize('NFC');
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  return at < 0 ? address : `${address.slice(0, at)}@${domainToASCII(domain) || domain}`;
}

/** A phone number in E.164. @returns null for a text without `+` and a country code. */
export function plainPhone(text: string): string | null {
  const written = text.trim().normalize('NFKC');
  const digits = written.replace(/\D/g, '');
  if (!written.startsWith('+') || digits === '') return null;
  return parsePhoneNumberFromString(written)?.number ?? `+${digits}`;
}

/** A document number without blanks, hyphens and fillers, in capital letters. */
export function plainDocumentNumber(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Spellings of one word of a name in capital Latin letters, the most usual first. */
export type SearchedWord = readonly string[];

/** Longer names are cut: they would only make work. */
const mostLetters = 1024;
const mostWords = 12;

/**
 * The words of a name, each in all spellings that documents have for it: `Müller` is MULLER, MUELLER and MUXXLLER. Two spellings
 * of one name share one of them. Fillers such as `von` are left out unless nothing else is left.
 *
 * @param most - spellings of a word.
 * @returns at most 12 words.
 */
export function searchedWords(name: string, most: number): SearchedWord[] {
  const plain = name.slice(0, mostLetters).normalize('NFKC');
  const telling = new Set(wordsOfName(plain));
  return plain
    .split(/[\s\-‐‑–,;/<]+/)
    .map((word) => ({ word, latin: wordsOfName(word) }))
    .filter(({ latin }) => latin.some((word) => telling.has(word)))
    .slice(0, mostWords)
    .map(({ word, latin }) => {
      // Letters without accents have one spelling, and most names have no others.
      const spelled = /^[!-~]*$/.test(word) ? [] : (spellName(word) ?? []).flatMap(writeOut);
      return [...new Set([...latin, ...spelled])].slice(0, most);
    });
}
