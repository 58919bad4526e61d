import type { LiveView } from '../../session/view.ts';
import { useElapsed } from './elapsed.ts';

/** Time after which a camera that has not started is probably waiting for the user's permission, in ms. */
const promptAfterMs = 1200;

/**
 * Returns whether the browser's camera prompt is probably open.
 *
 * @param place - key of the screen that waits for the camera; a changed key restarts the time.
 */
export function useCameraPrompt({ stream }: LiveView, place: string): boolean {
  return useElapsed(stream ? 'live' : place, promptAfterMs) && !stream;
}
