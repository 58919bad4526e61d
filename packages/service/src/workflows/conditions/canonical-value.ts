import type { FactValue } from './facts.ts';

const toUpperCase = (text: string) => text.toUpperCase();

/** Inputs that can be written in several ways, and the spelling in which conditions compare them. */
const spellings: ReadonlyMap<string, (text: string) => string> = new Map([
  ['inputs.email', spellEmail],
  // Contract: `+`, digits, spaces and dashes.
  ['inputs.phone_number', (text: string) => text.replace(/[\s()-]/g, '')],
  ['inputs.user_region', toUpperCase],
  ['inputs.curp', toUpperCase],
  // Capitals occur in IPv6.
  ['inputs.ip', (text: string) => text.toLowerCase()],
]);

/** Spells an e-mail address, or a part of one, in lower case; providers ignore the case of the local part as well. */
function spellEmail(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC');
}

/**
 * Returns the spelling of a value in which conditions compare it, so that users cannot choose a branch by another spelling.
 * Applies to the fact and to the value that it is compared with.
 */
export function canonicalValue<Value extends FactValue>(fact: string, value: Value): Value | string {
  const spell = spellings.get(fact);
  // A part of which nothing is left, as a dash in a phone number, would occur in every text.
  return spell && typeof value === 'string' ? spell(value) || value : value;
}

/** Returns a number for comparison by size, also if a custom field has it as text; undefined for anything else. */
export function numberOf(fact: string, value: FactValue): number | undefined {
  if (typeof value === 'number') return value;
  const isPlain =
    fact.startsWith('inputs.custom_fields.') && typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value);
  return isPlain ? Number(value) : undefined;
}
