import type { MrzIdentity } from '../mrz/mrz-lines.ts';

/** Data of a specimen identity card: its machine-readable zone and further data of its front. Dates are `YYYY-MM-DD`. */
export interface IdentityCardIdentity extends MrzIdentity {
  readonly format: 'TD1';
  readonly stateName: string;
}

/**
 * Returns an identity card of the fictional state Utopia, for the holder that ICAO Doc 9303 invented for its specimens. The
 * card is valid for five years from `now`.
 *
 * @param now - the day of the test.
 */
export function utopianCard(now: Date, changes: Partial<IdentityCardIdentity> = {}): IdentityCardIdentity {
  const expiry = Date.UTC(now.getUTCFullYear() + 5, now.getUTCMonth(), now.getUTCDate());
  return {
    format: 'TD1',
    documentCode: 'ID',
    issuer: 'UTO',
    surname: 'ERIKSSON',
    givenNames: 'ANNA MARIA',
    documentNumber: 'D23145890',
    nationality: 'UTO',
    birthDate: '1974-08-12',
    sex: 'F',
    expiryDate: new Date(expiry).toISOString().slice(0, 10),
    stateName: 'UTOPIA',
    ...changes,
  };
}
