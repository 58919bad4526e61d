import type { CardRetryReason } from '@vendor/contract';
import type { CardBrand } from './card-brand.ts';

/** Content of one side of a payment card. It may be stored: the whole number is not a part of it. */
export interface CardReading {
  /** Null: this side shows none, or none that could be read. */
  readonly number: CardNumberReading | null;
  /** The last month in which the card is good, `YYYY-MM`; null: not seen. */
  readonly expiry: string | null;
  /** Whether two looks at the expiry read the same. */
  readonly isExpiryCertain: boolean;
  /** Lines of nothing but letters, from top to bottom; one of them may be the holder's name. */
  readonly names: readonly CardNameReading[];
  /** Things that the user can do about a number that was not read, the most telling first. */
  readonly reasons: readonly CardRetryReason[];
}

/** As much of a number as may be known. */
export interface CardNumberReading {
  /** First six digits. */
  readonly bin: string;
  readonly lastFour: string;
  readonly brand: CardBrand | null;
  /** `wrong`: all of it was read, and check digit or length are not those of a card. `covered`: its middle was not seen. */
  readonly check: 'right' | 'wrong' | 'covered';
}

export interface CardNameReading {
  readonly text: string;
  /** 0..1, of the least certain word. */
  readonly confidence: number;
  /** Whether it stands below the number. */
  readonly isBelowNumber: boolean;
}

/** Stored picture of a card: the straightened card, the middle of its number painted over. */
export interface CardPicture {
  readonly bytes: Uint8Array;
  readonly contentType: 'image/jpeg';
}

export interface CardCapture {
  readonly reading: CardReading;
  /** Null: nothing may be kept, because it is not certain where the number stands. */
  readonly picture: CardPicture | null;
}
