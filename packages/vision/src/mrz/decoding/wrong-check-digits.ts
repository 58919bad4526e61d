import { computeCheckDigit } from './check-digit.ts';
import {
  compositeDigit,
  digitAfter,
  readSpan,
  type ZoneField,
  type ZoneFieldName,
  type ZoneLayout,
  type ZoneSpan,
} from './zone-layout.ts';

/** A check digit, by the field that it follows. */
export type CheckedPart = ZoneFieldName | 'composite';

/**
 * Finds the check digits that do not hold, by the rules that reading obeys: a filler stands for a digit only over an empty
 * field whose layout allows it, or for a document number that runs on into the optional data.
 *
 * @param lines - of the layout's number and length; other lines hold nothing.
 * @returns the field that each wrong digit follows; empty when all hold.
 */
export function wrongCheckDigits(layout: ZoneLayout, lines: readonly string[]): CheckedPart[] {
  return checkedParts(layout)
    .filter(({ part, spans, digit, field }) => !holds(layout, lines, { part, spans, digit, field }))
    .map(({ part }) => part);
}

/** The stretches that a check digit counts, and the digit's own place. */
export interface CheckedStretch {
  readonly part: CheckedPart;
  readonly spans: readonly ZoneSpan[];
  readonly digit: ZoneSpan;
  /** Null for the composite digit. */
  readonly field: ZoneField | null;
}

/** The check digits of a layout and what each counts. */
export function checkedParts(layout: ZoneLayout): CheckedStretch[] {
  const parts: CheckedStretch[] = layout.fields
    .filter(({ check }) => check !== 'none')
    .map((field) => ({ part: field.name, spans: [field], digit: digitAfter(field), field }));
  const digit = compositeDigit(layout);
  return digit ? [...parts, { part: 'composite', spans: layout.composite, digit, field: null }] : parts;
}

function holds(
  layout: ZoneLayout,
  lines: readonly string[],
  { spans, digit, field }: CheckedStretch,
): boolean {
  const characters = spans.map((span) => readSpan(lines, span)).join('');
  const read = readSpan(lines, digit);
  if (!/^[A-Z0-9<]+$/.test(characters)) return false;
  if (read === '<') {
    if (field?.check === 'runs-on') return holdsRunningOn(layout, lines, characters);
    return field?.check === 'unless-empty' && /^<+$/.test(characters);
  }
  return read === String(computeCheckDigit(characters));
}

/**
 * A number of more than nine characters: its rest and its digit lead the optional data, then comes a filler. The standard
 * does not say whether the filler between both parts counts, and its example holds either way; issuers do both.
 */
function holdsRunningOn(layout: ZoneLayout, lines: readonly string[], beginning: string): boolean {
  const optional = layout.fields.find(({ name }) => name === 'optionalData');
  const rest = optional && /^([A-Z0-9]+)(\d)</.exec(readSpan(lines, optional));
  if (!rest || beginning.includes('<')) return false;
  return [beginning + rest[1], `${beginning}<${rest[1]}`].some(
    (number) => rest[2] === String(computeCheckDigit(number)),
  );
}
