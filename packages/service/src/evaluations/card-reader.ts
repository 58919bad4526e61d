import type { CardReading } from '@vendor/checks';
import type { CleanPicture } from './clean-picture.ts';
import type { TaskOwner } from './fair-queue.ts';

/** Parts of an uploaded side of a payment card that may be stored. */
export interface CardCapture {
  /** Data read from the card, without the full number. */
  readonly reading: CardReading;
  /** Picture with the middle digits painted over; null if no picture may be stored. */
  readonly picture: CleanPicture | null;
}

/** Reads payment cards during their upload, because a picture may be stored only once its number has been painted over. */
export interface CardReader {
  /**
   * Reads one side of a card. Rejects if the file could not be examined; the caller may try again.
   *
   * @param file - the upload, held in memory only.
   * @param owner - accounts take turns, so that one with many uploads does not delay the others.
   * @throws {PoolFullError} if the queue is full: immediately, or later, if an upload of an account with fewer queued cards
   *   displaces this one.
   */
  readCard(file: Uint8Array, side: 'front' | 'back', owner: TaskOwner): Promise<CardCapture>;
}
