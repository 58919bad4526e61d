import { FILLER, MRZ_CHARACTERS } from '../cells/cell.ts';
import { CHECK_WEIGHTS } from './check-digit.ts';
import { compositeDigit, digitAfter, type ZoneField, type ZoneLayout, type ZoneSpan } from './zone-layout.ts';

/** Returns indices in `MRZ_CHARACTERS`. */
const placesOf = (characters: string): readonly number[] =>
  Array.from(characters, (character) => MRZ_CHARACTERS.indexOf(character));
const repeat = <Item>(item: Item, count: number): readonly Item[] =>
  Array.from({ length: count }, () => item);

/** Characters allowed in a cell, as indices in `MRZ_CHARACTERS`. */
export const LETTERS = placesOf(MRZ_CHARACTERS.slice(0, 26));
const DIGITS = placesOf('0123456789');
const LETTERS_OR_FILLER = [...LETTERS, FILLER];
const DIGITS_OR_FILLER = [...DIGITS, FILLER];
const ALPHANUMERIC = [...LETTERS, ...DIGITS];
const ANYTHING = [...ALPHANUMERIC, FILLER];
const ONLY_FILLER = [FILLER];
const NINE = placesOf('9');
/** First letters of document codes in the standard; issuers use others as well. */
const CODES = { TD1: placesOf('ACI'), TD2: placesOf('ACIV'), TD3: placesOf('PV') };
/** Characters printed for the sex; any other letter is unusual. */
const SEXES = placesOf('MF<XH');
/** Year, month and day; an unknown part consists of fillers. */
const DATE = [
  DIGITS_OR_FILLER,
  DIGITS_OR_FILLER,
  placesOf('01<'),
  DIGITS_OR_FILLER,
  placesOf('0123<'),
  DIGITS_OR_FILLER,
];

/** Role of a cell in check digits. */
export type CellRole = 'content' | 'field-check' | 'composite-check';

/** A cell that is not part of names or state codes. */
export interface LayoutCell {
  readonly line: number;
  readonly column: number;
  readonly allowed: readonly number[];
  /** Usual characters among the allowed ones; all of them if absent. */
  readonly usual?: readonly number[];
  readonly role: CellRole;
  /** Weight of its value in the check digit of its field; 0 if it does not count. */
  readonly fieldWeight: number;
  /** Weight in the composite check digit; 0 if it does not count. */
  readonly compositeWeight: number;
  /** Whether only the character seen is accepted, because no rule verifies it and it determines the kind of document. */
  readonly isLiteral: boolean;
}

/** Choices within a layout that depend on the issuer or on the content. */
export interface LayoutVariant {
  /**
   * Number of characters of the document number beyond nine. They are at the start of the optional data, followed by the check
   * digit and a filler, and a filler replaces the check digit in its usual position (ICAO 9303-5, notes to the data structure).
   */
  readonly numberOverflow?: number;
  /** Whether the filler between both parts of such a number counts in its check digit. */
  readonly countsFiller?: boolean;
  /** Whether fields with an optional check digit are empty, with a filler as check digit. */
  readonly isEmpty?: boolean;
  /** Whether the document never expires, which some issuers print as an expiry date of nines. */
  readonly isPermanent?: boolean;
}

/** Returns the cells of a layout without names and state codes; each field is followed by its check digit. */
export function listCells(layout: ZoneLayout, variant: LayoutVariant = {}): LayoutCell[] {
  const cells = layout.fields.flatMap((field) => cellsOfField(field, layout, variant));
  const digit = compositeDigit(layout);
  const weights = compositeWeights(layout);
  const all = cells.map((cell) => ({ ...cell, compositeWeight: weights.get(keyOf(cell)) ?? 0 }));
  if (!digit) return all;
  const composite = { ...unweightedCells({ line: 1, start: digit.start, length: 1 }, [DIGITS])[0]! };
  return [...all, { ...composite, role: 'composite-check' }];
}

/** Returns whether a field is decoded by the list of states. */
export function isStateField({ name }: ZoneField, layout: ZoneLayout): boolean {
  return name === 'nationality' || (name === 'issuer' && layout.opening.length < 5);
}

