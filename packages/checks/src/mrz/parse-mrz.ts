import type { MrzFormat } from '@vendor/vision';
import { type FieldName, parse } from 'mrz';
import { birthDateOf, expirationDateOf } from './mrz-date.ts';

/** What a machine readable zone says. Null: the field is empty, unknown, or not what its place demands. */
export interface MrzContent {
  readonly format: MrzFormat;
  /** One or two letters, such as `P`, `ID`, `AR`. */
  readonly documentCode: string;
  /** One to three letters. */
  readonly issuer: string;
  readonly nationality: string;
  readonly surname: string;
  /** Separated by spaces; empty when there are none. */
  readonly givenNames: string;
  /** Whether the names fill their field to the end, so that more of them may have been cut off. */
  readonly isNameCut: boolean;
  readonly documentNumber: string | null;
  readonly birthDate: string | null;
  readonly expirationDate: string | null;
  readonly sex: 'MALE' | 'FEMALE' | 'UNSPECIFIED' | null;
  readonly personalNumber: string | null;
  /** Fields whose characters are not what their place demands. */
  readonly malformed: readonly FieldName[];
}

const SEXES = { male: 'MALE', female: 'FEMALE', nonspecified: 'UNSPECIFIED' } as const;

/**
 * Parses the lines of a machine readable zone.
 *
 * @param today - `YYYY-MM-DD`; years have two digits, and the day tells the century.
 * @returns null when the lines are not of the format.
 */
export function parseMrz(format: MrzFormat, lines: readonly string[], today: string): MrzContent | null {
  const parsed = parseLines(lines);
  if (parsed?.format !== format) return null;
  const { fields, details } = parsed;
  const issuerSpan = { line: 0, start: 2, end: 5 };
  const nationalitySpan =
    format === 'TD1' ? { line: 1, start: 15, end: 18 } : { line: 1, start: 10, end: 13 };
  const names = (format === 'TD1' ? lines[2] : lines[0]?.slice(5)) ?? '';
  return {
    format,
    documentCode: letters(lines[0]?.slice(0, 2)),
    issuer: letters(lines[issuerSpan.line]?.slice(issuerSpan.start, issuerSpan.end)),
    nationality: letters(lines[nationalitySpan.line]?.slice(nationalitySpan.start, nationalitySpan.end)),
    surname: fields.lastName ?? '',
    // Two fillers part the names; where there are none, the surname fills the field.
    givenNames: names.includes('<<') ? (fields.firstName ?? '') : '',
    isNameCut: !names.endsWith('<'),
    documentNumber: parsed.documentNumber,
    birthDate: birthDateOf(fields.birthDate ?? '', today),
    expirationDate: expirationDateOf(fields.expirationDate ?? '', today),
    sex: SEXES[fields.sex as keyof typeof SEXES] ?? null,
    personalNumber: fields.personalNumber || null,
    malformed: details.flatMap(({ field, valid }) =>
      field && !valid && !isJudgedElsewhere(field, names) ? [field] : [],
    ),
  };
}

function parseLines(lines: readonly string[]) {
  try {
    return parse([...lines]);
  } catch {
    // The library throws for lines of no format that it knows.
    return undefined;
  }
}

function letters(characters = ''): string {
  return characters.replaceAll('<', '');
}

/**
 * State codes are judged by `isKnownIssuer`, which knows more of them, check digits by `wrongCheckDigits`. Given names may
 * be missing, which the library takes amiss when the surname fills its field.
 */
function isJudgedElsewhere(field: FieldName, names: string): boolean {
  if (field === 'firstName') return !/<<[A-Z]/.test(names);
  return field.endsWith('CheckDigit') || field === 'issuingState' || field === 'nationality';
}
