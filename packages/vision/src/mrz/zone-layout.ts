import { FILLER } from './cell.ts';
import { CHECK_WEIGHTS } from './check-digit.ts';
import type { MrzFormat } from './mrz-format.ts';

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const repeat = <Item>(item: Item, count: number): readonly Item[] =>
  Array.from({ length: count }, () => item);

/** Places in `MRZ_CHARACTERS` of what a cell may hold. */
export const LETTERS = range(0, 25);
const DIGITS = range(26, 35);
const LETTERS_OR_FILLER = [...LETTERS, FILLER];
const DIGITS_OR_FILLER = [...DIGITS, FILLER];
const ALPHANUMERIC = range(0, 35);
const ANYTHING = range(0, FILLER);
const ONLY_FILLER = [FILLER];
/** M, F or a filler. */
const SEXES = [12, 5, FILLER];
/** Year, month and day; a part that is not known is filled. */
const DATE = [
  DIGITS_OR_FILLER,
  DIGITS_OR_FILLER,
  [26, 27, FILLER],
  DIGITS_OR_FILLER,
  [26, 27, 28, 29, FILLER],
  DIGITS_OR_FILLER,
];

/** What a cell is to the check digits. */
export type CellRole = 'content' | 'field-check' | 'composite-check';

/** One cell outside the names. */
export interface LayoutCell {
  readonly line: number;
  readonly column: number;
  readonly allowed: readonly number[];
  readonly role: CellRole;
  /** What its value is multiplied by in the check digit of its field; 0 when it does not count. */
  readonly fieldWeight: number;
  /** The same in the composite check digit. */
  readonly compositeWeight: number;
}

/** Cells, those of a field together with its check digit last, and where names and state codes are. */
export interface ZoneLayout {
  readonly cells: readonly LayoutCell[];
  readonly names: { readonly line: number; readonly column: number };
  /** First columns of three-letter codes. */
  readonly states: readonly { readonly line: number; readonly column: number }[];
}

/** What a layout may deviate by from its format's usual one. */
export interface LayoutVariant {
  /** A visa (ICAO 9303-7) has no composite check digit, and its optional data no own. */
  readonly visa?: boolean;
  /**
   * Characters of the document number beyond nine. They lead the optional data, followed by the check digit and a
   * filler, and a filler stands where the check digit usually is (ICAO 9303-5, notes to the data structure).
   */
  readonly numberOverflow?: number;
}

/** The layout of a format (ICAO 9303-4, -5, -6 and, for visas, -7). */
export function layoutOf(
  format: MrzFormat,
  { visa = false, numberOverflow = 0 }: LayoutVariant = {},
): ZoneLayout {
  return format === 'TD1' ? cardLayout(numberOverflow) : twoLineLayout(format, visa, numberOverflow);
}

/** Cells side by side, from a column on; `compositePlace` is where the first of them counts in the composite. */
interface Stretch {
  readonly line: number;
  readonly column: number;
  readonly compositePlace?: number;
}

/** Cells that no field's check digit counts. */
function plain(
  { line, column, compositePlace }: Stretch,
  allowed: readonly (readonly number[])[],
): LayoutCell[] {
  return allowed.map((characters, index) => ({
    line,
    column: column + index,
    allowed: characters,
    role: 'content',
    fieldWeight: 0,
    compositeWeight: compositePlace === undefined ? 0 : CHECK_WEIGHTS[(compositePlace + index) % 3]!,
  }));
}

/** The cells of a field, from its `firstPlace` on, the last one being its check digit if it is to be checked here. */
function field(
  stretch: Stretch,
  allowed: readonly (readonly number[])[],
  check: readonly number[] | null,
  firstPlace = 0,
): LayoutCell[] {
  const content = plain(stretch, check ? [...allowed, check] : allowed);
  return content.map((cell, index) =>
    check && index === allowed.length
      ? { ...cell, role: 'field-check' }
      : { ...cell, fieldWeight: CHECK_WEIGHTS[(firstPlace + index) % 3]! },
  );
}

