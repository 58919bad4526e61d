import type { MrzFormat } from '@vendor/vision';

/**
 * Reads a date of six digits, YYMMDD, and infers its century. Returns `YYYY-MM-DD`; null if the digits are not a date, or a
 * part is unknown and left as fillers.
 */
export type MrzDateReader = (digits: string, today: string) => string | null;

/**
 * Reads a birth date as the latest one that is not in the future. A holder aged 100 years or more is therefore read a century
 * too young, which the MRZ cannot distinguish (ICAO Doc 9303-3, 4.8).
 */
export const readBirthDate: MrzDateReader = (digits, today) => {
  const century = Math.floor(yearOf(today) / 100) * 100;
  const date = buildDate(century, digits);
  if (date === null || date <= today) return date;
  return buildDate(century - 100, digits);
};

/** Reads an expiry date as the one within fifty years of today: documents are issued for ten years, some for up to thirty. */
export const readExpirationDate: MrzDateReader = (digits, today) => {
  const year = yearOf(today);
  const century = Math.floor(year / 100) * 100;
  const near = [century - 100, century, century + 100].find((start) => {
    const distance = start + Number(digits.slice(0, 2)) - year;
    return distance >= -50 && distance < 50;
  });
  return near === undefined ? null : buildDate(near, digits);
};

/** Returns whether characters have the format of a date; unknown parts are fillers. */
export function hasDateForm(digits: string): boolean {
  return /^[0-9<]{2}(0[1-9]|1[0-2]|<<)(0[1-9]|[12][0-9]|3[01]|<<)$/.test(digits);
}

/** Expiry dates printed on documents that never expire: the last or first day of 9999, or only nines. */
const NEVER = ['999999', '991231', '990101'];

/** Spanish national identity cards of holders aged 70 and more never expire; passports and residence permits do. */
const PERMANENT = {
  format: 'TD1',
  documentCode: 'ID',
  issuer: 'ESP',
  nationality: 'ESP',
  digits: '990101',
  minAge: 70,
} as const;

/** Returns whether an expiry date may mean "never"; a document that expired in 1999 has the same characters. */
export function mayBePermanent(digits: string): boolean {
  return NEVER.includes(digits);
}

/** Facts about a document that decide whether it may be permanent; `birthDate` is null if unknown. */
export interface PermanentCandidate {
  readonly format: MrzFormat;
  readonly documentCode: string;
  readonly issuer: string;
  readonly nationality: string;
  readonly birthDate: string | null;
}

/** Returns whether an expiry date certainly means "never", by the issuer's rules for this kind of document. */
export function isPermanent(
  digits: string,
  { format, documentCode, issuer, nationality, birthDate }: PermanentCandidate,
  today: string,
): boolean {
  return (
    format === PERMANENT.format &&
    documentCode === PERMANENT.documentCode &&
    issuer === PERMANENT.issuer &&
    nationality === PERMANENT.nationality &&
    digits === PERMANENT.digits &&
    birthDate !== null &&
    calculateAge(birthDate, today) >= PERMANENT.minAge
  );
}

/** Counts whole years from a birth date to another day, both `YYYY-MM-DD`; somebody born on 29 February ages on 1 March. */
export function calculateAge(birthDate: string, day: string): number {
  const years = yearOf(day) - yearOf(birthDate);
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

function buildDate(century: number, digits: string): string | null {
  if (!/^\d{6}$/.test(digits)) return null;
  const year = century + Number(digits.slice(0, 2));
  const date = `${String(year).padStart(4, '0')}-${digits.slice(2, 4)}-${digits.slice(4, 6)}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  const exists = !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === date;
  return exists ? date : null;
}
