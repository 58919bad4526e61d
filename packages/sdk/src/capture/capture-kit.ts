import type { CaptureKit } from '../session/ports.ts';
import { startAnalyser } from './analysis/start-analyser.ts';
import { createDeviceCamera } from './camera/camera.ts';
import type { SeenSides } from './sides/watch-sides.ts';

/** Creates the capture code of a session: the device's camera, and the analysis of its frames. */
export function createCaptureKit(): CaptureKit {
  const seen: SeenSides = {};
  return { camera: createDeviceCamera(), startAnalyser: (...visit) => startAnalyser(seen, ...visit) };
}
