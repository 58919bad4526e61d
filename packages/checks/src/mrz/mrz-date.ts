import type { MrzFormat } from '@vendor/vision';

/**
 * The date of six digits, YYMMDD, whose century is told by what it is. `YYYY-MM-DD`; null when the digits are no date,
 * or a part of it is unknown and left as fillers.
 */
export type MrzDateReader = (digits: string, today: string) => string | null;

/**
 * A birth date is the latest one that is not in the future: nobody is born tomorrow. A bearer of 100 years or more is
 * therefore read a century too young; the zone cannot tell them apart (ICAO Doc 9303-3, 4.8).
 */
export const readBirthDate: MrzDateReader = (digits, today) => {
  const century = Math.floor(yearOf(today) / 100) * 100;
  const date = dateIn(century, digits);
  if (date === null || date <= today) return date;
  return dateIn(century - 100, digits);
};

/** An expiry date is the one within fifty years of today: documents are issued for ten years, some for up to thirty. */
export const readExpirationDate: MrzDateReader = (digits, today) => {
  const year = yearOf(today);
  const century = Math.floor(year / 100) * 100;
  const near = [century - 100, century, century + 100].find((start) => {
    const distance = start + Number(digits.slice(0, 2)) - year;
    return distance >= -50 && distance < 50;
  });
  return near === undefined ? null : dateIn(near, digits);
};

/** Whether characters have the form of a date; parts that are not known are fillers. */
export function hasDateForm(digits: string): boolean {
  return /^[0-9<]{2}(0[1-9]|1[0-2]|<<)(0[1-9]|[12][0-9]|3[01]|<<)$/.test(digits);
}

/** Expiry dates that issuers print on documents which never expire, for the last or first day of 9999 or as nines alone. */
const NEVER = ['999999', '991231', '990101'];

/** Spanish national identity cards of holders of 70 and more are valid for ever; passports and residence permits are not. */
const PERMANENT = {
  format: 'TD1',
  documentCode: 'ID',
  issuer: 'ESP',
  nationality: 'ESP',
  digits: '990101',
  leastAge: 70,
} as const;

/** Whether an expiry date may stand for "never": a document that expired in 1999 has the same characters. */
export function mayBePermanent(digits: string): boolean {
  return NEVER.includes(digits);
}

/** A document, as far as its validity depends on its kind and holder. Null: the birth date is unknown. */
export interface PermanentCandidate {
  readonly format: MrzFormat;
  readonly documentCode: string;
  readonly issuer: string;
  readonly nationality: string;
  readonly birthDate: string | null;
}

/** Whether an expiry date stands for "never" for certain, by the rules that its issuer has for this kind of document. */
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
    calculateAge(birthDate, today) >= PERMANENT.leastAge
  );
}

/** Whole years from a birth date to another day, both `YYYY-MM-DD`; somebody born on 29 February ages on 1 March. */
export function calculateAge(birthDate: string, day: string): number {
  const years = yearOf(day) - yearOf(birthDate);
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

function dateIn(century: number, digits: string): string | null {
  if (!/^\d{6}$/.test(digits)) return null;
  const year = century + Number(digits.slice(0, 2));
  const date = `${String(year).padStart(4, '0')}-${digits.slice(2, 4)}-${digits.slice(4, 6)}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  const exists = !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === date;
  return exists ? date : null;
}
