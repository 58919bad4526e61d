import type { MrzIdentity } from '../mrz/mrz-lines.ts';

/** Data of a specimen passport: its machine-readable zone and further data of the visual zone. Dates are `YYYY-MM-DD`. */
export interface PassportIdentity extends MrzIdentity {
  readonly format: 'TD3';
  readonly issueDate: string;
  readonly placeOfBirth: string;
  readonly authority: string;
  readonly stateName: string;
  readonly nationalityName: string;
}

/**
 * Returns a passport of the holder that ICAO Doc 9303 invented for its specimens: Anna Maria Eriksson of Utopia (UTO, assigned
 * to no state). The passport was issued two years before `now` and is valid for ten, so that it is valid whenever a test runs.
 *
 * @param now - the day of the test.
 * @param changes - makes a variant, such as `{ birthDate: '2015-03-02' }` for a child.
 */
export function utopianPassport(now: Date, changes: Partial<PassportIdentity> = {}): PassportIdentity {
  return {
    format: 'TD3',
    documentCode: 'P',
    issuer: 'UTO',
    surname: 'ERIKSSON',
    givenNames: 'ANNA MARIA',
    documentNumber: 'L898902C3',
    nationality: 'UTO',
    birthDate: '1974-08-12',
    sex: 'F',
    issueDate: yearsFrom(now, -2),
    expiryDate: yearsFrom(now, 8, -1),
    optionalData: 'ZE184226B',
    placeOfBirth: 'ZENITH',
    authority: 'PASSPORT OFFICE',
    stateName: 'UTOPIA',
    nationalityName: 'UTOPIAN',
    ...changes,
  };
}

/** Returns a passport of the same holder that expired the day before yesterday, so it has expired in every time zone. */
export function expiredPassport(now: Date): PassportIdentity {
  return utopianPassport(now, { issueDate: yearsFrom(now, -10), expiryDate: yearsFrom(now, 0, -2) });
}

/** Returns the day some years after another, in UTC; 29 February becomes 1 March in other years. */
function yearsFrom(now: Date, years: number, days = 0): string {
  const day = Date.UTC(now.getUTCFullYear() + years, now.getUTCMonth(), now.getUTCDate() + days);
  return new Date(day).toISOString().slice(0, 10);
}
