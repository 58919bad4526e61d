import type { LiveView } from '../../session/view.ts';
import { useElapsed } from './elapsed.ts';

/** A camera that has not started after this long is probably waiting for the user's permission, in ms. */
const probablyAskingMs = 1200;

/**
 * Tells whether the browser's camera prompt is probably open.
 *
 * @param place - where it is awaited; a new place restarts the time.
 */
export function useAsking({ stream }: LiveView, place: string): boolean {
  return useElapsed(stream ? 'live' : place, probablyAskingMs) && !stream;
}
