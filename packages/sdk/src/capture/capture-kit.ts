import type { CaptureKit } from '../session/ports.ts';
import { startAnalyser } from './analysis/start-analyser.ts';
import { deviceCamera } from './camera/camera.ts';

/** The camera of this device, and the analysis of what it sees. */
export const captureKit: CaptureKit = { camera: deviceCamera, startAnalyser };
