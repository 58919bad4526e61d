import type { CardCheckMember, CardRetryReason, Outcome } from '@vendor/contract';
import type { CleanPicture } from './clean-picture.ts';
import type { ExpectedName } from './expected-name.ts';
import type { TaskOwner } from './fair-queue.ts';

/** Reading of one side of a payment card, for `Evaluator.judgeCard` alone. Does not contain the whole number. */
export type CardReading = Readonly<Record<string, unknown>>;

/** Data of one side of a payment card that may be kept. */
export interface CardCapture {
  readonly reading: CardReading;
  /** The number's middle painted over; null: nothing may be kept. */
  readonly picture: CleanPicture | null;
}

/** The sides that were read and what is asked about them. */
export interface CardTask {
  readonly readings: readonly CardReading[];
  /** Null: nothing is compared. */
  readonly expectedName: ExpectedName | null;
  /** The time of the check, in milliseconds since 1970. */
  readonly now: number;
}

export type CardEvaluation =
  | { readonly kind: 'retry'; readonly reasons: readonly CardRetryReason[] }
  | {
      readonly kind: 'evaluated';
      readonly outcomes: Readonly<Record<CardCheckMember, Outcome>>;
      readonly brand: string | null;
      readonly bin: string;
      readonly lastFour: string;
      /** Why members are not PASS: stable codes, in capitals. */
      readonly findings: readonly { readonly code: string }[];
    };

/** Reads payment cards as they are uploaded, because their pictures may be stored only when the number is painted over. */
export interface CardReader {
  /**
   * @param file - as it came, in memory alone. Rejects when it could not be looked at; it can be tried again.
   * @param owner - accounts take turns, so that the crowd of one holds up no other.
   * @throws {PoolFullError} when too many wait already, at once or when others who have fewer waiting come.
   */
  readCard(file: Uint8Array, side: 'front' | 'back', owner: TaskOwner): Promise<CardCapture>;
}
