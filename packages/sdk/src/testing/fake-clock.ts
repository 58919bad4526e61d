import type { Clock } from '../session/ports.ts';

/** A clock that stands still until it is told to go on. */
export interface FakeClock extends Clock {
  /** Lets time pass; whoever slept until then wakes, in order, with all that follows at once. */
  advance(ms: number): Promise<void>;
  /** How many sleep. */
  sleeping(): number;
}

export function fakeClock(): FakeClock {
  let nowMs = 0;
  let sleepers: { atMs: number; wake(): void }[] = [];
  return {
    now: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const wake = () => {
          signal.removeEventListener('abort', wake);
          sleepers = sleepers.filter((one) => one !== sleeper);
          resolve();
        };
        const sleeper = { atMs: nowMs + ms, wake };
        sleepers.push(sleeper);
        signal.addEventListener('abort', wake);
      }),
    async advance(ms) {
      const untilMs = nowMs + ms;
      for (;;) {
        await settle();
        const due = sleepers.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
        if (!due) break;
        nowMs = due.atMs;
        due.wake();
      }
      nowMs = untilMs;
      await settle();
    },
    sleeping: () => sleepers.length,
  };
}

/** Lets everything that can happen now happen, code that loads lazily among it. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise(setImmediate);
}
