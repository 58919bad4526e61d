import { MRZ_CHARACTERS } from '../cells/cell.ts';

/** ISO 3166-1 alpha-3, but D instead of DEU. */
const STATES =
  'ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA BGD BGR BHR BHS BIH BLM BLR BLZ BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR COD COG COK COL COM CPV CRI CUB CUW CXR CYM CYP CZE DJI DMA DNK DOM DZA ECU EGY ERI ESH ESP EST ETH FIN FJI FLK FRA FRO FSM GAB GBR GEO GGY GHA GIB GIN GLP GMB GNB GNQ GRC GRD GRL GTM GUF GUM GUY HKG HMD HND HRV HTI HUN IDN IMN IND IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR JPN KAZ KEN KGZ KHM KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE LKA LSO LTU LUX LVA MAC MAF MAR MCO MDA MDG MDV MEX MHL MKD MLI MLT MMR MNE MNG MNP MOZ MRT MSR MTQ MUS MWI MYS MYT NAM NCL NER NFK NGA NIC NIU NLD NOR NPL NRU NZL OMN PAK PAN PCN PER PHL PLW PNG POL PRI PRK PRT PRY PSE PYF QAT REU ROU RUS RWA SAU SDN SEN SGP SGS SHN SJM SLB SLE SLV SMR SOM SPM SRB SSD STP SUR SVK SVN SWE SWZ SXM SYC SYR TCA TCD TGO THA TJK TKL TKM TLS TON TTO TUN TUR TUV TWN TZA UGA UKR UMI URY USA UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM YEM ZAF ZMB ZWE';

/**
 * Additional codes of ICAO 9303-3, section 5: Germany, British passports, organizations, persons without a nationality; and
 * codes used for Kosovo besides its own RKS.
 */
const OTHERS =
  'D<< EUE GBD GBN GBO GBP GBS RKS UNA UNK UNO UTO XBA XCC XCE XCO XCT XDC XEC XES XIM XK< XKX XMP XOM XPO XXA XXB XXC XXX';

const ALL = `${STATES} ${OTHERS}`.split(' ');

/** Returns whether ICAO lists a code, without its fillers, as an issuing state, organization or nationality. */
export function isListedState(code: string): boolean {
  return ALL.includes(code.padEnd(3, '<'));
}

/** Codes of issuing states and nationalities; each character is an index in {@link MRZ_CHARACTERS}. */
export const STATE_CODES: readonly (readonly number[])[] = ALL.map((code) =>
  Array.from(code, (character) => MRZ_CHARACTERS.indexOf(character)),
);
