import { plainPhone, plainPhonePart, readableEmail } from '@vendor/checks/search';
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

/** Returns the spelling of a part of a text that a fact starts with, ends with or contains. */
export function canonicalPart(fact: string, part: string): string {
  // A part of which nothing is left, as a dash in a phone number, would occur in every text.
  return spellings.get(fact)?.part(part) || part;
}

/** Returns a number for comparison by size, also if a custom field has it as text; undefined for anything else. */
export function numberOf(fact: string, value: FactValue): number | undefined {
  if (typeof value === 'number') return value;
  const isPlain =
    fact.startsWith('inputs.custom_fields.') && typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value);
  return isPlain ? Number(value) : undefined;
}
