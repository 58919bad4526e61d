/** Territories with an ISO 3166-1 code of their own, by the state whose passports their residents have. */
const territoriesOf: Readonly<Record<string, string>> = {
  AU: 'CC CX HM NF',
  CN: 'HK MO',
  DK: 'FO GL',
  FI: 'AX',
  FR: 'BL GF GP MF MQ NC PF PM RE TF WF YT',
  GB: 'AI BM FK GG GI GS IM IO JE KY MS PN SH TC VG',
  NL: 'AW BQ CW SX',
  NO: 'BV SJ',
  NZ: 'CK NU TK',
  US: 'AS GU MP PR UM VI',
};

/** The state of each territory. */
const stateOf: ReadonlyMap<string, string> = new Map(
  Object.entries(territoriesOf).flatMap(([state, codes]) =>
    codes.split(' ').map((territory) => [territory, state] as const),
  ),
);

/**
 * Returns whether two countries are the same, or one is a territory of the other. Two territories of one state differ.
 *
 * @param one - ISO 3166-1 alpha-2, as is `other`.
 */
export function isSameOrTerritory(one: string, other: string): boolean {
  return one === other || stateOf.get(one) === other || stateOf.get(other) === one;
}
