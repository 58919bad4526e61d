import { useElapsed } from './elapsed.ts';

/** Time after which a wait is mentioned, in ms. */
const LONG_WAIT_MS = 10_000;

/** Returns whether a screen has been shown for so long that the wait is mentioned. */
export function useLongWait(screenKey: string): boolean {
  return useElapsed(screenKey, LONG_WAIT_MS);
}
