import type { AdminCell } from '@vendor/contract/admin';
import { sayValue } from '@vendor/texts/staff/say-value';

/** Members that say nothing of one person among many, and are shown to whoever may look at an execution. */
export const plainMembers: readonly string[] = [
  'country',
  'documentType',
  'brand',
  'transaction_amount',
  'transaction_currency',
  'transaction_type',
];

/** Shows the ends of long words alone, in place of short ones nothing. How long each was is not shown. */
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

/** A value of a member as it is shown, codes and countries in words. @param isMasked - whether personal data is to be masked. */
export function cellOf(member: string, value: unknown, isMasked: boolean): AdminCell {
  return isMasked && !plainMembers.includes(member)
    ? { text: maskText(textOf(value)), isMasked: true }
    : { text: textOf(typeof value === 'object' ? value : sayValue(member, value)), isMasked: false };
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
