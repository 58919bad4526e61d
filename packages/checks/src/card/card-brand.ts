/** Payment networks that can be identified. */
export type CardBrand =
  | 'VISA'
  | 'MASTERCARD'
  | 'AMEX'
  | 'DISCOVER'
  | 'DINERS_CLUB'
  | 'JCB'
  | 'UNIONPAY'
  | 'MAESTRO'
  | 'MIR'
  | 'ELO'
  | 'HIPER'
  | 'HIPERCARD'
  | 'RUPAY'
  | 'TROY'
  | 'VERVE'
  | 'DANKORT'
  | 'BORICA'
  | 'UKRCARD';

/** Range of leading digits, both ends included: equally long, up to six digits. */
type BrandRange = readonly [from: number, to: number];

interface BrandNumbers {
  readonly ranges: readonly BrandRange[];
  readonly lengths: readonly number[];
}

const from16To19 = [16, 17, 18, 19];

/**
 * Issuer identification numbers (ISO/IEC 7812-1) and number lengths. The register itself is not public: these are the networks'
 * own publications, as collected by Wikipedia's article "Payment card number" and the table of Braintree's `credit-card-type`.
 * Where ranges overlap, the narrower one counts: a network's own range lies within another's general range.
 *
 * Networks not known to end their numbers with the check digit of ISO/IEC 7812-1 (Humo, UzCard, NAPAS, LankaPay) are left out,
 * because their numbers cannot be validated. UATP is left out because its accounts seldom have cards.
 */
const numbersOf: Readonly<Record<CardBrand, BrandNumbers>> = {
  VISA: { ranges: [[4, 4]], lengths: [13, 16, 19] },
  MASTERCARD: {
    ranges: [
      [51, 55],
      [2221, 2720],
    ],
    lengths: [16],
  },
  AMEX: {
    ranges: [
      [34, 34],
      [37, 37],
    ],
    lengths: [15],
  },
  DISCOVER: {
    ranges: [
      [6011, 6011],
      [644, 649],
      [65, 65],
    ],
    lengths: from16To19,
  },
  DINERS_CLUB: {
    ranges: [
      [300, 305],
      [3095, 3095],
      [36, 36],
      [38, 39],
    ],
    lengths: [14, 15, 16, 17, 18, 19],
  },
  JCB: { ranges: [[3528, 3589]], lengths: from16To19 },
  UNIONPAY: {
    ranges: [
      [62, 62],
      [8100, 8171],
    ],
    lengths: from16To19,
  },
  MAESTRO: {
    ranges: [
      [50, 50],
      [56, 59],
      [63, 63],
      [67, 67],
    ],
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
  },
  MIR: { ranges: [[2200, 2204]], lengths: from16To19 },
  ELO: {
    ranges: [
      [401178, 401179],
      [431274, 431274],
      [438935, 438935],
      [451416, 451416],
      [457393, 457393],
      [457631, 457632],
      [504175, 504175],
      [506699, 506778],
      [509000, 509999],
      [627780, 627780],
      [636297, 636297],
      [636368, 636368],
      [650031, 650033],
      [650035, 650051],
      [650405, 650439],
      [650485, 650538],
      [650541, 650598],
      [650700, 650718],
      [650720, 650727],
      [650901, 650978],
      [651652, 651679],
      [655000, 655019],
      [655021, 655058],
    ],
    lengths: [16],
  },
  HIPER: {
    ranges: [
      [637095, 637095],
      [637568, 637568],
      [637599, 637599],
      [637609, 637609],
      [637612, 637612],
    ],
    lengths: [16],
  },
  HIPERCARD: { ranges: [[606282, 606282]], lengths: [16] },
  RUPAY: {
    ranges: [
      [508, 508],
      [60, 60],
      [6521, 6522],
      [8172, 8199],
      [82, 82],
    ],
    lengths: [16],
  },
  TROY: { ranges: [[979200, 979289]], lengths: [16] },
  VERVE: {
    ranges: [
      [506099, 506198],
      [507865, 507964],
      [650002, 650027],
    ],
    lengths: [16, 18, 19],
  },
  DANKORT: { ranges: [[5019, 5019]], lengths: [16] },
  BORICA: { ranges: [[2205, 2205]], lengths: from16To19 },
  UKRCARD: { ranges: [[604001, 604200]], lengths: from16To19 },
};

const longestRange = 6;

/**
 * Returns the network of a card number, or null if it is unknown.
 *
 * @param digits - a number or its first six digits.
 */
export function findBrand(digits: string): CardBrand | null {
  for (let length = longestRange; length > 0; length--) {
    const beginning = Number(digits.slice(0, length));
    for (const [brand, { ranges }] of entries())
      if (ranges.some(([from, to]) => String(from).length === length && beginning >= from && beginning <= to))
        return brand;
  }
  return null;
}

/** Length of Visa-prefixed numbers that mostly belong to UnionPay, from banks that issued both. */
const LONG_VISA = 19;

/**
 * Returns the network of a card by its number and the marks read on it. Returns null instead of Visa if length or marks
 * contradict it.
 *
 * @param byNumber - the result of {@link findBrand}.
 * @param length - of the number; null if its middle is covered.
 */
export function resolveBrand(
  byNumber: CardBrand | null,
  length: number | null,
  marks: readonly CardBrand[],
): CardBrand | null {
  if (byNumber !== 'VISA' || (marks.includes('VISA') && !marks.includes('UNIONPAY'))) return byNumber;
  if (length === LONG_VISA) return marks.includes('UNIONPAY') ? 'UNIONPAY' : null;
  return marks.includes('UNIONPAY') && !marks.includes('VISA') ? null : 'VISA';
}

/** Returns whether the network of these leading digits issues numbers of this length. */
export function isValidNumberLength(bin: string, length: number): boolean {
  const brand = findBrand(bin);
  return brand ? numbersOf[brand].lengths.includes(length) : length >= 12 && length <= 19;
}

function entries() {
  return Object.entries(numbersOf) as [CardBrand, BrandNumbers][];
}
