import type { MrzFormat } from '@vendor/vision';
import { type Guarded, type GuardedField, guardedFields, overflowOf, textOf } from './mrz-layout.ts';

const WEIGHTS = [7, 3, 1] as const;

/**
 * The check digit over characters of a machine readable zone: each value times 7, 3, 1, 7, … summed, modulo 10
 * (ICAO Doc 9303-3, 4.9). Digits count as themselves, letters from A = 10, the filler as 0.
 *
 * @throws RangeError for a character that no zone has.
 */
export function checkDigitOf(characters: string): number {
  let sum = 0;
  for (let index = 0; index < characters.length; index++) {
    sum += characterValue(characters.charCodeAt(index)) * WEIGHTS[(index % 3) as 0 | 1 | 2];
  }
  return sum % 10;
}

/**
 * The check digits that do not hold, by what they guard; empty when all do.
 *
 * @param lines - of the format's number and length; other lines hold nothing.
 */
export function wrongCheckDigits(format: MrzFormat, lines: readonly string[]): Guarded[] {
  const fields = Object.entries(guardedFields[format]) as [Guarded, GuardedField][];
  return fields
    .filter(([guarded, field]) => !holds(format, lines, guarded, field))
    .map(([guarded]) => guarded);
}

function holds(format: MrzFormat, lines: readonly string[], guarded: Guarded, field: GuardedField): boolean {
  const characters = field.spans.map((span) => textOf(lines, span)).join('');
  const digit = textOf(lines, field.digit);
  if (!/^[A-Z0-9<]+$/.test(characters)) return false;
  if (digit === '<') {
    if (guarded === 'documentNumber') return holdsOverflow(format, lines, characters);
    // An optional field that is empty may have a filler for its digit (ICAO Doc 9303-4, 4.2.2).
    return guarded === 'personalNumber' && /^<+$/.test(characters);
  }
  return digit === String(checkDigitOf(characters));
}

/** A number of more than nine characters: its rest and its digit lead the optional data, then comes a filler. */
function holdsOverflow(format: MrzFormat, lines: readonly string[], beginning: string): boolean {
  const optional = overflowOf[format];
  const rest = optional && /^([A-Z0-9]+)(\d)</.exec(`${textOf(lines, optional)}<`);
  return rest ? rest[2] === String(checkDigitOf(beginning + rest[1])) : false;
}

function characterValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 65 && code <= 90) return code - 55;
  if (code === 60) return 0;
  throw new RangeError('A machine readable zone has A to Z, 0 to 9 and < only.');
}
