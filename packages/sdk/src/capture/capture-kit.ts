import type { CaptureKit } from '../session/ports.ts';
import { startAnalyser } from './analysis/start-analyser.ts';
import { createDeviceCamera } from './camera/camera.ts';
import type { SeenSides } from './sides/watch-sides.ts';

/** The camera of this device, and the analysis of what it sees. */
export function createCaptureKit(): CaptureKit {
  const seen: SeenSides = {};
  return { camera: createDeviceCamera(), startAnalyser: (...visit) => startAnalyser(seen, ...visit) };
}
