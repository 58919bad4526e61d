import countries from 'i18n-iso-countries';
import { foldDigits, foldText } from './fold-text.ts';

/** A postal code in a text, and the countries (ISO 3166-1 alpha-2) with that format. */
export interface PostalCode {
  /** As written in the text. */
  readonly text: string;
  readonly index: number;
  /** Without spaces, hyphens, country prefix, and the four optional digits of the United States (ZIP+4). */
  readonly compact: string;
  readonly countries: readonly string[];
  /** Whether it follows two letters that may be a state, or the beginning of another number: `UP-201301`. */
  readonly isInState: boolean;
}

/** Optional space or hyphen within a code. */
const gap = '[ \\u00A0-]?';

/** Formats of postal codes, in capitals. Countries that use part of a format's range are not distinguished. */
const shapes: readonly (readonly [shape: string, countries: string])[] = [
  ['\\d{3}', 'BH FO GN IS LS MG OM PG TW'],
  [
    '\\d{4}',
    'AF AL AM AR AT AU BD BE BG BH CC CH CK CR CV CX CY DK ET GE GL GW HM HT HU LB LI LR LU LV MD MK MZ NE NF NL NO NZ PA PH PT PY SI SJ SV TN VE ZA',
  ],
  [
    '\\d{5}',
    'AS AX BA BL BT CO CR CU CZ DE DO DZ EE EG EH ES FI FM FR GF GP GR GT GU HN HR ID IL IQ IT JO KE KH KR KW LA LK LT MA MC ME MF MH MM MN MP MQ MV MX MY NA NC NP PE PF PK PM PR PW RE RS SA SD SE SK SM SN SO TH TR TW TZ UA US UY VA VI VN WF XK YT ZM',
  ],
  ['\\d{6}', 'BY CN CO EC IN KG KZ MN NG RO RS RU SG TJ TM TT TW UZ VN'],
  ['\\d{7}', 'CL IL JP'],
  ['\\d{8}', 'BR'],
  ['\\d{10}', 'IR'],
  ['\\d{5}-\\d{5}', 'IR'],
  ['\\d{5}-\\d{4}', 'AS GU MP PR SA US VI'],
  ['\\d{3}-?\\d{4}', 'CL JP'],
  ['\\d{3} \\d{2}', 'CZ GR SE SK'],
  ['\\d{3} \\d{3}', 'IN RO SG'],
  ['\\d{2}-\\d{3}', 'PL'],
  ['\\d{4}-\\d{3}', 'PT'],
  ['\\d{5}-\\d{3}', 'BR'],
  ['\\d{4} ?[A-Z]{2}', 'NL'],
  ['(?:GIR ?0AA|[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2})', 'GB GG GI IM JE'],
  ['(?:ASCN|BBND|BIQQ|FIQQ|PCRN|SIQQ|STHL|TDCU|TKCA) ?1ZZ', 'AC AQ FK GS IO PN SH TA TC'],
  [`[A-Z]\\d[A-Z]${gap}\\d[A-Z]\\d`, 'CA'],
  [`(?:D6W|[AC-FHKNPRTV-Y]\\d{2})${gap}[\\dAC-FHKNPRTV-Y]{4}`, 'IE'],
  ['[A-Z]\\d{4}[A-Z]{3}', 'AR'],
  ['AD\\d{3}', 'AD'],
  ['AZ ?\\d{4}', 'AZ'],
  ['BB\\d{5}', 'BB'],
  ['[A-Z]{2} ?\\d{4}', 'BN'],
  ['[A-Z]{2} [A-Z\\d]{2}', 'BM'],
  ['KY\\d-\\d{4}', 'KY'],
  ['LV-\\d{4}', 'LV'],
  ['[A-Z]{3} ?\\d{4}', 'MT'],
  ['MD-?\\d{4}', 'MD'],
  ['[HLMS]\\d{3}', 'SZ'],
  ['V[CG]\\d{4}', 'VC VG'],
];

/** Countries with codes so short or rare that they count only if the country is named as well. */
const byNameAlone = new Set(['BM', 'BN', 'SZ', ...'BH FO GN IS LS MG OM PG'.split(' ')]);

/** Countries without postal codes, or where they are usually left out (Universal Postal Union). */
const withoutCodes = new Set(
  'AE AG AN AO AW BF BI BJ BO BS BW BZ CD CF CG CI CM CW DJ DM ER FJ GA GD GH GM GQ GY HK IE JM KI KM KN KP LY ML MO MR MW NR PA QA RW SB SC SL SR SS ST SX SY TD TG TL TO TV UG VU WS YE ZW'.split(
    ' ',
  ),
);

/** Country prefixes of codes in mail from abroad that differ from ISO 3166. */
const prefixes: Readonly<Record<string, string>> = {
  ...{ A: 'AT', B: 'BE', D: 'DE', E: 'ES', F: 'FR', H: 'HU', I: 'IT', L: 'LU', N: 'NO', P: 'PT', S: 'SE' },
  ...{ FL: 'LI', FIN: 'FI', SLO: 'SI', SRB: 'RS', CRO: 'HR', IRL: 'IE', UK: 'GB' },
};

/** States that are written before a code. Without `ID`, which begins other numbers. */
const states: Readonly<Record<string, string>> = {
  IN: 'AN AP AR AS BR CG CH CT DD DL DN GA GJ HP HR JH JK KA KL LA LD MH ML MN MP MZ NL OD OR PB PY RJ SK TG TN TR TS UK UP UT WB',
  US: 'AK AL AR AZ CA CO CT DC DE FL GA HI IA IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA PR RI SC SD TN TX UT VA VT WA WI WV WY',
};

