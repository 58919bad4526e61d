import { plainEmail, plainPhone, plainPhonePart, readableEmail } from '@vendor/checks/search';
import type { FactValue } from './facts.ts';

const toUpperCase = (text: string) => text.toUpperCase();
const toLowerCase = (text: string) => text.toLowerCase();

/** Spelling of an input that can be written in several ways. A part of the spelled text is spelled in the same way. */
interface Spelling {
  readonly whole: (text: string) => string;
  readonly part: (text: string) => string;
}

/** Spellings in which conditions compare inputs. */
const spellings: ReadonlyMap<string, Spelling> = new Map([
  ['inputs.email', { whole: readableEmail, part: readableEmail }],
  ['inputs.phone_number', { whole: (text: string) => plainPhone(text) ?? text, part: plainPhonePart }],
  ['inputs.user_region', { whole: toUpperCase, part: toUpperCase }],
  ['inputs.curp', { whole: toUpperCase, part: toUpperCase }],
  // Capitals occur in IPv6.
  ['inputs.ip', { whole: toLowerCase, part: toLowerCase }],
]);

/**
 * Returns the spelling of a value in which conditions compare it, so that users cannot choose a branch by another spelling.
 * Applies to the fact and to the value that it equals.
 */
export function canonicalValue<Value extends FactValue>(fact: string, value: Value): Value | string {
  const spelling = spellings.get(fact);
  return spelling && typeof value === 'string' ? spelling.whole(value) : value;
}

/**
 * Returns whether a fact has a part in one of the spellings in which conditions compare both. A part such as `xn--` is also
 * looked for in the ASCII spelling of an e-mail address.
 *
 * @param has - returns whether a text starts with, ends with or contains a part.
 */
export function hasPart(
  fact: string,
  text: string,
  part: string,
  has: (text: string, part: string) => boolean,
): boolean {
  const spelling = spellings.get(fact);
  if (!spelling) return has(text, part);
  // A part of which nothing is left, as a dash in a phone number, would occur in every text.
  if (has(spelling.whole(text), spelling.part(part) || part)) return true;
  const plainPart = part.normalize('NFKC').toLowerCase();
  return (
    fact === 'inputs.email' && plainPart.includes('xn--') && has(plainEmail(readableEmail(text)), plainPart)
  );
}

/** Returns a number for comparison by size, also if a custom field has it as text; undefined for anything else. */
export function numberOf(fact: string, value: FactValue): number | undefined {
  if (typeof value === 'number') return value;
  const isPlain =
    fact.startsWith('inputs.custom_fields.') && typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value);
  return isPlain ? Number(value) : undefined;
}
