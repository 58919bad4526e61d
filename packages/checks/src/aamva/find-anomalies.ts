import type { AamvaContent } from './parse-aamva.ts';

/** A deviation of a barcode from its standard. */
export type BarcodeAnomaly =
  /** File type, separators or compliance indicator differ from the standard's. */
  | 'BARCODE_HEADER_MALFORMED'
  /** Edition of the standard does not exist. */
  | 'BARCODE_VERSION_UNKNOWN'
  /** A subfile does not begin or end where the header states. */
  | 'BARCODE_LENGTHS_WRONG'
  /** An element that every card of its kind has is missing. */
  | 'BARCODE_ELEMENT_MISSING'
  /** AAMVA has not assigned the issuer's number. */
  | 'BARCODE_ISSUER_UNKNOWN'
  /** The issuer's number belongs to another country than the one in the barcode. */
  | 'BARCODE_COUNTRY_DIFFERENT'
  /** The holder's address is in another state than the issuer's. */
  | 'BARCODE_STATE_DIFFERENT'
  /** Issued in the future, before the holder was born, or after the expiry date. */
  | 'BARCODE_DATES_IMPOSSIBLE';

/** Latest edition: 1 is that of 2000, 11 that of 2025. */
const LATEST_VERSION = 11;

const always = ['DAQ', 'DBA', 'DBB', 'DBD'];
const sinceSecond = ['DBC', 'DAY', 'DAU', 'DAG', 'DAI', 'DAJ', 'DAK', 'DCS', 'DCF', 'DCG'];
const sinceFourth = ['DAC', 'DAD', 'DDE', 'DDF', 'DDG'];
/** Classes, restrictions and endorsements, which only licences have. */
const licenceOnly = ['DCA', 'DCB', 'DCD'];

/**
 * Compares a barcode with AAMVA's standard.
 *
 * @param today - `YYYY-MM-DD`.
 */
export function findAnomalies(content: AamvaContent, today: string): readonly BarcodeAnomaly[] {
  const { issuer, country, state, subfiles } = content;
  const anomalies: [BarcodeAnomaly, boolean][] = [
    ['BARCODE_HEADER_MALFORMED', !subfiles.isHeaderWhole || content.kind === null],
    ['BARCODE_VERSION_UNKNOWN', subfiles.version < 1 || subfiles.version > LATEST_VERSION],
    ['BARCODE_LENGTHS_WRONG', !subfiles.areLengthsRight],
    ['BARCODE_ELEMENT_MISSING', mandatoryElements(content).some((id) => !subfiles.elements.has(id))],
    ['BARCODE_ISSUER_UNKNOWN', issuer === null],
    ['BARCODE_COUNTRY_DIFFERENT', issuer !== null && country !== null && country !== issuer.country],
    ['BARCODE_STATE_DIFFERENT', Boolean(issuer?.state) && state !== null && state !== issuer?.state],
    ['BARCODE_DATES_IMPOSSIBLE', !areDatesPossible(content, today)],
  ];
  return anomalies.filter(([, holds]) => holds).map(([anomaly]) => anomaly);
}

function mandatoryElements({ kind, subfiles: { version } }: AamvaContent): readonly string[] {
  return [
    ...always,
    ...(version >= 2 ? sinceSecond : []),
    ...(version >= 4 ? sinceFourth : []),
    ...(version >= 2 && kind === 'DRIVERS_LICENSE' ? licenceOnly : []),
  ];
}

/** States in time zones where the day begins ten hours earlier than in UTC. */
const aheadOfUtc = ['GU', 'MP'];

function areDatesPossible(content: AamvaContent, today: string): boolean {
  const { issuer, birthDate, issueDate, expirationDate } = content;
  if (issueDate === null) return true;
  const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
  const latest = aheadOfUtc.includes(issuer?.state ?? '') ? tomorrow : today;
  return (
    issueDate <= latest &&
    (birthDate === null || birthDate < issueDate) &&
    (expirationDate === null || issueDate < expirationDate)
  );
}
