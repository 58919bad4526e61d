import type { FaceSight } from '../../flow/pose-hint.ts';
import type { FramePixels } from '../../session/ports.ts';

/** Message from the page to the worker: a frame, the first one with the weights. Buffers are transferred. */
export interface FaceQuestion {
  readonly frame: FramePixels;
  readonly model?: ArrayBuffer;
}

/** Reply of the worker, one per frame and in the same order; null for a frame that came before the weights. */
export type FaceAnswer = FaceSight | null;
