import { vi } from 'vitest';

/** Rounds of the event loop that work between two timers needs at most: each commit takes one. */
const rounds = 12;

/** Has `setTimeout`, `setInterval` and the date in the test's hands; the event loop itself goes on. */
export function holdTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
}

/**
 * Lets held time go by, from timer to timer. Between two of them the event loop turns, because commits are made between
 * its turns: time that jumps at once would leave the work of each timer behind.
 */
export async function passTime(ms: number): Promise<void> {
  let isOver = false;
  setTimeout(() => {
    isOver = true;
  }, ms);
  await settle();
  while (!isOver) {
    await vi.advanceTimersToNextTimerAsync();
    await settle();
  }
}

async function settle(): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await new Promise(setImmediate);
}
