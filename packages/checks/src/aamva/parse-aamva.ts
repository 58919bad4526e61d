import { type AamvaIssuer, issuerOfNumber } from './issuers.ts';
import { type AamvaSubfiles, readSubfiles } from './read-subfiles.ts';

/** What the barcode of a licence or identity card says. Null: it does not say so, or not in a way that makes sense. */
export interface AamvaContent {
  readonly kind: 'DRIVERS_LICENSE' | 'NATIONAL_ID' | null;
  /** Null: AAMVA has given the number to nobody. */
  readonly issuer: AamvaIssuer | null;
  /** Three letters, as the barcode says. */
  readonly country: string | null;
  readonly surname: string;
  /** Separated by spaces; empty when there are none. */
  readonly givenNames: string;
  /** Whether names were cut because they are too long. */
  readonly isNameCut: boolean;
  readonly documentNumber: string | null;
  readonly birthDate: string | null;
  readonly issueDate: string | null;
  readonly expirationDate: string | null;
  readonly sex: 'MALE' | 'FEMALE' | 'UNSPECIFIED' | null;
  readonly street: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
  /** Elements that are there and are not what the standard lets them be. */
  readonly malformed: readonly string[];
  readonly subfiles: AamvaSubfiles;
}

const SEXES: Readonly<Record<string, AamvaContent['sex']>> = {
  '1': 'MALE',
  M: 'MALE',
  '2': 'FEMALE',
  F: 'FEMALE',
  '9': 'UNSPECIFIED',
  X: 'UNSPECIFIED',
};

/**
 * Parses the text of a licence's PDF417 code (AAMVA DL/ID Card Design Standard, editions of 2000 to 2025).
 *
 * @returns null for a text that is not of AAMVA's kind.
 */
export function parseAamva(text: string): AamvaContent | null {
  const subfiles = readSubfiles(text);
  if (!subfiles) return null;
  const issuer = issuerOfNumber(subfiles.issuerNumber);
  const written = (id: string): string | null => {
    const value = subfiles.elements.get(id) ?? '';
    return value === '' || /^(NONE|UNAVL)$/.test(value) ? null : value;
  };
  const country = written('DCG');
  const malformed: string[] = [];
  const read = <T>(id: string, parse: (value: string) => T | null): T | null => {
    const value = written(id);
    const parsed = value === null ? null : parse(value);
    if (value !== null && parsed === null) malformed.push(id);
    return parsed;
  };
  const isYearFirst = subfiles.version === 1 || (country ?? issuer?.country) === 'CAN';
  const dateOf = (value: string): string | null => parseDate(value, isYearFirst);
  return {
    kind: subfiles.kind && (subfiles.kind === 'ID' ? 'NATIONAL_ID' : 'DRIVERS_LICENSE'),
    issuer,
    country,
    ...namesOf(written),
    isNameCut: ['DDE', 'DDF', 'DDG'].some((id) => written(id) === 'T'),
    documentNumber: read('DAQ', (value) => (/^[A-Z0-9* -]{1,25}$/.test(value) ? value : null)),
    birthDate: read('DBB', dateOf),
    issueDate: read('DBD', dateOf),
    expirationDate: read('DBA', dateOf),
    sex: read('DBC', (value) => SEXES[value] ?? null),
    street: [written('DAG'), written('DAH')].filter((line) => line !== null).join(', ') || null,
    city: written('DAI'),
    state: read('DAJ', (value) => (/^[A-Z]{2,3}$/.test(value) ? value : null)),
    postalCode: read('DAK', parsePostalCode),
    malformed,
    subfiles,
  };
}

/** Editions write names in three ways: an element each, given names in one, or all in one with commas. */
function namesOf(written: (id: string) => string | null): Pick<AamvaContent, 'surname' | 'givenNames'> {
  const [last = '', ...others] = (written('DAA') ?? '').split(/[,$]/);
  const given = [written('DAC') ?? written('DCT') ?? others.join(' '), written('DAD')];
  return {
    surname: plain(written('DCS') ?? written('DAB') ?? last),
    givenNames: plain(given.filter((name) => name !== null).join(' ')),
  };
}

function plain(name: string): string {
  return name.replace(/[,\s]+/g, ' ').trim();
}

/** `MMDDCCYY` in the United States, `CCYYMMDD` in Canada and in the first edition. Null when that is no date. */
function parseDate(digits: string, isYearFirst: boolean): string | null {
  const pattern = isYearFirst
    ? /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/
    : /^(?<month>\d\d)(?<day>\d\d)(?<year>\d{4})$/;
  const { year, month, day } = pattern.exec(digits)?.groups ?? {};
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return null;
  const iso = date.toISOString().slice(0, 10);
  return iso === `${year}-${month}-${day}` ? iso : null;
}

/** Five or nine digits, the last four of which may be zeros that say nothing; `A1A 1A1` in Canada. */
function parsePostalCode(text: string): string | null {
  const code = text.replace(/[\s-]/g, '');
  const [, zone, rest] = /^(\d{5})(\d{4})?$/.exec(code) ?? [];
  if (zone) return rest && rest !== '0000' ? `${zone}-${rest}` : zone;
  const [, area, unit] = /^([A-Z]\d[A-Z])(\d[A-Z]\d)(?:0*)$/.exec(code) ?? [];
  return area ? `${area} ${unit}` : null;
}
