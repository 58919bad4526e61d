import type { LicenceIdentity } from './licence-identity.ts';

/** Flaws of a barcode against its standard, for testing that they are detected. */
export interface AamvaFlaws {
  /** Elements to add or replace, by their three letters; null omits one. */
  readonly elements?: Readonly<Record<string, string | null>>;
  /** Two digits in place of 10, the edition of 2020. */
  readonly version?: string;
  /** Number added to the length in the header. */
  readonly lengthOff?: number;
  /** Text in place of the compliance indicator and its separators. */
  readonly opening?: string;
  /** Text in place of `DL`. */
  readonly subfile?: string;
}

/** Returns the text of the PDF417 code on a licence's back: AAMVA DL/ID Card Design Standard, annex D, version 10. */
export function aamvaText(identity: LicenceIdentity, flaws: AamvaFlaws = {}): string {
  const { version = '10', lengthOff = 0, opening = '@\n\x1e\rANSI ', subfile = 'DL' } = flaws;
  const elements = Object.entries({ ...elementsOf(identity), ...flaws.elements }).filter(
    ([, value]) => value !== null,
  );
  const body = `${subfile}${elements.map(([id, value]) => `${id}${value}`).join('\n')}\r`;
  // Lengths of the issuer, both versions, the number of subfiles, and the subfile's entry: type, offset, length.
  const offset = String(opening.length + 6 + 2 + 2 + 2 + 10).padStart(4, '0');
  const length = String(body.length + lengthOff).padStart(4, '0');
  return `${opening}${identity.issuerNumber}${version}0101${subfile}${offset}${length}${body}`;
}

function elementsOf(identity: LicenceIdentity): Record<string, string> {
  const date = (value: string): string => printedDate(value, identity.country);
  return {
    DAQ: identity.documentNumber,
    DCS: identity.surname,
    DDE: 'N',
    DAC: identity.givenName,
    DDF: 'N',
    DAD: identity.middleNames || 'NONE',
    DDG: 'N',
    DCA: 'D',
    DCB: 'K',
    DCD: 'PH',
    DBD: date(identity.issueDate),
    DBB: date(identity.birthDate),
    DBA: date(identity.expiryDate),
    DBC: { M: '1', F: '2', X: '9' }[identity.sex],
    DAU: `${String(identity.heightInches).padStart(3, '0')} in`,
    DAY: identity.eyes,
    DAG: identity.street,
    DAI: identity.city,
    DAJ: identity.state,
    DAK: identity.postalCode.padEnd(11, ' '),
    DCF: '2424244747474786102204',
    DCG: identity.country,
    DCK: '123456789',
    DDA: 'F',
    DDB: date('2020-01-01'),
  };
}

/** Writes a date with the month first in the United States, and the year first in Canada (D.12.3.1). */
function printedDate(date: string, country: LicenceIdentity['country']): string {
  const [year, month, day] = date.split('-');
  return country === 'USA' ? `${month}${day}${year}` : `${year}${month}${day}`;
}
