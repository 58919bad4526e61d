import { FILLER, MRZ_CHARACTERS } from '../cells/cell.ts';
import { CHECK_WEIGHTS } from './check-digit.ts';
import { compositeDigit, digitAfter, type ZoneField, type ZoneLayout, type ZoneSpan } from './zone-layout.ts';

/** Places in `MRZ_CHARACTERS` of characters. */
const placesOf = (characters: string): readonly number[] =>
  Array.from(characters, (character) => MRZ_CHARACTERS.indexOf(character));
const repeat = <Item>(item: Item, count: number): readonly Item[] =>
  Array.from({ length: count }, () => item);

/** Places in `MRZ_CHARACTERS` of what a cell may hold. */
export const LETTERS = placesOf(MRZ_CHARACTERS.slice(0, 26));
const DIGITS = placesOf('0123456789');
const LETTERS_OR_FILLER = [...LETTERS, FILLER];
const DIGITS_OR_FILLER = [...DIGITS, FILLER];
const ALPHANUMERIC = [...LETTERS, ...DIGITS];
const ANYTHING = [...ALPHANUMERIC, FILLER];
const ONLY_FILLER = [FILLER];
const NINE = placesOf('9');
/** First letters of document codes by the standard; issuers have others in circulation. */
const CODES = { TD1: placesOf('ACI'), TD2: placesOf('ACIV'), TD3: placesOf('PV') };
/** Characters that issuers print for the sex; any other letter is unusual. */
const SEXES = placesOf('MF<XH');
/** Year, month and day; a part that is not known is filled. */
const DATE = [
  DIGITS_OR_FILLER,
  DIGITS_OR_FILLER,
  placesOf('01<'),
  DIGITS_OR_FILLER,
  placesOf('0123<'),
  DIGITS_OR_FILLER,
];

/** How a cell takes part in check digits. */
export type CellRole = 'content' | 'field-check' | 'composite-check';

/** One cell outside of names and state codes. */
export interface LayoutCell {
  readonly line: number;
  readonly column: number;
  readonly allowed: readonly number[];
  /** Characters that are to be expected among the allowed ones; all of them where this is absent. */
  readonly usual?: readonly number[];
  readonly role: CellRole;
  /** Factor of its value in the check digit of its field; 0 when it does not count. */
  readonly fieldWeight: number;
  /** The same in the composite check digit. */
  readonly compositeWeight: number;
  /** Whether only the character that was seen will do: nothing else tells it, and it decides what the document is. */
  readonly isLiteral: boolean;
}

/** Choices that a layout leaves to the issuer or to what the zone says. */
export interface LayoutVariant {
  /**
   * Characters of the document number beyond nine. They lead the optional data, followed by the check digit and a
   * filler, and a filler stands where the check digit usually is (ICAO 9303-5, notes to the data structure).
   */
  readonly numberOverflow?: number;
  /** Whether the filler between both parts of such a number counts in its check digit. */
  readonly countsFiller?: boolean;
  /** Whether the fields that may go without a check digit are empty, and have a filler for it. */
  readonly isEmpty?: boolean;
  /** Whether the document is valid for ever, which some issuers print as an expiry date of nines. */
  readonly isPermanent?: boolean;
}

/** The cells of a layout, those of a field together with its check digit last; names and state codes are left out. */
export function listCells(layout: ZoneLayout, variant: LayoutVariant = {}): LayoutCell[] {
  const cells = layout.fields.flatMap((field) => cellsOfField(field, layout, variant));
  const digit = compositeDigit(layout);
  const weights = compositeWeights(layout);
  const all = cells.map((cell) => ({ ...cell, compositeWeight: weights.get(keyOf(cell)) ?? 0 }));
  if (!digit) return all;
  const composite = { ...plain({ line: 1, start: digit.start, length: 1 }, [DIGITS])[0]! };
  return [...all, { ...composite, role: 'composite-check' }];
}

/** Whether a field is decoded by the list of states. */
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
      return isStateField(field, layout) ? [] : fixed(field, layout.opening);
    case 'documentCode':
      return plain(field, [LETTERS, ANYTHING]).map((cell, index) => ({
        ...cell,
        ...(index === 0 ? { usual: CODES[layout.format] } : {}),
        isLiteral: true,
      }));
    case 'sex':
      return plain(field, [LETTERS_OR_FILLER]).map((cell) => ({ ...cell, usual: SEXES, isLiteral: true }));
    case 'surname':
    case 'givenNames':
      return plain(field, repeat(LETTERS_OR_FILLER, length));
    case 'birthDate':
      return checked(field, DATE);
    case 'expirationDate':
      return checked(field, variant.isPermanent ? repeat(NINE, length) : DATE);
    case 'optionalData':
      return overflow > 0 ? [] : plain(field, repeat(ANYTHING, length));
    case 'documentNumber':
      return overflow > 0
        ? runningOn(field, layout, overflow, variant.countsFiller === true)
        : checked(field, repeat(ANYTHING, length));
    case 'personalNumber':
    case 'moreOptionalData':
    case 'office':
      if (field.check === 'none') return plain(field, repeat(ANYTHING, length));
      return field.check === 'unless-empty' && variant.isEmpty
        ? plain({ ...field, length: length + 1 }, repeat(ONLY_FILLER, length + 1))
        : checked(field, repeat(ANYTHING, length));
  }
}

/** Cells that no field's check digit counts. */
function plain({ line, start }: ZoneSpan, allowed: readonly (readonly number[])[]): LayoutCell[] {
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

function fixed(field: ZoneSpan, opening: string): LayoutCell[] {
  const characters = placesOf(opening.slice(field.start, field.start + field.length));
  return plain(
    field,
    characters.map((character) => [character]),
  );
}

/** The cells of a field, from its `firstPlace` on, without its check digit. */
function counted(span: ZoneSpan, allowed: readonly (readonly number[])[], firstPlace = 0): LayoutCell[] {
  return plain(span, allowed).map((cell, index) => ({
    ...cell,
    fieldWeight: CHECK_WEIGHTS[((firstPlace + index) % 3) as 0 | 1 | 2],
  }));
}

function checkCell(digit: ZoneSpan): LayoutCell[] {
  return plain(digit, [DIGITS]).map((cell) => ({ ...cell, role: 'field-check' }));
}

function checked(field: ZoneSpan, allowed: readonly (readonly number[])[]): LayoutCell[] {
  return [...counted(field, allowed), ...checkCell(digitAfter(field))];
}

/** A document number and the optional data that it runs on into. */
function runningOn(
  number: ZoneField,
  layout: ZoneLayout,
  overflow: number,
  countsFiller: boolean,
): LayoutCell[] {
  const optional = layout.fields.find(({ name }) => name === 'optionalData')!;
  const from = (offset: number): ZoneSpan => ({ ...optional, start: optional.start + offset });
  return [
    ...counted(number, repeat(ALPHANUMERIC, number.length)),
    ...counted(optional, repeat(ALPHANUMERIC, overflow), number.length + (countsFiller ? 1 : 0)),
    ...checkCell(from(overflow)),
    ...plain(digitAfter(number), [ONLY_FILLER]),
    ...plain(from(overflow + 1), [ONLY_FILLER, ...repeat(ANYTHING, optional.length - overflow - 2)]),
  ];
}

/** Factor of each cell in the composite check digit, by its key. */
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
