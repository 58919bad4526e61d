/** A thread ended before its task did, by itself: it crashed, ran too long or used up its memory. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';
}
