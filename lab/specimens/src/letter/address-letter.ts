import { type LetterKind, type LetterLanguage, letterWords } from './letter-words.ts';

/**
 * Place of the sender's address. `window`: in one line above the recipient's, on the left (DIN 5008). `right`: a block above, on the
 * left, with the recipient on the right (France). `letterhead`: a block in the upper right corner (Britain). `column`: a block beside the
 * recipient's with ways to reach it. `slip`: as `window`, and on a slip at the foot, whom to pay beside the recipient's once more.
 */
export const letterLayouts = ['window', 'right', 'letterhead', 'column', 'slip'] as const;
export type LetterLayout = (typeof letterLayouts)[number];

/** Content of a letter that shows where somebody lives. */
export interface AddressLetter {
  readonly language: LetterLanguage;
  readonly kind: LetterKind;
  readonly issuer: string;
  /** Address that it was sent from, in one line. */
  readonly issuerAddress: string;
  readonly name: string;
  /** Street and number, then postal code and city as they are written in the country. */
  readonly address: readonly string[];
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The date as the letter writes it, after its label. */
  readonly dateText: string;
  /** Place of the sender's address. */
  readonly layout: LetterLayout;
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** Changes to the letter that an ordinary user has. */
export interface LetterChanges {
  readonly kind?: LetterKind;
  readonly name?: string;
  readonly address?: readonly string[];
  /** How long before `now` it was written. */
  readonly ageDays?: number;
  /** Writes the date in figures or with the name of the month. */
  readonly dateStyle?: 'figures' | 'words';
  readonly layout?: LetterLayout;
  /** Address that it was sent from, in one line. */
  readonly issuerAddress?: string;
}

const dayMs = 24 * 60 * 60 * 1000;

/** A letter to Anna Maria Eriksson, whom ICAO invented for its specimens, from a company that there is not. */
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
