import type { CardReading } from '@vendor/checks';
import type { CleanPicture } from './clean-picture.ts';
import type { TaskOwner } from './fair-queue.ts';

/** Data of one side of a payment card that may be kept. */
export interface CardCapture {
  /** Does not contain the whole number. */
  readonly reading: CardReading;
  /** The number's middle painted over; null: nothing may be kept. */
  readonly picture: CleanPicture | null;
}

/** Reads payment cards as they are uploaded, because their pictures may be stored only when the number is painted over. */
export interface CardReader {
  /**
   * @param file - as it came, in memory alone. Rejects when it could not be looked at; it can be tried again.
   * @param owner - accounts take turns, so that the crowd of one holds up no other.
   * @throws {PoolFullError} when too many wait already, at once or when others who have fewer waiting come.
   */
  readCard(file: Uint8Array, side: 'front' | 'back', owner: TaskOwner): Promise<CardCapture>;
}