/** Excludes matches beside letters or digits, or inside a longer number, an amount or a date. */
const before = "(?<![\\p{L}\\p{N}_])(?<!\\p{N}[-–./,:'’ ]?)(?:(?<prefix>[A-Z]{1,3})-)?";
const after = "(?![\\p{L}\\p{N}_])(?![-–./,:'’]\\p{N})";

const formats = shapes.map(([shape, names]) => ({
  pattern: new RegExp(`${before}(?<code>${shape})${after}`, 'gu'),
  countries: names.split(' '),
}));

/**
 * Finds the postal codes of a text; of overlapping matches, the longest.
 *
 * @param country - the country named in the address; short codes are found only if it is given.
 */
export function findPostalCodes(text: string, country: string | null = null): PostalCode[] {
  const folded = foldDigits(text);
  const found = formats.flatMap(({ pattern, countries: names }) =>
    [...folded.matchAll(pattern)].flatMap((match): PostalCode[] => {
      const stateOf = followsState(match, names);
      const isInState = stateOf !== undefined;
      const prefix = isInState ? undefined : match.groups?.prefix;
      const named = prefix === undefined ? null : (prefixes[prefix] ?? prefix);
      const possible = (stateOf === undefined ? names : [stateOf]).filter(
        (name) =>
          (named === null || name === named) &&
          (country === null ? !byNameAlone.has(name) || name === named : name === country),
      );
      if (possible.length === 0) return [];
      const compact = (match.groups?.code ?? '').replace(/[\s-]/g, '');
      const base = /^\d{9}$/.test(compact) ? compact.slice(0, 5) : compact;
      const end = match.index + match[0].length;
      const index = isInState ? match.index + 'UP-'.length : match.index;
      return [
        {
          text: text.slice(index, end),
          index,
          compact: base.replace(/^(?:AZ|LV|MD)(?=\d)/, ''),
          countries: possible,
          isInState,
        },
      ];
    }),
  );
  const longest = found.filter((code) => !found.some((other) => isWithin(code, other)));
  const merged = new Map<number, PostalCode>();
  for (const code of longest) {
    const same = merged.get(code.index);
    merged.set(code.index, same ? { ...code, countries: [...same.countries, ...code.countries] } : code);
  }
  return [...merged.values()].sort((one, other) => one.index - other.index);
}

/** Returns the country of the state that a code follows, as `201301` follows `UP-`; none if the format has a country `UP`. */
function followsState({ groups }: RegExpExecArray, names: readonly string[]): string | undefined {
  const { prefix = '', code = '' } = groups ?? {};
  if (!/^\d{5,6}$/.test(code) || names.includes(prefixes[prefix] ?? prefix)) return undefined;
  return names.find((name) => states[name]?.split(' ').includes(prefix));
}

/** Returns whether a code is part of a longer one. */
function isWithin(code: PostalCode, other: PostalCode): boolean {
  return (
    other.text.length > code.text.length &&
    other.index <= code.index &&
    other.index + other.text.length >= code.index + code.text.length
  );
}

/** Returns whether addresses of a country usually have no postal code. */
export function lacksPostalCodes(country: string): boolean {
  return withoutCodes.has(country);
}

/** Languages in which letters name countries: those of the flow, and those of other large countries. */
const nameLanguages =
  'en de es fr it pt hu ar zh nl sv da nb fi pl cs sk sl hr ro bg el tr ru uk ja ko hi th vi id'.split(' ');

let countryNames: Map<string, string> | undefined;

/** Returns the country (ISO 3166-1 alpha-2) if the text is only its name, in any of these languages; otherwise null. */
export function parseCountryName(text: string): string | null {
  if (!countryNames) {
    countryNames = new Map(moreNames);
    for (const language of nameLanguages) {
      for (const [code, names] of Object.entries(countries.getNames(language, { select: 'all' }))) {
        for (const name of names) {
          const folded = foldText(name);
          if (folded.length > 2 && !countryNames.has(folded)) countryNames.set(folded, code);
        }
      }
    }
  }
  return countryNames.get(foldText(text)) ?? null;
}

/** Short names of countries used on letters. */
const moreNames: readonly (readonly [name: string, code: string])[] = [
  ['uk', 'GB'],
  ['great britain', 'GB'],
  ['england', 'GB'],
  ['scotland', 'GB'],
  ['wales', 'GB'],
  ['northern ireland', 'GB'],
  ['usa', 'US'],
  ['u s a', 'US'],
  ['united states of america', 'US'],
  ['uae', 'AE'],
  ['u a e', 'AE'],
  ['the netherlands', 'NL'],
  ['holland', 'NL'],
  ['czech republic', 'CZ'],
  ['hong kong', 'HK'],
];

/**
 * Returns the possible countries of an address: the one named at its end, else those matching the format of its postal codes.
 * Null if the address has neither.
 *
 * @param address - one or more lines, separated by line breaks or commas.
 */
export function findCountries(address: string): ReadonlySet<string> | null {
  const named = parseCountryName(lastPart(address));
  if (named !== null) return new Set([named]);
  const codes = findPostalCodes(address.toUpperCase());
  return codes.length === 0 ? null : new Set(codes.flatMap((code) => code.countries));
}

/** Returns an address without a country name at its end. */
export function removeCountry(address: string): string {
  const last = lastPart(address);
  return parseCountryName(last) === null
    ? address
    : address.slice(0, address.lastIndexOf(last)).replace(/[\s,]+$/, '');
}

function lastPart(address: string): string {
  return (address.trim().split(/[,\n]/).at(-1) ?? '').trim();
}
