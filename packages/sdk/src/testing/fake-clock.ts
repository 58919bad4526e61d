import type { Clock } from '../session/ports.ts';

/** A clock that only the test advances. */
export interface FakeClock extends Clock {
  /** Advances the time; sleepers wake in order, each with everything that follows immediately. */
  advance(ms: number): Promise<void>;
  /** Returns the number of sleepers. */
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

/** Waits until everything that can happen now has happened, including lazy loading. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise(setImmediate);
}
