import { useElapsed } from './elapsed.ts';

/** After this long, waiting gets a word. */
const LONG_WAIT_MS = 10_000;

/** Whether a screen has been shown for so long that waiting needs a word. */
export function useLongWait(screenKey: string): boolean {
  return useElapsed(screenKey, LONG_WAIT_MS);
}