function cellsOfField(field: ZoneField, layout: ZoneLayout, variant: LayoutVariant): LayoutCell[] {
  const { name, length } = field;
  const overflow = variant.numberOverflow ?? 0;
  switch (name) {
    case 'names':
      return [];
    case 'issuer':
    case 'nationality':
      return isStateField(field, layout) ? [] : fixedCells(field, layout.opening);
    case 'documentCode':
      return unweightedCells(field, [LETTERS, ANYTHING]).map((cell, index) => ({
        ...cell,
        ...(index === 0 ? { usual: CODES[layout.format] } : {}),
        isLiteral: true,
      }));
    case 'sex':
      return unweightedCells(field, [LETTERS_OR_FILLER]).map((cell) => ({
        ...cell,
        usual: SEXES,
        isLiteral: true,
      }));
    case 'surname':
    case 'givenNames':
      return unweightedCells(field, repeat(LETTERS_OR_FILLER, length));
    case 'birthDate':
      return cellsWithCheck(field, DATE);
    case 'expirationDate':
      return cellsWithCheck(field, variant.isPermanent ? repeat(NINE, length) : DATE);
    case 'optionalData':
      return overflow > 0 ? [] : unweightedCells(field, repeat(ANYTHING, length));
    case 'documentNumber':
      return overflow > 0
        ? continuedNumberCells(field, layout, overflow, variant.countsFiller === true)
        : cellsWithCheck(field, repeat(ANYTHING, length));
    case 'personalNumber':
    case 'moreOptionalData':
    case 'office':
      if (field.check === 'none') return unweightedCells(field, repeat(ANYTHING, length));
      return field.check === 'unless-empty' && variant.isEmpty
        ? unweightedCells({ ...field, length: length + 1 }, repeat(ONLY_FILLER, length + 1))
        : cellsWithCheck(field, repeat(ANYTHING, length));
  }
}

/** Returns cells that no field's check digit covers. */
function unweightedCells({ line, start }: ZoneSpan, allowed: readonly (readonly number[])[]): LayoutCell[] {
  return allowed.map((characters, index) => ({
    line,
    column: start + index,
    allowed: characters,
    role: 'content',
    fieldWeight: 0,
    compositeWeight: 0,
    isLiteral: false,
  }));
}

function fixedCells(field: ZoneSpan, opening: string): LayoutCell[] {
  const characters = placesOf(opening.slice(field.start, field.start + field.length));
  return unweightedCells(
    field,
    characters.map((character) => [character]),
  );
}

/** Returns the cells of a field without its check digit, weighted from position `firstPlace`. */
function weightedCells(
  span: ZoneSpan,
  allowed: readonly (readonly number[])[],
  firstPlace = 0,
): LayoutCell[] {
  return unweightedCells(span, allowed).map((cell, index) => ({
    ...cell,
    fieldWeight: CHECK_WEIGHTS[((firstPlace + index) % 3) as 0 | 1 | 2],
  }));
}

function checkCell(digit: ZoneSpan): LayoutCell[] {
  return unweightedCells(digit, [DIGITS]).map((cell) => ({ ...cell, role: 'field-check' }));
}

function cellsWithCheck(field: ZoneSpan, allowed: readonly (readonly number[])[]): LayoutCell[] {
  return [...weightedCells(field, allowed), ...checkCell(digitAfter(field))];
}

/** Returns the cells of a document number and its continuation in the optional data. */
function continuedNumberCells(
  number: ZoneField,
  layout: ZoneLayout,
  overflow: number,
  countsFiller: boolean,
): LayoutCell[] {
  const optional = layout.fields.find(({ name }) => name === 'optionalData')!;
  const from = (offset: number): ZoneSpan => ({ ...optional, start: optional.start + offset });
  return [
    ...weightedCells(number, repeat(ALPHANUMERIC, number.length)),
    ...weightedCells(optional, repeat(ALPHANUMERIC, overflow), number.length + (countsFiller ? 1 : 0)),
    ...checkCell(from(overflow)),
    ...unweightedCells(digitAfter(number), [ONLY_FILLER]),
    ...unweightedCells(from(overflow + 1), [
      ONLY_FILLER,
      ...repeat(ANYTHING, optional.length - overflow - 2),
    ]),
  ];
}

/** Returns the weight of each cell in the composite check digit, by the cell's key. */
function compositeWeights({ composite }: ZoneLayout): Map<number, number> {
  const weights = new Map<number, number>();
  for (const { line, start, length } of composite) {
    for (let column = start; column < start + length; column++)
      weights.set(keyOf({ line, column }), CHECK_WEIGHTS[(weights.size % 3) as 0 | 1 | 2]);
  }
  return weights;
}

function keyOf({ line, column }: { readonly line: number; readonly column: number }): number {
  return line * 64 + column;
}
