import {
  type MrzFormat,
  matchZoneLayout,
  readSpan,
  type ZoneFieldName,
  type ZoneLayout,
} from '@vendor/vision';
import { estimateLatestExpiration } from './french-card.ts';
import { hasDateForm, isPermanent, mayBePermanent, readBirthDate, readExpirationDate } from './mrz-date.ts';
import { type MrzSex, readSex } from './mrz-sex.ts';

/** Content of an MRZ. Null: the field is empty, unknown, or malformed. */
export interface MrzContent {
  readonly format: MrzFormat;
  /** One or two characters, such as `P`, `ID`, `C1`. */
  readonly documentCode: string;
  /** Up to three letters; empty if the field is. */
  readonly issuer: string;
  readonly nationality: string;
  readonly surname: string;
  /** Separated by spaces; empty without any. */
  readonly givenNames: string;
  /** Whether the names fill their field to the end, so that more of them may have been truncated. */
  readonly isNameCut: boolean;
  readonly documentNumber: string | null;
  readonly birthDate: string | null;
  readonly expirationDate: string | null;
  readonly sex: MrzSex | null;
  readonly personalNumber: string | null;
  /** Fields with characters that are not allowed in them. */
  readonly malformed: readonly ZoneFieldName[];
  /** Set if the document never expires; `expirationDate` is null then. */
  readonly isPermanent?: true;
  /** Latest possible expiry of a document without an expiry date in its MRZ, `YYYY-MM-DD`. Absent otherwise. */
  readonly latestExpirationDate?: string;
}

/**
 * Parses the lines of an MRZ.
 *
 * @param today - `YYYY-MM-DD`; determines the century of two-digit years.
 * @returns null if the lines do not match the format.
 */
export function parseMrz(format: MrzFormat, lines: readonly string[], today: string): MrzContent | null {
  const layout = matchZoneLayout(lines);
  if (layout?.format !== format || !/^[A-Z0-9<]+$/.test(lines.join(''))) return null;
  const text = (name: ZoneFieldName): string | null => {
    const field = layout.fields.find((known) => known.name === name);
    return field ? readSpan(lines, field) : null;
  };
  const documentCode = removeFillers(text('documentCode'));
  const issuer = removeFillers(text('issuer'));
  const names = text('names') ?? `${text('surname')}<<${text('givenNames')}`;
  const number = readDocumentNumber(layout, lines);
  const birthDate = readBirthDate(text('birthDate') ?? '', today);
  // Cards without a nationality are issued only to nationals.
  const nationality = text('nationality') === null ? issuer : removeFillers(text('nationality'));
  const candidate = { format, documentCode, issuer, nationality, birthDate };
  const sex = readSex(text('sex') ?? '', { format, documentCode, issuer });
  const expiry = text('expirationDate');
  const expirationDate = expiry === null || mayBePermanent(expiry) ? null : readExpirationDate(expiry, today);
  const latestExpirationDate = layout.name === 'FRA-ID' ? estimateLatestExpiration(number, birthDate) : null;
  const malformed: Partial<Record<ZoneFieldName, boolean>> = {
    documentCode: !/^[A-Z]/.test(documentCode),
    names: !/^[A-Z<]*[A-Z][A-Z<]*$/.test(names),
    documentNumber: number === '' || (layout.name === 'FRA-ID' && latestExpirationDate === null),
    birthDate: !hasDateForm(text('birthDate') ?? ''),
    sex: sex === 'malformed',
    expirationDate: expiry !== null && !mayBePermanent(expiry) && !hasDateForm(expiry),
  };
  return {
    format,
    documentCode,
    issuer,
    nationality,
    ...splitNames(names),
    isNameCut: layout.fields.some(
      (field) =>
        ['names', 'surname', 'givenNames'].includes(field.name) && /[^<]$/.test(readSpan(lines, field)),
    ),
    documentNumber: number || null,
    birthDate,
    expirationDate,
    sex: sex === 'malformed' ? null : sex,
    personalNumber: readable(text('personalNumber') ?? '') || null,
    malformed: (Object.keys(malformed) as ZoneFieldName[]).filter((name) => malformed[name]),
    ...(expiry !== null && isPermanent(expiry, candidate, today) ? { isPermanent: true } : {}),
    ...(latestExpirationDate ? { latestExpirationDate } : {}),
  };
}

/** Splits surname and given names at two fillers. A single name is the surname, whichever position it has. */
function splitNames(names: string): Pick<MrzContent, 'surname' | 'givenNames'> {
  const [surname = '', ...givenNames] = names.replace(/^<+|<+$/g, '').split('<<');
  return {
    surname: readable(surname),
    givenNames: readable(givenNames.join('<')).replace(/ +/g, ' ').trim(),
  };
}

/** Reads the document number, including a continuation at the start of the optional data; fillers inside it become spaces. */
function readDocumentNumber(layout: ZoneLayout, lines: readonly string[]): string {
  const field = layout.fields.find(({ name }) => name === 'documentNumber');
  const optional = layout.fields.find(({ name }) => name === 'optionalData');
  if (!field) return '';
  const number = readSpan(lines, field);
  const runsOn =
    field.check === 'runs-on' &&
    readSpan(lines, { ...field, start: field.start + field.length, length: 1 }) === '<';
  const rest = runsOn && optional ? /^([A-Z0-9]+)\d</.exec(readSpan(lines, optional))?.[1] : undefined;
  return readable(number + (rest ?? ''));
}

function removeFillers(characters: string | null): string {
  return (characters ?? '').replaceAll('<', '');
}

function readable(characters: string): string {
  return characters.replace(/<+$/, '').replaceAll('<', ' ');
}
