import type { MrzFormat } from '@vendor/vision';

export type MrzSex = 'MALE' | 'FEMALE' | 'UNSPECIFIED';

/** ICAO 9303-3: M, F and a filler. Some issuers print X for the filler, as the visual zone has it. */
const SEXES: Readonly<Record<string, MrzSex>> = {
  M: 'MALE',
  F: 'FEMALE',
  '<': 'UNSPECIFIED',
  X: 'UNSPECIFIED',
};

/** Issuer and kind of document, by its zone. */
interface IssuedDocument {
  readonly format: MrzFormat;
  readonly documentCode: string;
  readonly issuer: string;
}

/** Letters of Mexican voter cards: hombre and mujer. */
const MEXICAN_SEXES: Readonly<Record<string, MrzSex>> = { ...SEXES, H: 'MALE', M: 'FEMALE' };

/**
 * Reads the sex by its issuer's letters. An M on another Mexican card may be either, so that it stays unknown.
 *
 * @returns `malformed` for a letter that the issuer has no meaning for.
 */
export function readSex(
  character: string,
  { format, documentCode, issuer }: IssuedDocument,
): MrzSex | 'malformed' | null {
  const isMexicanCard = format === 'TD1' && issuer === 'MEX';
  if (isMexicanCard && character === 'M' && documentCode !== 'ID') return null;
  return (isMexicanCard ? MEXICAN_SEXES : SEXES)[character] ?? 'malformed';
}
