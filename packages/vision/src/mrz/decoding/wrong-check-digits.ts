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

/** Part of a zone that has a check digit: a field, or the spans of the composite check digit. */
export type CheckedPart = ZoneFieldName | 'composite';

/**
 * Finds wrong check digits, by the same rules as decoding: a filler may replace the digit only after an empty field whose
 * layout allows it, or after a document number that continues in the optional data.
 *
 * @param lines - as many and as long as in the layout; check digits beyond the end of a shorter line are wrong.
 * @returns the parts whose check digits are wrong; empty if all are right.
 */
export function findWrongCheckDigits(layout: ZoneLayout, lines: readonly string[]): CheckedPart[] {
  return listCheckDigits(layout)
    .filter(({ part, spans, digit, field }) => !isDigitRight(layout, lines, { part, spans, digit, field }))
    .map(({ part }) => part);
}

/** A part, the spans that its check digit covers, and the position of the digit. */
export interface CheckedSpans {
  readonly part: CheckedPart;
  readonly spans: readonly ZoneSpan[];
  readonly digit: ZoneSpan;
  /** Null for the composite check digit. */
  readonly field: ZoneField | null;
}

/** Returns the check digits of a layout and the spans that each covers. */
export function listCheckDigits(layout: ZoneLayout): CheckedSpans[] {
  const parts: CheckedSpans[] = layout.fields
    .filter(({ check }) => check !== 'none')
    .map((field) => ({ part: field.name, spans: [field], digit: digitAfter(field), field }));
  const digit = compositeDigit(layout);
  return digit ? [...parts, { part: 'composite', spans: layout.composite, digit, field: null }] : parts;
}

function isDigitRight(
  layout: ZoneLayout,
  lines: readonly string[],
  { spans, digit, field }: CheckedSpans,
): boolean {
  const characters = spans.map((span) => readSpan(lines, span)).join('');
  const read = readSpan(lines, digit);
  if (!/^[A-Z0-9<]+$/.test(characters)) return false;
  if (read === '<') {
    if (field?.check === 'runs-on') return isContinuationRight(layout, lines, characters);
    return field?.check === 'unless-empty' && /^<+$/.test(characters);
  }
  return read === String(computeCheckDigit(characters));
}

/**
 * Verifies a document number of more than nine characters: its continuation and its check digit are at the start of the
 * optional data, followed by a filler. The standard does not define whether the filler between both parts counts, and its
 * example matches either way; issuers do both.
 */
function isContinuationRight(layout: ZoneLayout, lines: readonly string[], beginning: string): boolean {
  const optional = layout.fields.find(({ name }) => name === 'optionalData');
  const rest = optional && /^([A-Z0-9]+)(\d)</.exec(readSpan(lines, optional));
  if (!rest || beginning.includes('<')) return false;
  return [beginning + rest[1], `${beginning}<${rest[1]}`].some(
    (number) => rest[2] === String(computeCheckDigit(number)),
  );
}
