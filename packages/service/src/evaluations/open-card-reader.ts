import type { CardCapture, CardReader } from './card-reader.ts';
import type { CardThreadTask } from './card-task.ts';
import { createFairTurns } from './fair-turns.ts';
import { createWorkerPool } from './worker-pool.ts';

/** A thread for cards. */
export interface OpenCardReader {
  readonly cards: CardReader;
  close(): Promise<void>;
}

/**
 * How many cards may wait for the thread. Each takes some seconds, and its user waits for the upload: who would wait for
 * longer than a page waits for an answer is told at once to come again.
 */
const cardsWaiting = { waiting: 6, perSession: 2 };

/** Opens the thread that reads payment cards: one, since the reader of print fills a quarter of a gigabyte. */
export function openCardReader(): OpenCardReader {
  const pool = createWorkerPool<CardThreadTask, CardCapture>({
    url: new URL('./card-worker.js', import.meta.url),
    // A card takes some seconds; on a machine that is very busy, many.
    deadlineMs: 120_000,
    heapLimitMb: 512,
    size: 1,
    // What waits does so in the fair queue.
    queueLimit: 1,
    idleMs: 10 * 60_000,
  });
  // An upload that is broken off is read to its end, so that it need not be read again.
  const { signal: never } = new AbortController();
  const turns = createFairTurns(cardsWaiting);
  return {
    cards: {
      readCard: (bytes, side, owner) =>
        turns.run(owner, () => {
          const file = new Uint8Array(bytes);
          return pool.run({ file, side }, [file.buffer], never);
        }),
    },
    async close() {
      turns.close();
      await pool.close();
    },
  };
}
