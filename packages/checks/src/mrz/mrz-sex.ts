import type { MrzFormat } from '@vendor/vision';

export type MrzSex = 'MALE' | 'FEMALE' | 'UNSPECIFIED';

/** M, F and a filler (ICAO 9303-3). Some issuers print X instead of the filler, as in the visual zone. */
const SEXES: Readonly<Record<string, MrzSex>> = {
  M: 'MALE',
  F: 'FEMALE',
  '<': 'UNSPECIFIED',
  X: 'UNSPECIFIED',
};

/** Issuer and kind of a document, from its MRZ. */
interface IssuedDocument {
  readonly format: MrzFormat;
  readonly documentCode: string;
  readonly issuer: string;
}

/** Letters of Mexican voter cards: hombre and mujer. */
const MEXICAN_SEXES: Readonly<Record<string, MrzSex>> = { ...SEXES, H: 'MALE', M: 'FEMALE' };

/**
 * Reads the sex by the issuer's letters. An M on other Mexican cards is ambiguous and read as unknown.
 *
 * @returns `malformed` for a letter without a meaning for the issuer.
 */
export function readSex(
  character: string,
  { format, documentCode, issuer }: IssuedDocument,
): MrzSex | 'malformed' | null {
  const isMexicanCard = format === 'TD1' && issuer === 'MEX';
  if (isMexicanCard && character === 'M' && documentCode !== 'ID') return null;
  return (isMexicanCard ? MEXICAN_SEXES : SEXES)[character] ?? 'malformed';
}
