import type { SelfieKit } from '../session/ports.ts';
import { recordVideo } from './record-video.ts';

/** Code that a selfie needs on this device, apart from its camera. */
export const selfieKit: SelfieKit = {
  record: recordVideo,
  startTracker: async (signal) => (await import('./faces/start-tracker.ts')).startTracker(signal),
};
