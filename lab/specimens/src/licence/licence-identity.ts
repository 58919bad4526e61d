/** Data of a specimen driving licence of North America. Dates are `YYYY-MM-DD`. */
export interface LicenceIdentity {
  /** Issuer identification number of the jurisdiction (AAMVA). */
  readonly issuerNumber: string;
  readonly stateName: string;
  /** Two-letter code of the jurisdiction. */
  readonly state: string;
  readonly country: 'USA' | 'CAN';
  readonly surname: string;
  readonly givenName: string;
  /** Empty if there are none. */
  readonly middleNames: string;
  readonly documentNumber: string;
  readonly birthDate: string;
  readonly issueDate: string;
  readonly expiryDate: string;
  readonly sex: 'M' | 'F' | 'X';
  readonly street: string;
  readonly city: string;
  /** Five or nine digits; six characters in Canada. */
  readonly postalCode: string;
  readonly heightInches: number;
  readonly eyes: string;
}

/**
 * Returns a licence of the holder that ICAO Doc 9303 invented for its specimens, with the issuer number of Virginia, whose
 * layout the AAMVA standard uses for its own specimens. Issued two years before `now` and valid for eight.
 *
 * @param now - the day of the test.
 */
export function specimenLicence(now: Date, changes: Partial<LicenceIdentity> = {}): LicenceIdentity {
  return {
    issuerNumber: '636000',
    stateName: 'VIRGINIA',
    state: 'VA',
    country: 'USA',
    surname: 'ERIKSSON',
    givenName: 'ANNA',
    middleNames: 'MARIA',
    documentNumber: 'T64235789',
    birthDate: '1974-08-12',
    issueDate: yearsFrom(now, -2),
    expiryDate: yearsFrom(now, 6),
    sex: 'F',
    street: '2300 WEST BROAD STREET',
    city: 'RICHMOND',
    postalCode: '232690000',
    heightInches: 68,
    eyes: 'GRY',
    ...changes,
  };
}

function yearsFrom(now: Date, years: number): string {
  return new Date(Date.UTC(now.getUTCFullYear() + years, now.getUTCMonth(), now.getUTCDate()))
    .toISOString()
    .slice(0, 10);
}
