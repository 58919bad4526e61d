import { mrzCheckDigit } from './check-digit.ts';
import { nameField } from './mrz-name.ts';

/** Card, larger card or visa, passport: three lines of 30, two of 36, two of 44 (ICAO 9303-5, -6, -4). */
export type MrzFormat = 'TD1' | 'TD2' | 'TD3';

/** Data of a document and its holder in a machine-readable zone. */
export interface MrzIdentity {
  readonly format: MrzFormat;
  /** One or two characters: `P`, `I`, `ID`, `AC`, `C1`, … On two lines, a code that begins with V makes a visa. */
  readonly documentCode: string;
  /** Up to three letters, as ICAO 9303-3, section 5, lists them: `UTO`, `D`, … */
  readonly issuer: string;
  readonly surname: string;
  readonly givenNames: string;
  /** Letters and digits. More than nine characters only on TD1 and TD2, where the rest goes to the optional data. */
  readonly documentNumber: string;
  readonly nationality: string;
  /** `YYYY-MM-DD`; unknown parts are `XX` or fillers. */
  readonly birthDate: string;
  /** `X`: unspecified, printed as a filler. */
  readonly sex: 'F' | 'M' | 'X';
  readonly expiryDate: string;
  /** TD3: personal number, at most 14 characters. TD1: 15, TD2: 7, minus those used by a long document number. */
  readonly optionalData?: string;
  /** TD1 only, second line, at most 11 characters. */
  readonly moreOptionalData?: string;
}

/**
 * Returns the lines of a machine-readable zone, including check digits.
 *
 * @throws RangeError if a field is longer than its place.
 */
export function mrzLines(identity: MrzIdentity): readonly string[] {
  if (identity.documentCode.startsWith('V') && identity.format !== 'TD1') return visaLines(identity);
  switch (identity.format) {
    case 'TD1':
      return td1Lines(identity);
    case 'TD2':
      return td2Lines(identity);
    case 'TD3':
      return td3Lines(identity);
  }
}

/** Returns the lines of a visa (ICAO 9303-7): optional data to the end of the second line, no composite check digit. */
function visaLines(identity: MrzIdentity): readonly string[] {
  const columns = identity.format === 'TD3' ? 44 : 36;
  const number = fill(identity.documentNumber, 9);
  return [
    fill(identity.documentCode, 2) +
      fill(identity.issuer, 3) +
      nameField(identity.surname, identity.givenNames, columns - 5),
    number +
      mrzCheckDigit(number) +
      fill(identity.nationality, 3) +
      checkedDate(identity.birthDate) +
      sexOf(identity) +
      checkedDate(identity.expiryDate) +
      fill(identity.optionalData ?? '', columns - 28),
  ];
}

/** Content of the zone of a French identity card from before 2021. */
export interface FrenchCardIdentity {
  readonly surname: string;
  /** Separated by spaces; cut after 14 places. Each name after the first is preceded by two fillers. */
  readonly givenNames: string;
  /** Year and month of issue, department, number: twelve characters. */
  readonly documentNumber: string;
  /** Department and office of issue, six characters. */
  readonly office: string;
  readonly birthDate: string;
  readonly sex: 'F' | 'M';
}

/** Returns the two lines of a French identity card from before 2021, including check digits. */
export function frenchCardLines(identity: FrenchCardIdentity): readonly string[] {
  const givenNames = identity.givenNames.replaceAll(' ', '<<').slice(0, 14);
  const first = `IDFRA${fill(identity.surname, 25)}${fill(identity.office, 6)}`;
  const second =
    identity.documentNumber +
    mrzCheckDigit(identity.documentNumber) +
    fill(givenNames, 14) +
    checkedDate(identity.birthDate) +
    identity.sex;
  return [first, second + mrzCheckDigit(first + second)];
}

function td3Lines(identity: MrzIdentity): readonly string[] {
  const number = fill(identity.documentNumber, 9);
  const checkedNumber = number + mrzCheckDigit(number);
  const birth = checkedDate(identity.birthDate);
  const expiry = checkedDate(identity.expiryDate);
  const personal = fill(identity.optionalData ?? '', 14);
  // An empty personal number may have a filler for its check digit (ICAO 9303-4).
  const checkedPersonal = personal + (identity.optionalData ? mrzCheckDigit(personal) : '<');
  const composite = mrzCheckDigit(checkedNumber + birth + expiry + checkedPersonal);
  return [
    fill(identity.documentCode, 2) +
      fill(identity.issuer, 3) +
      nameField(identity.surname, identity.givenNames, 39),
    checkedNumber +
      fill(identity.nationality, 3) +
      birth +
      sexOf(identity) +
      expiry +
      checkedPersonal +
      composite,
  ];
}

function td2Lines(identity: MrzIdentity): readonly string[] {
  const { number, optional } = numberAndOptional(identity, 7);
  const birth = checkedDate(identity.birthDate);
  const expiry = checkedDate(identity.expiryDate);
  const composite = mrzCheckDigit(number + birth + expiry + optional);
  return [
    fill(identity.documentCode, 2) +
      fill(identity.issuer, 3) +
      nameField(identity.surname, identity.givenNames, 31),
    number + fill(identity.nationality, 3) + birth + sexOf(identity) + expiry + optional + composite,
  ];
}

function td1Lines(identity: MrzIdentity): readonly string[] {
  const { number, optional } = numberAndOptional(identity, 15);
  const birth = checkedDate(identity.birthDate);
  const expiry = checkedDate(identity.expiryDate);
  const more = fill(identity.moreOptionalData ?? '', 11);
  const composite = mrzCheckDigit(number + optional + birth + expiry + more);
  return [
    fill(identity.documentCode, 2) + fill(identity.issuer, 3) + number + optional,
    birth + sexOf(identity) + expiry + fill(identity.nationality, 3) + more + composite,
    nameField(identity.surname, identity.givenNames, 30),
  ];
}

/**
 * Returns the ten places of the document number and its check digit, and the optional data. For a number over nine characters,
 * the rest leads the optional data, followed by the check digit and a filler, and the check digit's own place holds a filler
 * (ICAO 9303-5, notes to the data structure).
 */
function numberAndOptional(identity: MrzIdentity, length: number): { number: string; optional: string } {
  const { documentNumber, optionalData = '' } = identity;
  if (documentNumber.length <= 9) {
    const number = fill(documentNumber, 9);
    return { number: number + mrzCheckDigit(number), optional: fill(optionalData, length) };
  }
  const rest = `${documentNumber.slice(9)}${mrzCheckDigit(documentNumber)}<`;
  return { number: `${documentNumber.slice(0, 9)}<`, optional: fill(rest + optionalData, length) };
}

function checkedDate(date: string): string {
  const digits = date.slice(2).replaceAll('-', '').replaceAll('X', '<');
  return digits + mrzCheckDigit(digits);
}

function sexOf({ sex }: MrzIdentity): string {
  return sex === 'X' ? '<' : sex;
}

function fill(value: string, length: number): string {
  if (value.length > length)
    throw new RangeError(`A field of ${length} characters cannot hold ${value.length}`);
  return value.padEnd(length, '<');
}
