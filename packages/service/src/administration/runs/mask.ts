import type { AdminCell } from '@vendor/contract/admin';
import { sayValue } from '@vendor/texts/staff/say-value';

/** Members that do not identify a person, and are shown to everybody who may see the execution. */
export const plainMembers: readonly string[] = [
  'country',
  'documentType',
  'brand',
  'transaction_amount',
  'transaction_currency',
  'transaction_type',
];

/**
 * Masks each word: keeps the first letter of words of at least 4 letters, and the last letter of words of at least 7. The
 * length of a word is hidden.
 */
export function maskText(text: string): string {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.map(maskWord).join(' ');
}

function maskWord(word: string): string {
  const letters = [...word];
  if (letters.length < 4) return '•••';
  const last = letters.length < 7 ? '' : letters.at(-1);
  return `${letters[0]}•••${last}`;
}

/**
 * Formats the value of a member for display, with codes and countries in words. @param isMasked - whether to mask personal
 * data.
 */
export function cellOf(member: string, value: unknown, isMasked: boolean): AdminCell {
  return isMasked && !plainMembers.includes(member)
    ? { text: maskText(textOf(value)), isMasked: true }
    : { text: textOf(typeof value === 'object' ? value : sayValue(member, value)), isMasked: false };
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
