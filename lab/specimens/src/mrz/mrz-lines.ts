import { mrzCheckDigit } from './check-digit.ts';
import { nameField } from './mrz-name.ts';

/** Card, larger card or visa, passport: three lines of 30, two of 36, two of 44 (ICAO 9303-5, -6, -4). */
export type MrzFormat = 'TD1' | 'TD2' | 'TD3';

/** Data of a machine readable zone about a document and its holder. */
export interface MrzIdentity {
  readonly format: MrzFormat;
  /** One or two characters: `P`, `I`, `ID`, `AC`, `C1`, … Two lines that begin with V are a visa's. */
  readonly documentCode: string;
  /** Up to three letters, as ICAO 9303-3, section 5, lists them: `UTO`, `D`, … */
  readonly issuer: string;
  readonly surname: string;
  readonly givenNames: string;
  /** Letters and digits; over nine characters only on TD1 and TD2, where the rest goes to the optional data. */
  readonly documentNumber: string;
  readonly nationality: string;
  /** `YYYY-MM-DD`; the parts that are not known are `XX` or left as fillers. */
  readonly birthDate: string;
  /** `X`: unspecified, printed as a filler. */
  readonly sex: 'F' | 'M' | 'X';
  readonly expiryDate: string;
  /** TD3: personal number, 14 characters at most. TD1: 15, TD2: 7, less what a long document number takes. */
  readonly optionalData?: string;
  /** TD1 only, second line, 11 characters at most. */
  readonly moreOptionalData?: string;
}

/**
 * The lines of a machine readable zone, check digits and all.
 *
 * @throws RangeError when a field is longer than its place.
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

/** ICAO 9303-7: optional data to the end of the second line, no composite check digit. */
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
  /** Separated by spaces; cut at 14 places, each after the first takes two fillers. */
  readonly givenNames: string;
  /** Year and month of issue, department, number: twelve characters. */
  readonly documentNumber: string;
  /** Department and office of issue, six characters. */
  readonly office: string;
  readonly birthDate: string;
  readonly sex: 'F' | 'M';
}

/** The two lines of a French identity card from before 2021, check digits and all. */
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
 * The ten places of the document number and its check digit, and the optional data. Of a number over nine characters
 * the rest leads the optional data, followed by the check digit and a filler, and a filler stands in the check digit's
 * own place (ICAO 9303-5, notes to the data structure).
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
