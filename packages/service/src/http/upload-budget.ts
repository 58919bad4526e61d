import { Refusal } from '../refusal.ts';

export interface UploadBudgetOptions {
  /** What all uploads under way may hold in memory together. */
  bytes: number;
  /** How many uploads may be under way: each is waited for by its user while it is made anew. */
  uploads: number;
  /** How many uploads of one session may be under way. */
  perSession: number;
}

/** Keeps uploads under way within the memory there is: a picture is whole in memory while it is checked and sealed. */
export interface UploadBudget {
  /**
   * Takes an upload in.
   *
   * @param bytes its length, or the most it may have when that is not known.
   * @returns what to call when it is over.
   * @throws {Refusal} RATE_LIMITED when the session or the process has too many under way.
   */
  take(session: string, bytes: number): () => void;
}

export function createUploadBudget(options: UploadBudgetOptions): UploadBudget {
  const sessions = new Map<string, number>();
  let bytesUnderWay = 0;
  let uploadsUnderWay = 0;

  return {
    take(session, bytes) {
      const count = sessions.get(session) ?? 0;
      const isFull = uploadsUnderWay >= options.uploads || bytesUnderWay + bytes > options.bytes;
      if (count >= options.perSession || isFull) {
        throw new Refusal('RATE_LIMITED', 'Too many uploads are under way. Try again in a moment.');
      }
      sessions.set(session, count + 1);
      bytesUnderWay += bytes;
      uploadsUnderWay += 1;
      return () => {
        bytesUnderWay -= bytes;
        uploadsUnderWay -= 1;
        const left = (sessions.get(session) ?? 0) - 1;
        if (left > 0) sessions.set(session, left);
        else sessions.delete(session);
      };
    },
  };
}
