/** The payment networks that are told apart. */
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
  | 'RUPAY';

interface BrandRange {
  readonly brand: CardBrand;
  /** First digits of numbers, from and to, both ends included and equally long. */
  readonly ranges: readonly (readonly [from: number, to: number])[];
  readonly lengths: readonly number[];
}

/**
 * Issuer identification numbers (ISO/IEC 7812-1), as the networks publish them. The first that fits counts: what is narrower
 * stands before what is wide.
 */
const brands: readonly BrandRange[] = [
  {
    brand: 'ELO',
    ranges: [
      [401178, 401179],
      [431274, 431274],
      [438935, 438935],
      [451416, 451416],
      [457393, 457393],
      [504175, 504175],
      [506699, 506778],
      [509000, 509999],
      [627780, 627780],
      [636297, 636297],
      [636368, 636368],
      [650031, 650033],
      [650035, 650051],
    ],
    lengths: [16],
  },
  { brand: 'MIR', ranges: [[2200, 2204]], lengths: [16, 17, 18, 19] },
  {
    brand: 'RUPAY',
    ranges: [
      [60, 60],
      [508500, 508999],
      [6521, 6522],
    ],
    lengths: [16],
  },
  {
    brand: 'AMEX',
    ranges: [
      [34, 34],
      [37, 37],
    ],
    lengths: [15],
  },
  {
    brand: 'DINERS_CLUB',
    ranges: [
      [300, 305],
      [3095, 3095],
      [36, 36],
      [38, 39],
    ],
    lengths: [14, 16],
  },
  { brand: 'JCB', ranges: [[3528, 3589]], lengths: [16, 17, 18, 19] },
  { brand: 'VISA', ranges: [[4, 4]], lengths: [13, 16, 19] },
  {
    brand: 'MASTERCARD',
    ranges: [
      [51, 55],
      [2221, 2720],
    ],
    lengths: [16],
  },
  {
    brand: 'DISCOVER',
    ranges: [
      [6011, 6011],
      [644, 649],
      [65, 65],
    ],
    lengths: [16, 19],
  },
  {
    brand: 'UNIONPAY',
    ranges: [
      [62, 62],
      [81, 81],
    ],
    lengths: [16, 17, 18, 19],
  },
  {
    brand: 'MAESTRO',
    ranges: [
      [50, 50],
      [56, 59],
      [63, 63],
      [67, 67],
      [6304, 6304],
    ],
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
  },
];

/** @param digits - a number or its first six digits. Null: no network that is known. */
export function brandOf(digits: string): CardBrand | null {
  return entryOf(digits)?.brand ?? null;
}

/** Whether numbers of that beginning can be that long. */
export function isLengthOfBrand(bin: string, length: number): boolean {
  return entryOf(bin)?.lengths.includes(length) ?? (length >= 12 && length <= 19);
}

/** The check digit of ISO/IEC 7812-1, annex B. */
export function hasRightCheckDigit(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index++) {
    const digit = Number(number[number.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return number.length > 0 && sum % 10 === 0;
}

function entryOf(digits: string): BrandRange | undefined {
  // Discover's 6011 lies within what RuPay has of 60.
  if (digits.startsWith('6011')) return brands.find(({ brand }) => brand === 'DISCOVER');
  return brands.find(({ ranges }) =>
    ranges.some(([from, to]) => {
      const beginning = Number(digits.slice(0, String(from).length));
      return beginning >= from && beginning <= to;
    }),
  );
}
