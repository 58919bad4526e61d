import type { CaptureKit } from '../session/ports.ts';
import { startAnalyser } from './analysis/start-analyser.ts';
import { createDeviceCamera } from './camera/camera.ts';

/** The camera of this device, and the analysis of what it sees. */
export function createCaptureKit(): CaptureKit {
  return { camera: createDeviceCamera(), startAnalyser };
}
