import type { CardRetryReason } from '@vendor/contract';
import type { CardBrand } from './card-brand.ts';

/** Content of one side of a payment card. It never contains the whole number, so it may be stored. */
export interface CardReading {
  /** Null if this side has no number, or it could not be read. */
  readonly number: CardNumberReading | null;
  /** Last month in which the card is valid, `YYYY-MM`; null if none was read. */
  readonly expiry: string | null;
  /** Whether both readings of the expiry agree. */
  readonly isExpiryCertain: boolean;
  /** Lines made only of letters, from top to bottom; one of them may be the holder's name. */
  readonly names: readonly CardNameReading[];
  /** Reasons why a number was not read that the user can correct, the most specific first. */
  readonly reasons: readonly CardRetryReason[];
}

/** The parts of a card number that may be stored. */
export interface CardNumberReading {
  /** First six digits. */
  readonly bin: string;
  readonly lastFour: string;
  readonly brand: CardBrand | null;
  /** `wrong`: all digits were read, but check digit or length are invalid. `covered`: the middle digits were not visible. */
  readonly check: 'right' | 'wrong' | 'covered';
}

export interface CardNameReading {
  readonly text: string;
  /** 0 to 1, of the word with the lowest confidence. */
  readonly confidence: number;
  /** Whether the line is below the number. */
  readonly isBelowNumber: boolean;
}

/** Picture of a card for storage: straightened, with the middle of its number painted over. */
export interface CardPicture {
  readonly bytes: Uint8Array;
  readonly contentType: 'image/jpeg';
}

export interface CardCapture {
  readonly reading: CardReading;
  /** Null if nothing may be stored, because the position of the number is uncertain. */
  readonly picture: CardPicture | null;
}
