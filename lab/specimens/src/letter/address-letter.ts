import { type LetterKind, type LetterLanguage, letterWords } from './letter-words.ts';

/**
 * Position of the sender's address. `window`: in one line above the recipient's, on the left (DIN 5008). `right`: a block
 * above, on the left, with the recipient on the right (France). `letterhead`: a block in the upper right corner (Britain).
 * `column`: a block next to the recipient's, with contact details. `slip`: like `window`, with a payment slip at the bottom
 * that repeats the recipient next to the payee.
 */
export const letterLayouts = ['window', 'right', 'letterhead', 'column', 'slip'] as const;
export type LetterLayout = (typeof letterLayouts)[number];

/** Content of a letter that proves an address. */
export interface AddressLetter {
  readonly language: LetterLanguage;
  readonly kind: LetterKind;
  readonly issuer: string;
  /** Sender's address, in one line. */
  readonly issuerAddress: string;
  readonly name: string;
  /** Street and number, then postal code and city in the format of the country. */
  readonly address: readonly string[];
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The date as printed in the letter after its label. */
  readonly dateText: string;
  /** Position of the sender's address. */
  readonly layout: LetterLayout;
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** Changes to an ordinary user's letter. */
export interface LetterChanges {
  readonly kind?: LetterKind;
  readonly name?: string;
  readonly address?: readonly string[];
  /** Age of the letter on the day `now`. */
  readonly ageDays?: number;
  /** Format of the date: numeric, or with the name of the month. */
  readonly dateStyle?: 'figures' | 'words';
  readonly layout?: LetterLayout;
  /** Sender's address, in one line. */
  readonly issuerAddress?: string;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Returns a letter from a fictional company to Anna Maria Eriksson, whom ICAO invented for its specimens. */
export function addressLetter(
  language: LetterLanguage,
  now: Date,
  { kind = 'UTILITY_BILL', ageDays = 20, dateStyle = 'words', ...changes }: LetterChanges = {},
): AddressLetter {
  const words = letterWords[language];
  const date = new Date(now.getTime() - ageDays * dayMs).toISOString().slice(0, 10);
  return {
    language,
    kind,
    issuer: words.issuer[kind],
    issuerAddress: changes.issuerAddress ?? words.issuerAddress,
    name: changes.name ?? 'Anna Maria Eriksson',
    address: changes.address ?? words.address,
    date,
    dateText: `${words.dateLabel}: ${dateStyle === 'words' ? words.inWords(date) : words.inFigures(date)}`,
    layout: changes.layout ?? 'window',
    title: words.title[kind],
    paragraphs: words.paragraphs[kind],
  };
}
