import type { LiveView } from '../../session/view.ts';
import { useElapsed } from './elapsed.ts';

/** A camera that has not started after this long is probably waiting for the user's permission, in ms. */
const probablyAskingMs = 1200;

/**
 * Whether the browser probably asks the user for the camera.
 *
 * @param place - where it is waited for; a new one starts the time anew.
 */
export function useAsking({ stream }: LiveView, place: string): boolean {
  return useElapsed(stream ? 'live' : place, probablyAskingMs) && !stream;
}
