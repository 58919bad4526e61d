import type { PictureLoss } from '../ports.ts';

/** One visit to a camera. */
export interface CameraVisit {
  /** Ends the visit: every track stops at once. */
  readonly signal: AbortSignal;
  /** Called when the camera no longer shows anything; does nothing after the visit has ended. */
  readonly onLost: (loss: PictureLoss) => void;
}

/** Controls of a visible camera screen. Each is ignored when it does not apply. */
export interface CameraControls {
  takePicture(): void;
  switchCamera?(): void;
  toggleTorch?(): void;
  toggleTimer?(): void;
}
