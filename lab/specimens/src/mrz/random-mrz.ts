import type { MrzFormat, MrzIdentity } from './mrz-lines.ts';
import type { SeededRandom } from './seeded-random.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';
const CODES: Readonly<Record<MrzFormat, readonly string[]>> = {
  TD1: ['I', 'ID', 'AC', 'C'],
  TD2: ['I', 'ID', 'C'],
  TD3: ['P', 'P', 'P', 'PD'],
};
/** Codes of states and, at the end, of other issuers (ICAO 9303-3, section 5). */
const STATES =
  'UTO D FRA GBR USA ESP ITA POL NLD BEL AUT CHE SWE NOR FIN DNK PRT GRC IRL CZE HUN ROU BGR HRV SVN SVK EST LVA LTU MEX BRA ARG CHL COL PER NGA KEN ZAF EGY MAR TUN IND PAK BGD LKA CHN JPN KOR VNM THA IDN PHL AUS NZL CAN TUR UKR GEO ARM KAZ UZB ISR JOR LBN UNO XXA'.split(
    ' ',
  );

/** Returns random content of a machine-readable zone; names are random letters. */
export function randomMrzIdentity(random: SeededRandom, format: MrzFormat): MrzIdentity {
  const issuer = random.pick(STATES);
  const longNumber = format === 'TD1' && random.chance(0.12);
  return {
    format,
    documentCode: codeOf(random.pick(CODES[format]), format, issuer),
    issuer,
    surname: letterNames(random, 3, 12, 0.25),
    givenNames: letterNames(random, 2, 9, 0.4),
    documentNumber: longNumber
      ? text(random, LETTERS + DIGITS, random.integer(10, 13))
      : documentNumber(random),
    nationality: random.chance(0.8) ? issuer : random.pick(STATES),
    birthDate: date(random, 1940, 2006),
    sex: random.pick(['F', 'M', 'X', 'F', 'M'] as const),
    expiryDate: date(random, 2026, 2037),
    ...optionalData(random, format, longNumber),
  };
}

/** Avoids the beginning IDFRA on two lines of 36, which has a layout of its own. */
function codeOf(documentCode: string, format: MrzFormat, issuer: string): string {
  return format === 'TD2' && issuer === 'FRA' && documentCode === 'ID' ? 'I' : documentCode;
}

function optionalData(
  random: SeededRandom,
  format: MrzFormat,
  longNumber: boolean,
): Pick<MrzIdentity, 'optionalData' | 'moreOptionalData'> {
  if (longNumber || random.chance(0.5)) return {};
  switch (format) {
    case 'TD1':
      return {
        optionalData: text(random, LETTERS + DIGITS, random.integer(4, 15)),
        ...(random.chance(0.4)
          ? { moreOptionalData: text(random, LETTERS + DIGITS, random.integer(4, 11)) }
          : {}),
      };
    case 'TD2':
      return { optionalData: text(random, LETTERS + DIGITS, random.integer(3, 7)) };
    case 'TD3':
      return {
        optionalData: text(random, random.chance(0.5) ? DIGITS : LETTERS + DIGITS, random.integer(6, 14)),
      };
  }
}

function documentNumber(random: SeededRandom): string {
  if (random.chance(0.3)) return text(random, DIGITS, 9);
  if (random.chance(0.5)) return text(random, LETTERS, 1) + text(random, DIGITS, random.integer(6, 8));
  return text(random, LETTERS + DIGITS, 9);
}

function letterNames(random: SeededRandom, minLength: number, maxLength: number, another: number): string {
  const name = text(random, LETTERS, random.integer(minLength, maxLength));
  return random.chance(another) ? `${name} ${letterNames(random, minLength, maxLength, another / 2)}` : name;
}

function text(random: SeededRandom, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[random.integer(0, alphabet.length - 1)]).join('');
}

function date(random: SeededRandom, from: number, to: number): string {
  const part = (value: number) => String(value).padStart(2, '0');
  return `${random.integer(from, to)}-${part(random.integer(1, 12))}-${part(random.integer(1, 28))}`;
}
