import { vi } from 'vitest';

/** Maximum number of event loop turns that work between two timers needs; each commit takes one. */
const rounds = 12;

/** Puts `setTimeout`, `setInterval` and the date under control of the test; the event loop keeps running. */
export function holdTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
}

/**
 * Advances controlled time from timer to timer, turning the event loop in between, because commits need its turns. A single
 * jump would leave the work of each timer undone.
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
