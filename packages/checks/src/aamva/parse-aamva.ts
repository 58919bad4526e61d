import { type AamvaIssuer, findIssuer } from './issuers.ts';
import { isPlaceholder, type LicenceNames, readLicenceNames } from './licence-names.ts';
import { type AamvaSubfiles, readSubfiles } from './read-subfiles.ts';

/** Content of the barcode of a licence or identity card. Null: the value is missing or invalid. */
export interface AamvaContent extends LicenceNames {
  readonly kind: 'DRIVERS_LICENSE' | 'NATIONAL_ID' | null;
  /** Null if AAMVA has not assigned the number. */
  readonly issuer: AamvaIssuer | null;
  /** Three letters. */
  readonly country: string | null;
  readonly documentNumber: string | null;
  readonly birthDate: string | null;
  readonly issueDate: string | null;
  readonly expirationDate: string | null;
  readonly sex: 'MALE' | 'FEMALE' | 'UNSPECIFIED' | null;
  readonly street: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
  /** Elements whose value violates the standard. */
  readonly malformed: readonly string[];
  readonly subfiles: AamvaSubfiles;
}

const SEXES: Readonly<Record<string, AamvaContent['sex']>> = {
  '1': 'MALE',
  M: 'MALE',
  MALE: 'MALE',
  '2': 'FEMALE',
  F: 'FEMALE',
  FEMALE: 'FEMALE',
  '0': 'UNSPECIFIED',
  '9': 'UNSPECIFIED',
  N: 'UNSPECIFIED',
  U: 'UNSPECIFIED',
  X: 'UNSPECIFIED',
};

/** Country spellings of issuers that do not write three letters, or write those of a territory. */
const COUNTRIES: Readonly<Record<string, string>> = {
  US: 'USA',
  'U.S.A.': 'USA',
  'UNITED STATES': 'USA',
  'UNITED STATES OF AMERICA': 'USA',
  ASM: 'USA',
  GUM: 'USA',
  MNP: 'USA',
  PRI: 'USA',
  VIR: 'USA',
  CA: 'CAN',
  CN: 'CAN',
  CANADA: 'CAN',
};

/**
 * Parses the text of a licence's PDF417 code (AAMVA DL/ID Card Design Standard, editions of 2000 to 2025).
 *
 * @returns null for a text without an AAMVA header.
 */
export function parseAamva(text: string): AamvaContent | null {
  const subfiles = readSubfiles(text);
  if (!subfiles) return null;
  const issuer = findIssuer(subfiles.issuerNumber);
  const written = (id: string): string | null => {
    const value = decodeUtf8(subfiles.elements.get(id) ?? '');
    return value === '' || isPlaceholder(value) ? null : value;
  };
  const malformed: string[] = [];
  const read = <T>(id: string, parse: (value: string) => T | null): T | null => {
    const value = written(id)?.toUpperCase() ?? null;
    const parsed = value === null ? null : parse(value);
    if (value !== null && parsed === null) malformed.push(id);
    return parsed;
  };
  return {
    kind: subfiles.kind && (subfiles.kind === 'ID' ? 'NATIONAL_ID' : 'DRIVERS_LICENSE'),
    issuer,
    country: read('DCG', (value) => COUNTRIES[value] ?? (/^[A-Z]{3}$/.test(value) ? value : null)),
    ...readLicenceNames(written),
    documentNumber: read('DAQ', (value) => (/^[A-Z0-9*./ -]{1,25}$/.test(value) ? value : null)),
    birthDate: read('DBB', parseDate),
    issueDate: read('DBD', parseDate),
    expirationDate: isWithoutEnd(written('DBA')) ? null : read('DBA', parseDate),
    sex: read('DBC', (value) => SEXES[value] ?? null),
    street:
      [written('DAG') ?? written('DAL'), written('DAH')].filter((line) => line !== null).join(', ') || null,
    city: written('DAI') ?? written('DAN'),
    state: read('DAJ', (value) => (/^[A-Z]{2,3}$/.test(value) ? value : null)),
    // Null if it is not a postal code: issuers pad it in many ways, and no decision depends on it.
    postalCode: parsePostalCode(written('DAK') ?? written('DAP') ?? ''),
    malformed,
    subfiles,
  };
}

/** Decodes UTF-8, which some issuers write; most write Latin-1, with one byte per character. */
function decodeUtf8(value: string): string {
  const decoded = Buffer.from(value, 'latin1').toString('utf8');
  return decoded.includes('\ufffd') ? value : decoded;
}

/** Centuries that years begin with. No month has these digits, so a date that begins with them has the year first. */
const CENTURIES = /^(?:19|20|21)/;

/**
 * Parses `MMDDCCYY`, the format of the United States, or `CCYYMMDD`, the format of Canada, of the first edition and of some
 * states. Letters and other characters may follow. Null if it is not a date.
 */
function parseDate(text: string): string | null {
  const [, digits = ''] = /^(\d{8})(?:\D.*)?$/.exec(text.replace(/(?<=\d)[-/.](?=\d)/g, '')) ?? [];
  const [year, month, day] = CENTURIES.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)]
    : [digits.slice(4), digits.slice(0, 2), digits.slice(2, 4)];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (!CENTURIES.test(year) || Number.isNaN(date.getTime())) return null;
  const iso = date.toISOString().slice(0, 10);
  return iso === `${year}-${month}-${day}` ? iso : null;
}

/** Returns whether a card has no expiry: it contains an impossible date, or words to that effect. */
function isWithoutEnd(text: string | null): boolean {
  return (
    text !== null &&
    /^(?:9{8}|0{8}|12319999|99991231|INDEF(?:INITE)?|NEVER|PERMANENT|NON-?EXPIRING)$/i.test(
      text.replaceAll(/[-/]/g, ''),
    )
  );
}

/** Parses five or nine digits, of which the last four may be meaningless zeros, or `A1A 1A1` in Canada. */
function parsePostalCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const [, zone, rest] = /^(\d{5})(\d{4})?0*$/.exec(code) ?? [];
  if (zone) return rest && rest !== '0000' ? `${zone}-${rest}` : zone;
  const [, area, unit] = /^([A-Z]\d[A-Z])(\d[A-Z]\d)0*$/.exec(code) ?? [];
  return area ? `${area} ${unit}` : null;
}
