import type { PassportIdentity } from './passport-identity.ts';
import { printText } from './print-text.ts';

/** Data printed in the visual zone; by default that of the identity. Dates are `YYYY-MM-DD`. */
export type VisualZone = Omit<PassportIdentity, 'format'>;

/** A field of the page, in millimetres. */
interface Field {
  readonly label: string;
  readonly x: number;
  /** Position of the label; the value is below it. */
  readonly y: number;
  readonly value: string;
  /** Maximum width of the value. */
  readonly widest: number;
}

const LABEL = '#41546b';
const VALUE = '#15181d';

/** Draws the labelled fields to the right of the portrait (ICAO 9303-4: zones I to III), as SVG. */
export function drawVisualZone(zone: VisualZone): string {
  return fieldsOf(zone).map(drawField).join('');
}

function fieldsOf(zone: VisualZone): Field[] {
  return [
    { label: 'Type', x: 43, y: 13, value: zone.documentCode, widest: 10 },
    { label: 'Code of issuing state', x: 54, y: 13, value: zone.issuer, widest: 24 },
    { label: 'Passport No.', x: 79, y: 13, value: zone.documentNumber, widest: 23 },
    { label: 'Surname', x: 43, y: 19.6, value: zone.surname, widest: 58 },
    { label: 'Given names', x: 43, y: 26.2, value: zone.givenNames, widest: 58 },
    { label: 'Nationality', x: 43, y: 32.8, value: zone.nationalityName, widest: 40 },
    { label: 'Date of birth', x: 43, y: 39.4, value: printedDate(zone.birthDate), widest: 26 },
    { label: 'Personal No.', x: 74, y: 39.4, value: zone.optionalData ?? '', widest: 28 },
    { label: 'Sex', x: 43, y: 46, value: zone.sex, widest: 8 },
    { label: 'Place of birth', x: 54, y: 46, value: zone.placeOfBirth, widest: 40 },
    { label: 'Date of issue', x: 43, y: 52.6, value: printedDate(zone.issueDate), widest: 26 },
    { label: 'Authority', x: 74, y: 52.6, value: zone.authority, widest: 44 },
    { label: 'Date of expiry', x: 43, y: 59.2, value: printedDate(zone.expiryDate), widest: 26 },
  ];
}

function drawField({ label, x, y, value, widest }: Field): string {
  return (
    printText(label, { x, baseline: y, capitalHeight: 1.2, fill: LABEL, squeeze: 0.72 }) +
    printText(value.toUpperCase(), { x, baseline: y + 3.1, capitalHeight: 2.05, fill: VALUE, widest })
  );
}

/** Formats a date like `12 AUG 1974`, as ICAO 9303-3 requires in the visual zone; an unknown month is `XXX`. */
function printedDate(date: string): string {
  const [year, month, day] = date.split('-');
  const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
  return `${day} ${months[Number(month) - 1] ?? 'XXX'} ${year}`;
}
