import type { PictureLoss } from '../ports.ts';

/** One visit to a camera. */
export interface CameraVisit {
  /** Ends the visit: every track stops at once. */
  readonly signal: AbortSignal;
  /** The camera shows nothing any more; of one that was left it is no matter. */
  readonly onLost: (loss: PictureLoss) => void;
}

/** Controls of a camera screen while it is shown; each is ignored when it makes no sense. */
export interface CameraControls {
  takePicture(): void;
  switchCamera?(): void;
  toggleTorch?(): void;
  toggleTimer?(): void;
}
