import { MRZ_SIZES, type MrzFormat } from '../mrz-format.ts';

/** Fields of an MRZ; `names` holds the surname, two fillers and the given names. */
export type ZoneFieldName =
  | 'documentCode'
  | 'issuer'
  | 'names'
  | 'surname'
  | 'givenNames'
  | 'documentNumber'
  | 'nationality'
  | 'birthDate'
  | 'sex'
  | 'expirationDate'
  | 'personalNumber'
  | 'optionalData'
  | 'moreOptionalData'
  | 'office';

/**
 * Check digit after a field. `always`: a digit. `unless-empty`: a filler may replace it if the field has only fillers.
 * `runs-on`: a filler means that the number continues in the optional data, with its check digit there.
 */
export type FieldCheck = 'none' | 'always' | 'unless-empty' | 'runs-on';

/** A span of one line: its first column and its number of characters. */
export interface ZoneSpan {
  readonly line: number;
  readonly start: number;
  readonly length: number;
}

export interface ZoneField extends ZoneSpan {
  readonly name: ZoneFieldName;
  readonly check: FieldCheck;
}

/** Positions of the fields of a zone, and the characters that its check digits cover. */
export interface ZoneLayout {
  readonly name: 'TD1' | 'TD2' | 'TD3' | 'MRV-A' | 'MRV-B' | 'FRA-ID';
  readonly format: MrzFormat;
  /** Characters at the start that identify this layout within its format; empty for the usual one. */
  readonly opening: string;
  readonly fields: readonly ZoneField[];
  /** Spans that the composite check digit covers, which is the last character of the second line; empty without one. */
  readonly composite: readonly ZoneSpan[];
}

type FieldRow = readonly [ZoneFieldName, line: number, start: number, length: number, check?: FieldCheck];
type SpanRow = readonly [line: number, start: number, length: number];

function layout(
  name: ZoneLayout['name'],
  format: MrzFormat,
  opening: string,
  fields: readonly FieldRow[],
  composite: readonly SpanRow[],
): ZoneLayout {
  return {
    name,
    format,
    opening,
    fields: fields.map(([field, line, start, length, check = 'none']) => ({
      name: field,
      line,
      start,
      length,
      check,
    })),
    composite: composite.map(([line, start, length]) => ({ line, start, length })),
  };
}

/** Fields of two-line zones, which differ only at the ends of both lines. */
const twoLines = (names: number): readonly FieldRow[] => [
  ['documentCode', 0, 0, 2],
  ['issuer', 0, 2, 3],
  ['names', 0, 5, names],
  ['nationality', 1, 10, 3],
  ['birthDate', 1, 13, 6, 'always'],
  ['sex', 1, 20, 1],
  ['expirationDate', 1, 21, 6, 'always'],
];

/** All supported layouts. Those with an opening precede the usual one of their format. */
const ZONE_LAYOUTS: readonly ZoneLayout[] = [
  // ICAO 9303-5, 4.2.
  layout(
    'TD1',
    'TD1',
    '',
    [
      ['documentCode', 0, 0, 2],
      ['issuer', 0, 2, 3],
      ['documentNumber', 0, 5, 9, 'runs-on'],
      ['optionalData', 0, 15, 15],
      ['birthDate', 1, 0, 6, 'always'],
      ['sex', 1, 7, 1],
      ['expirationDate', 1, 8, 6, 'always'],
      ['nationality', 1, 15, 3],
      ['moreOptionalData', 1, 18, 11],
      ['names', 2, 0, 30],
    ],
    [
      [0, 5, 25],
      [1, 0, 7],
      [1, 8, 7],
      [1, 18, 11],
    ],
  ),
  // French identity card before 2021. Its number begins with year and month of issue.
  layout(
    'FRA-ID',
    'TD2',
    'IDFRA',
    [
      ['documentCode', 0, 0, 2],
      ['issuer', 0, 2, 3],
      ['surname', 0, 5, 25],
      ['office', 0, 30, 6],
      ['documentNumber', 1, 0, 12, 'always'],
      ['givenNames', 1, 13, 14],
      ['birthDate', 1, 27, 6, 'always'],
      ['sex', 1, 34, 1],
    ],
    [
      [0, 0, 36],
      [1, 0, 35],
    ],
  ),
  // ICAO 9303-7, 4.2: visas have no composite check digit.
  layout(
    'MRV-B',
    'TD2',
    'V',
    [...twoLines(31), ['documentNumber', 1, 0, 9, 'always'], ['optionalData', 1, 28, 8]],
    [],
  ),
  // ICAO 9303-6, 4.2.
  layout(
    'TD2',
    'TD2',
    '',
    [...twoLines(31), ['documentNumber', 1, 0, 9, 'runs-on'], ['optionalData', 1, 28, 7]],
    [
      [1, 0, 10],
      [1, 13, 7],
      [1, 21, 14],
    ],
  ),
  layout(
    'MRV-A',
    'TD3',
    'V',
    [...twoLines(39), ['documentNumber', 1, 0, 9, 'always'], ['optionalData', 1, 28, 16]],
    [],
  ),
  // ICAO 9303-4, 4.2.
  layout(
    'TD3',
    'TD3',
    '',
    [...twoLines(39), ['documentNumber', 1, 0, 9, 'always'], ['personalNumber', 1, 28, 14, 'unless-empty']],
    [
      [1, 0, 10],
      [1, 13, 7],
      [1, 21, 22],
    ],
  ),
];

/** Returns the layout of a format that matches the start of the first line. */
export function findLayout(format: MrzFormat, firstLine: string): ZoneLayout {
  return ZONE_LAYOUTS.find((known) => known.format === format && firstLine.startsWith(known.opening))!;
}

/** Returns the layout of the lines of a zone; null if their number and lengths match no format. */
export function matchZoneLayout(lines: readonly string[]): ZoneLayout | null {
  const format = (Object.keys(MRZ_SIZES) as MrzFormat[]).find((name) => {
    const { rows, columns } = MRZ_SIZES[name];
    return lines.length === rows && lines.every((line) => line.length === columns);
  });
  return format ? findLayout(format, lines[0]!) : null;
}

/** Returns the characters of a span. */
export function readSpan(lines: readonly string[], { line, start, length }: ZoneSpan): string {
  return (lines[line] ?? '').slice(start, start + length);
}

/** Returns the position of the check digit after a field. */
export function digitAfter({ line, start, length }: ZoneSpan): ZoneSpan {
  return { line, start: start + length, length: 1 };
}

/** Returns the position of the composite check digit; null without one. */
export function compositeDigit({ format, composite }: ZoneLayout): ZoneSpan | null {
  return composite.length === 0 ? null : { line: 1, start: MRZ_SIZES[format].columns - 1, length: 1 };
}
