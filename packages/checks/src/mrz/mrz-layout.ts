import type { MrzFormat } from '@vendor/vision';

/** A stretch of one line, from `start` up to, not including, `end`. */
export interface MrzSpan {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** A field and the check digit that guards it; the composite one guards several stretches. */
export interface GuardedField {
  readonly spans: readonly MrzSpan[];
  readonly digit: MrzSpan;
}

/** What check digits guard. */
export type Guarded = 'documentNumber' | 'birthDate' | 'expirationDate' | 'personalNumber' | 'composite';

const span = (line: number, start: number, end: number): MrzSpan => ({ line, start, end });
const guarded = (line: number, start: number, end: number): GuardedField => ({
  spans: [span(line, start, end)],
  digit: span(line, end, end + 1),
});

/** Which digit guards what: ICAO Doc 9303-5 (TD1), 9303-6 (TD2), 9303-4 (TD3), each section 4.2. */
export const guardedFields: Readonly<Record<MrzFormat, Readonly<Partial<Record<Guarded, GuardedField>>>>> = {
  TD1: {
    documentNumber: guarded(0, 5, 14),
    birthDate: guarded(1, 0, 6),
    expirationDate: guarded(1, 8, 14),
    composite: {
      spans: [span(0, 5, 30), span(1, 0, 7), span(1, 8, 15), span(1, 18, 29)],
      digit: span(1, 29, 30),
    },
  },
  TD2: {
    documentNumber: guarded(1, 0, 9),
    birthDate: guarded(1, 13, 19),
    expirationDate: guarded(1, 21, 27),
    composite: { spans: [span(1, 0, 10), span(1, 13, 20), span(1, 21, 35)], digit: span(1, 35, 36) },
  },
  TD3: {
    documentNumber: guarded(1, 0, 9),
    birthDate: guarded(1, 13, 19),
    expirationDate: guarded(1, 21, 27),
    personalNumber: guarded(1, 28, 42),
    composite: { spans: [span(1, 0, 10), span(1, 13, 20), span(1, 21, 43)], digit: span(1, 43, 44) },
  },
};

/** Where the optional data stand that a document number of more than nine characters runs on into. */
export const overflowOf: Readonly<Record<MrzFormat, MrzSpan | null>> = {
  TD1: span(0, 15, 30),
  TD2: span(1, 28, 35),
  TD3: null,
};

/** The characters of a stretch. */
export function textOf(lines: readonly string[], { line, start, end }: MrzSpan): string {
  return (lines[line] ?? '').slice(start, end);
}
