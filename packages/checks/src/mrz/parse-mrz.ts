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

/** Content of a machine readable zone. Null: the field is empty, unknown, or not what its place demands. */
export interface MrzContent {
  readonly format: MrzFormat;
  /** One or two characters, such as `P`, `ID`, `C1`. */
  readonly documentCode: string;
  /** Up to three letters; empty where the field is. */
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
  readonly sex: MrzSex | null;
  readonly personalNumber: string | null;
  /** Fields whose characters are not what their place demands. */
  readonly malformed: readonly ZoneFieldName[];
  /** The document never expires: `expirationDate` is null. Absent otherwise. */
  readonly isPermanent?: true;
  /** Last day on which a document without an expiry date in its zone may be valid, `YYYY-MM-DD`. Absent otherwise. */
  readonly latestExpirationDate?: string;
}

/**
 * Parses the lines of a machine readable zone.
 *
 * @param today - `YYYY-MM-DD`; years have two digits, and the day tells the century.
 * @returns null when the lines are not of the format.
 */
export function parseMrz(format: MrzFormat, lines: readonly string[], today: string): MrzContent | null {
  const layout = matchZoneLayout(lines);
  if (layout?.format !== format || !/^[A-Z0-9<]+$/.test(lines.join(''))) return null;
  const text = (name: ZoneFieldName): string | null => {
    const field = layout.fields.find((known) => known.name === name);
    return field ? readSpan(lines, field) : null;
  };
  const documentCode = withoutFillers(text('documentCode'));
  const issuer = withoutFillers(text('issuer'));
  const names = text('names') ?? `${text('surname')}<<${text('givenNames')}`;
  const number = documentNumberOf(layout, lines);
  const birthDate = readBirthDate(text('birthDate') ?? '', today);
  // A card without a nationality is issued to nationals alone.
  const nationality = text('nationality') === null ? issuer : withoutFillers(text('nationality'));
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
    ...namesOf(names),
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

/** Surname and given names, parted by two fillers. A name that stands alone is the surname, whichever place it has. */
function namesOf(names: string): Pick<MrzContent, 'surname' | 'givenNames'> {
  const [surname = '', ...givenNames] = names.replace(/^<+|<+$/g, '').split('<<');
  return {
    surname: readable(surname),
    givenNames: readable(givenNames.join('<')).replace(/ +/g, ' ').trim(),
  };
}

/** The document number, with its rest where that leads the optional data; fillers inside of it are spaces. */
function documentNumberOf(layout: ZoneLayout, lines: readonly string[]): string {
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

function withoutFillers(characters: string | null): string {
  return (characters ?? '').replaceAll('<', '');
}

function readable(characters: string): string {
  return characters.replace(/<+$/, '').replaceAll('<', ' ');
}