function compositeCheck(line: number, column: number): LayoutCell {
  return { line, column, allowed: DIGITS, role: 'composite-check', fieldWeight: 0, compositeWeight: 0 };
}

/** Document code and issuing state at the start of the first line. */
function opening(): LayoutCell[] {
  return plain({ line: 0, column: 0 }, [LETTERS, LETTERS_OR_FILLER, ...repeat(LETTERS_OR_FILLER, 3)]);
}

/** The document number, and the optional data it may run into. */
function numberAndOptional(
  number: Stretch,
  optional: Stretch,
  optionalLength: number,
  overflow: number,
): LayoutCell[] {
  if (overflow === 0) {
    return [
      ...field(number, repeat(ANYTHING, 9), DIGITS),
      ...plain(optional, repeat(ANYTHING, optionalLength)),
    ];
  }
  const further = (stretch: Stretch, cells: number): Stretch => ({
    ...stretch,
    column: stretch.column + cells,
    compositePlace: stretch.compositePlace! + cells,
  });
  return [
    ...field(number, repeat(ALPHANUMERIC, 9), null),
    ...field(optional, repeat(ALPHANUMERIC, overflow), DIGITS, 9),
    ...plain(further(number, 9), [ONLY_FILLER]),
    ...plain(further(optional, overflow + 1), [
      ONLY_FILLER,
      ...repeat(ANYTHING, optionalLength - overflow - 2),
    ]),
  ];
}

function cardLayout(overflow: number): ZoneLayout {
  return {
    cells: [
      ...opening(),
      ...numberAndOptional(
        { line: 0, column: 5, compositePlace: 0 },
        { line: 0, column: 15, compositePlace: 10 },
        15,
        overflow,
      ),
      ...field({ line: 1, column: 0, compositePlace: 25 }, DATE, DIGITS),
      ...plain({ line: 1, column: 7 }, [SEXES]),
      ...field({ line: 1, column: 8, compositePlace: 32 }, DATE, DIGITS),
      ...plain({ line: 1, column: 15 }, repeat(LETTERS_OR_FILLER, 3)),
      ...plain({ line: 1, column: 18, compositePlace: 39 }, repeat(ANYTHING, 11)),
      compositeCheck(1, 29),
    ],
    names: { line: 2, column: 0 },
    states: [
      { line: 0, column: 2 },
      { line: 1, column: 15 },
    ],
  };
}

function twoLineLayout(format: 'TD2' | 'TD3', visa: boolean, overflow: number): ZoneLayout {
  const at = (column: number, compositePlace: number): Stretch =>
    visa ? { line: 1, column } : { line: 1, column, compositePlace };
  const [number, optional] = [at(0, 0), at(28, 24)];
  const dates = [
    ...plain({ line: 1, column: 10 }, repeat(LETTERS_OR_FILLER, 3)),
    ...field(at(13, 10), DATE, DIGITS),
    ...plain({ line: 1, column: 20 }, [SEXES]),
    ...field(at(21, 17), DATE, DIGITS),
  ];
  const rest = (): LayoutCell[] => {
    if (visa) return [...numberAndOptional(number, optional, format === 'TD3' ? 16 : 8, 0), ...dates];
    if (format === 'TD2')
      return [...numberAndOptional(number, optional, 7, overflow), ...dates, compositeCheck(1, 35)];
    return [
      ...field(number, repeat(ANYTHING, 9), DIGITS),
      ...dates,
      // An empty personal number may have a filler for its check digit (ICAO 9303-4).
      ...field(optional, repeat(ANYTHING, 14), DIGITS_OR_FILLER),
      compositeCheck(1, 43),
    ];
  };
  return {
    cells: [...opening(), ...rest()],
    names: { line: 0, column: 5 },
    states: [
      { line: 0, column: 2 },
      { line: 1, column: 10 },
    ],
  };
}
